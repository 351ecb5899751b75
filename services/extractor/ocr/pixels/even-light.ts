/** Shades as they would be in even light: shadows and falling light grow to one side, where stripes and boxes have two. */

export const WHITE = 255;

/**
 * Each shade against its paper's: the lightest that all ways out of a dark place come past, up or down or to both sides, within
 * `reach` places (a grey closing by lines: Serra, Image Analysis and Mathematical Morphology, 1982).
 */
export function inEvenLight(shades: Uint8Array, columns: number, rows: number, reach: number): Uint8Array {
  const papers = new Uint8Array(shades.length);
  const places = Math.max(columns, rows);
  const room = {
    line: new Uint8Array(places + 2 * reach),
    lightest: new Uint8Array(places + reach + 1),
    kept: new Uint32Array(places + 2 * reach),
  };
  for (let row = 0; row < rows; row++) raise(row * columns, 1, columns);
  for (let column = 0; column < columns; column++) raise(column, columns, rows);
  const even = new Uint8Array(shades.length);
  for (let at = 0; at < even.length; at++)
    even[at] = Math.round((WHITE * (shades[at] ?? 0)) / Math.max(1, papers[at] ?? 0));
  return even;

  /** Papers along a line are at least what the line alone says. What is outside is black. */
  function raise(from: number, step: number, length: number): void {
    const line = room.line.subarray(0, length + 2 * reach).fill(0);
    for (let place = 0; place < length; place++) line[place + reach] = shades[from + place * step] ?? 0;
    const lightest = room.lightest.subarray(0, length + reach + 1);
    ranked(line, reach, 1, lightest, room.kept);
    ranked(lightest, reach, -1, line, room.kept);
    // A window has the place of its first value, both times.
    for (let place = 0, at = from; place < length; place++, at += step)
      if ((line[place + 1] ?? 0) > (papers[at] ?? 0)) papers[at] = line[place + 1] ?? 0;
  }
}

/** The greatest value (`sign` 1) or the least (-1) of each window of so many places. `kept`: room for places of values that are beyond all after them. */
function ranked(values: Uint8Array, size: number, sign: number, found: Uint8Array, kept: Uint32Array): void {
  let [first, end] = [0, 0];
  for (let at = 0; at < values.length; at++) {
    const value = sign * (values[at] ?? 0);
    while (end > first && sign * (values[kept[end - 1] ?? 0] ?? 0) <= value) end--;
    kept[end++] = at;
    if ((kept[first] ?? 0) <= at - size) first++;
    if (at >= size - 1) found[at - size + 1] = values[kept[first] ?? 0] ?? 0;
  }
}

/**
 * Corrects shades for uneven light. Shadows and fading light change towards one side only, while stripes and boxes have
 * two sides.
 */

export const WHITE = 255;

/**
 * Each shade relative to the paper around it. The paper's shade is found by going from each place up, down or to both
 * sides within `reach` places, and taking the lightest that is met on all of those ways (a grey closing by lines:
 * Serra, Image Analysis and Mathematical Morphology, 1982).
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

  /** Raises the paper's shade along a line to what the line alone gives; outside the picture counts as black. */
  function raise(from: number, step: number, length: number): void {
    const line = room.line.subarray(0, length + 2 * reach).fill(0);
    for (let place = 0; place < length; place++) line[place + reach] = shades[from + place * step] ?? 0;
    const lightest = room.lightest.subarray(0, length + reach + 1);
    ranked(line, reach, 1, lightest, room.kept);
    ranked(lightest, reach, -1, line, room.kept);
    // Both filters put a window's result at the position of its first value.
    for (let place = 0, at = from; place < length; place++, at += step)
      if ((line[place + 1] ?? 0) > (papers[at] ?? 0)) papers[at] = line[place + 1] ?? 0;
  }
}

/**
 * The greatest (`sign` 1) or least (-1) value in each window of `size` places. `kept`: memory for the positions of
 * values that exceed all later ones.
 */
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

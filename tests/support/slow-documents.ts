/** Documents that honestly take long or much: what a parser has to work for. */

/** A table of many small cells: seconds of parsing, well below every ceiling. */
export function slowPage(cells = 600_000): Buffer {
  const row = '<tr><td>a<td>b<td>c<td>d</tr>';
  return Buffer.from(`<!DOCTYPE html><meta charset="utf-8"><table>${row.repeat(cells / 4)}</table>`);
}

/** Elements that each cost a node of several hundred bytes: far more memory than bytes. */
export function heavyPage(elements = 2_500_000): Buffer {
  return Buffer.from(`<!DOCTYPE html><p>${'<b>'.repeat(8)}${'<i>x</i>'.repeat(elements / 2)}`);
}

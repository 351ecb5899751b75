/** Documents without malice that take a parser much time or memory. */

/** A table of many small cells, which takes seconds to parse and is well below every ceiling. */
export function slowPage(cells = 600_000): Buffer {
  const row = '<tr><td>a<td>b<td>c<td>d</tr>';
  return Buffer.from(`<!DOCTYPE html><meta charset="utf-8"><table>${row.repeat(cells / 4)}</table>`);
}

/** Elements that each cost a node of several hundred bytes, so the page takes far more memory than it has bytes. */
export function heavyPage(elements = 2_500_000): Buffer {
  return Buffer.from(`<!DOCTYPE html><p>${'<b>'.repeat(8)}${'<i>x</i>'.repeat(elements / 2)}`);
}

/**
 * Finds the head of a table that marks none: in most documents, only its bold type shows it. If any row is marked, or
 * the style sets the first apart, the author's markup stands.
 */
import type { TableCell } from '../../../../schemas/document.ts';

/**
 * If more than this share beyond the first column (which often labels the rows) is bold, bold type says nothing about
 * the first row.
 */
const BOLD_SHARE_BELOW_MAX = 0.5;
/** A single bold cell is a caption over the table. */
const LEAST_HEADS = 2;

/** If every row is marked as a head, as in accessible templates, keeps only the first as one. */
export function keepFirstHeadOfAll(rows: readonly TableCell[][]): void {
  if (!rows.every(row => row.every(({ header }) => header))) return;
  for (const row of rows.slice(1)) for (const cell of row) cell.header = false;
}

/** Marks the cells of the first row as heads if they alone are `bold`. */
export function markHeadByLook(rows: readonly TableCell[][], bold: ReadonlySet<TableCell>): void {
  const [first = [], ...others] = rows;
  if (others.length === 0 || rows.some(row => row.some(({ header }) => header))) return;
  const heads = first.filter(({ text }) => text !== '');
  if (heads.length < LEAST_HEADS || !heads.every(cell => bold.has(cell))) return;
  let filled = 0;
  let alike = 0;
  for (const row of others)
    for (const cell of row.slice(1)) {
      if (cell.text === '') continue;
      filled++;
      if (bold.has(cell)) alike++;
    }
  if (filled === 0 || alike > filled * BOLD_SHARE_BELOW_MAX) return;
  for (const cell of first) cell.header = true;
}

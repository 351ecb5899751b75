/** Joins items in a box of a form whose name and type both continue on further lines without numbers of their own. */
import type { TableLine } from './table-lines.ts';
import { isNumeric } from './values.ts';
import { WRAP_PITCH_EM } from './wraps.ts';

/** An item has at least two of amount, price and sum. */
const ITEM_NUMBERS = 2;
/** Least share of an item's texts that continue. */
const WRAPPED_SHARE = 0.5;

/** Returns rows, with those of one item joined; the first row is the head. */
export function withItemsWhole(rows: readonly TableLine[][]): TableLine[][] {
  const whole: TableLine[][] = [];
  for (const row of rows) {
    const item = whole.at(-1);
    if (whole.length > 1 && item && goesOn(item, row)) item.push(...row);
    else whole.push([...row]);
  }
  return whole;
}

function goesOn(item: readonly TableLine[], row: readonly TableLine[]): boolean {
  const [first, last, next] = [item[0], item.at(-1), row[0]];
  if (!first || !last || !next || next.baseline - last.baseline > WRAP_PITCH_EM * last.size) return false;
  const numbers = first.slots.filter(({ words }) => isNumeric(words));
  const texts = new Set(first.slots.filter(slot => !numbers.includes(slot)).map(({ column }) => column));
  const columns = new Set(row.flatMap(({ slots }) => slots.map(({ column }) => column)));
  return (
    numbers.length >= ITEM_NUMBERS &&
    columns.size <= WRAPPED_SHARE * first.slots.length &&
    [...columns].every(column => texts.has(column))
  );
}

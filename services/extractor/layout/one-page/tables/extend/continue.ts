/** Joins a table that continues over several pages: the last on one page and the first on the next, with equal columns. */
import type { TableCell } from '../../../../../../schemas/document.ts';
import type { FoundTable } from '../../../page/table.ts';
import { endsSentence, holdsSentenceEnd } from '../../../text/sentence-ends.ts';

/** Column edges of a continued table agree within this; centred tables may shift as a whole. */
const CONTINUED_COLUMN_PT = 4;
/** The same where lines or joints do not show the edges: edges midway between texts move with the texts. */
const CONTINUED_TEXT_COLUMN_PT = 15;
/** At least this many labels of one row that are repeated show by themselves that a table continues. */
const REPEATED_LABELS = 2;
/** From this many rows with labels on, a row without one is the rest of a row that the page's end cut. */
const LABELLED_ROWS = 6;
/** From this many first rows with repeated labels and other values on, the table is the same form for something else. */
const FORM_ROWS = 3;

/**
 * Appends to `upper` the rows of `next`, which follows it on the next page. Returns false where they are not one table.
 * The caller has checked that nothing but running heads and feet stands between them.
 */
export function continueTable(upper: FoundTable, next: FoundTable): boolean {
  const lower = withRestBelowHead(upper, next);
  const parts = upper.part !== undefined && lower.part !== undefined;
  const repeated = repeatedHead(upper, lower);
  const goesOn = parts
    ? areParts(upper, lower)
    : !isFormAgain(upper, lower) && (sameColumns(upper, lower) || saysHeadAgain(upper, repeated));
  if (!goesOn) return false;
  const rows = lower.rows.slice(repeated);
  if (repeated > 0 && saysFootAgain(upper, rows)) upper.rows.pop();
  const broken = parts
    ? lower.part?.first === upper.part?.last
    : isBrokenRow(upper, lower, repeated > 0, rows[0]);
  if (broken) joinBrokenRow(upper, rows);
  else if (!parts && repeated > 0) joinMergedRest(upper, rows);
  upper.rows.push(...rows.map(row => row.map(cell => ({ ...cell, header: false }))));
  upper.columns = lower.columns;
  if (lower.part !== undefined) upper.part = lower.part;
  return true;
}

/**
 * Moves out of a repeated head the rest of a row that the page's end cut. It stands directly below the head and looks
 * like its second lines: whatever is more than the first head said is a row of its own.
 */
function withRestBelowHead(upper: FoundTable, lower: FoundTable): FoundTable {
  const [head = [], again = []] = [upper.rows[0], lower.rows[0]];
  if (!arePlain(head, again) || lower.rows.length < 2) return lower;
  const rest = again.map(({ text }, at) => restBehind(head[at]?.text ?? '', text));
  const same = again.filter(({ text }, at) => text !== '' && rest[at] === '').length;
  if (same < REPEATED_LABELS || rest.includes(null) || rest.every(text => text === '')) return lower;
  const row = again.map((cell, at) => ({ ...cell, text: rest[at] ?? '', header: false }));
  return { ...lower, rows: [head, row, ...lower.rows.slice(1)] };
}

/** Returns what a text says after a label; null where it does not begin with the label. */
function restBehind(label: string, text: string): string | null {
  if (text === label) return '';
  return label !== '' && text.startsWith(`${label} `) ? text.slice(label.length + 1) : null;
}

/** Whether two rows have the same columns, none of which a cell spans. */
const arePlain = (one: readonly TableCell[], other: readonly TableCell[]): boolean =>
  one.length === other.length &&
  [...one, ...other].every(({ colspan, rowspan }) => colspan === 1 && rowspan === 1);

/** Whether two tables are consecutive rows of one tagged table; the last row may continue as the first. */
function areParts({ part: upper }: FoundTable, { part: lower }: FoundTable): boolean {
  if (upper === undefined || lower === undefined || upper.total !== lower.total) return false;
  return lower.first === upper.last || lower.first === upper.last + 1;
}

/**
 * Whether drawn cells, or rows separated by rules below a repeated head, continue without a label, one of them in the
 * middle of a sentence; or a label alone does so.
 */
function isBrokenRow(
  upper: FoundTable,
  lower: FoundTable,
  isHeaded: boolean,
  rest: readonly TableCell[] = [],
): boolean {
  const begun = upper.rows.at(-1) ?? [];
  if (!arePlain(begun, rest)) return false;
  if (isRestByLabels(upper, lower, begun, rest, isHeaded)) return true;
  const isParted = [upper, lower].every(({ kind }) => kind === 'ruled' || (isHeaded && kind === 'band'));
  if (!isParted) return false;
  const [label, ...texts] = rest.map(({ text }, at) => ({ text, before: begun[at]?.text ?? '' }));
  if (label === undefined) return false;
  if (label.text !== '') return texts.every(({ text }) => text === '') && isMidSentence(label);
  return texts.every(({ text, before }) => text === '' || before !== '') && texts.some(isMidSentence);
}

/**
 * Whether a row has no label, although all other rows have one, and each of its texts continues one that ends no
 * sentence. Where no head is repeated, one such text is enough.
 */
function isRestByLabels(
  upper: FoundTable,
  lower: FoundTable,
  begun: readonly TableCell[],
  rest: readonly TableCell[],
  isHeaded: boolean,
): boolean {
  const texts = rest
    .map(({ text }, at) => ({ text, before: begun[at]?.text ?? '' }))
    .filter(({ text }) => text !== '');
  if (texts.length === 0 || rest[0]?.text !== '') return false;
  const rows = [...upper.rows, ...lower.rows].filter(
    row => row !== rest && !row.some(({ header }) => header),
  );
  return (
    texts.every(
      ({ text, before }) => /\p{L}/u.test(before) && !endsSentence(before) && /\p{L}/u.test(text),
    ) &&
    (isHeaded || texts.some(one => isMidSentence(one) || holdsSentenceEnd(one.before))) &&
    rows.length >= LABELLED_ROWS &&
    rows.every(([label]) => label !== undefined && label.text !== '')
  );
}

const isMidSentence = ({ text, before }: { text: string; before: string }): boolean =>
  /^\p{Ll}/u.test(text) && before !== '' && !/:$/.test(before) && !endsSentence(before);

/** Joins a row that the page's end cut. */
function joinBrokenRow(upper: FoundTable, rows: TableCell[][]): void {
  const [begun, rest] = [upper.rows.at(-1), rows.shift()];
  begun?.forEach((cell, at) => {
    cell.text = `${cell.text} ${rest?.[at]?.text ?? ''}`.trim();
  });
}

/**
 * Joins the rest of a cut row below a repeated head, which is one cell across all columns where it contains no lines:
 * it continues the only text of the row that breaks off.
 */
function joinMergedRest(upper: FoundTable, rows: TableCell[][]): void {
  const [begun = [], [rest, ...others] = []] = [upper.rows.at(-1), rows[0]];
  if (rest === undefined || others.length > 0 || rest.colspan < 2 || !/^\p{Ll}/u.test(rest.text)) return;
  const open = begun.filter(({ text }) => /\p{Ll}/u.test(text) && !endsSentence(text));
  if (open.length !== 1 || open[0] === undefined) return;
  open[0].text += ` ${rest.text}`;
  rows.shift();
}

function sameColumns(upper: FoundTable, lower: FoundTable): boolean {
  if (upper.columns.length !== lower.columns.length) return false;
  const shift = (lower.columns[0] ?? 0) - (upper.columns[0] ?? 0);
  const drawn = upper.kind === 'ruled' && lower.kind === 'ruled';
  const tolerance = drawn ? CONTINUED_COLUMN_PT : CONTINUED_TEXT_COLUMN_PT;
  return upper.columns.every((x, i) => Math.abs((lower.columns[i] ?? 0) - x - shift) <= tolerance);
}

function isFormAgain(upper: FoundTable, lower: FoundTable): boolean {
  const labels = ({ rows }: FoundTable) => rows.slice(0, FORM_ROWS).map(row => row[0]?.text ?? '');
  const [before, again] = [labels(upper), labels(lower)];
  const rows = new Set(before.filter((label, row) => label !== '' && label === again[row]));
  return rows.size === FORM_ROWS && before.some((_, row) => rowText(upper, row) !== rowText(lower, row));
}

/** Whether the head is repeated with certainty, cell by cell, wherever the texts below put the edges between columns. */
function saysHeadAgain({ rows }: FoundTable, repeated: number): boolean {
  const labels = rows.slice(0, repeated).map(row => row.filter(cell => cell.text !== '').length);
  return Math.max(0, ...labels) >= REPEATED_LABELS;
}

/** Returns the number of rows at the top of `lower` that repeat the top of `upper`. */
function repeatedHead(upper: FoundTable, lower: FoundTable): number {
  // Below titles over all columns stand their labels, repeated or not.
  const titles = upper.rows.findIndex(([title, ...others]) => others.length > 0 || (title?.colspan ?? 1) < 2);
  const isLabelled = titles > 0 && rowText(upper, titles) === rowText(lower, titles);
  const limit = Math.max(isLabelled ? titles + 1 : 1, upper.headerRows);
  let rows = 0;
  let reach = limit;
  while (rows < reach && rows < lower.rows.length - 1 && rowText(upper, rows) === rowText(lower, rows)) {
    // Everything that a label spans is repeated with it.
    reach = Math.max(reach, ...(lower.rows[rows] ?? []).map(({ rowspan }) => rows + rowspan));
    rows += 1;
  }
  return rows < reach && reach > limit ? 0 : rows;
}

/** Whether a note over all columns stands below each part of the table. */
function saysFootAgain(upper: FoundTable, rows: readonly TableCell[][]): boolean {
  const [before, again] = [upper.rows.at(-1) ?? [], rows.at(-1) ?? []];
  const isNote = before.length === 1 && again.length === 1 && (again[0]?.colspan ?? 1) > 1;
  return rows.length > 1 && isNote && before[0]?.text === again[0]?.text;
}

function rowText(table: FoundTable, row: number): string {
  return (table.rows[row] ?? []).map(cell => cell.text).join('\u0000');
}

/** Tables of contents: entries that end in page numbers which count upwards. */
import { type Line, lineOf } from '../../page/line.ts';
import { endsInLeader, isPageNumber, mayHoldLeaders, withoutLeaders } from '../../text/leaders.ts';
import { type Contents, withWrapped } from './wrapped-entries.ts';

/** Entries a page holds at least, and as a share of its rows. */
const ENTRIES_MIN = 4;
const ENTRIES_SHARE = 0.5;
/** Share of the page numbers that do not go back. */
const COUNTING_SHARE = 0.85;
/** Pieces of one row differ in baseline by less. */
export const ROW_EM = 0.35;

const ENTRY = /^(?=.*\p{L}{2}).*?(?:\s|\.{2,}\s*)(\d{1,4}(?:[-–]\d{1,4})?|[ivxlc]{1,6})$/u;

/** What an entry ends in, looked at first: lines of prose hardly do. */
const ENDS_ENTRY = /[\divxlc]/;

/** Whether most of a page's lines are entries of a list of contents, figures or tables. */
export function isContentsPage(lines: readonly Line[]): boolean {
  const rows = rowsOf(lines);
  const led = rows.filter(row => endsInLeader(row)).length;
  const numbers = rows
    .flatMap(row => (ENDS_ENTRY.test(row.slice(-1)) && ENTRY.exec(row)?.[1]) || [])
    .filter(number => /^\d/.test(number))
    .map(number => Number.parseInt(number, 10));
  const counting = numbers.filter((number, at) => at === 0 || number >= (numbers[at - 1] ?? 0)).length;
  const entries = Math.max(led, counting >= COUNTING_SHARE * numbers.length ? numbers.length : 0);
  return entries >= ENTRIES_MIN && entries >= ENTRIES_SHARE * rows.length;
}

/** A quick look: most pages have no list of contents, and lines cost time. */
export const mayHaveLeaders = (items: readonly { text: string }[]): boolean =>
  mayHoldLeaders(items, ENTRIES_MIN);

/** Whether leaders run to page numbers on most of a page's lines: then nothing on it is a table but for drawn cells. */
export function hasLeaders(lines: readonly Line[]): boolean {
  const rows = rowsOf(lines);
  const led = rows.filter(row => endsInLeader(row)).length;
  return led >= ENTRIES_MIN && led >= ENTRIES_SHARE * rows.length;
}

/** Texts of the lines, pieces of one row together. */
function rowsOf(lines: readonly Line[]): string[] {
  const rows: { baseline: number; pieces: Line[] }[] = [];
  for (const line of [...lines].sort((one, other) => one.baseline - other.baseline)) {
    const row = rows.at(-1);
    if (row && line.baseline - row.baseline < ROW_EM * line.size) row.pieces.push(line);
    else rows.push({ baseline: line.baseline, pieces: [line] });
  }
  return rows.map(({ pieces }) =>
    pieces
      .sort((one, other) => one.left - other.left)
      .map(piece => piece.text)
      .join(' '),
  );
}

/** The lines of a contents page with page numbers joined to their entries, and the entries among them. */
export function entriesOf(lines: readonly Line[]): Contents {
  const tails = lines.filter(line => isPageNumber(line.text));
  const texts = lines.filter(line => !tails.includes(line) && withoutLeaders(line.text) !== '');
  const entries = new Set<Line>();
  const used = new Set<Line>();
  const joined = texts.map(line => {
    const tail = tails.find(candidate => !used.has(candidate) && isTailOf(candidate, line, texts));
    if (tail !== undefined) used.add(tail);
    const whole = tail === undefined ? line : lineOf([...line.items, ...tail.items]);
    const text = withoutLeaders(tail === undefined ? line.text : `${line.text} ${tail.text}`);
    const entry = { ...whole, text };
    if (ENTRY.test(text)) entries.add(entry);
    return entry;
  });
  return withWrapped({ lines: [...joined, ...tails.filter(tail => !used.has(tail))], entries });
}

/** On the row of a text, right of it, with no other text between. */
function isTailOf(tail: Line, line: Line, texts: readonly Line[]): boolean {
  const onRow = (other: Line) => Math.abs(other.baseline - tail.baseline) < ROW_EM * tail.size;
  if (!onRow(line) || line.right > tail.left + 1) return false;
  return !texts.some(
    other => other !== line && onRow(other) && other.left >= line.right && other.right <= tail.left + 1,
  );
}

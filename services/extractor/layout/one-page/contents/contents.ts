/** Recognises tables of contents: their entries end in increasing page numbers. */
import { type Line, lineOf } from '../../page/line.ts';
import { endsInLeader, isPageNumber, mayHoldLeaders, withoutLeaders } from '../../text/leaders.ts';
import { type Contents, withWrapped } from './wrapped-entries.ts';

/** Least number of entries on a page, and their least share of its rows. */
const ENTRIES_MIN = 4;
const ENTRIES_SHARE = 0.5;
/** Least share of page numbers that are not smaller than the one before. */
const COUNTING_SHARE = 0.85;
/** Baselines of the pieces of one row differ by less than this. */
export const ROW_EM = 0.35;

const ENTRY = /^(?=.*\p{L}{2}).*?(?:\s|\.{2,}\s*)(\d{1,4}(?:[-–]\d{1,4})?|[ivxlc]{1,6})$/u;

/** Last characters of an entry. They are looked at first because few lines of prose end in one. */
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

/** A quick check without lines, which take time to build: most pages have no table of contents. */
export const mayHaveLeaders = (items: readonly { text: string }[]): boolean =>
  mayHoldLeaders(items, ENTRIES_MIN);

/** Whether leaders run to page numbers on most of a page's lines. Then only drawn cells can make a table there. */
export function hasLeaders(lines: readonly Line[]): boolean {
  const rows = rowsOf(lines);
  const led = rows.filter(row => endsInLeader(row)).length;
  return led >= ENTRIES_MIN && led >= ENTRIES_SHARE * rows.length;
}

/** Returns the texts of the rows, with the pieces of each row joined. */
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

/** Returns the lines of a contents page with page numbers joined to their entries, and says which lines are entries. */
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

/** Whether a page number stands on a line's row, right of it, with no other text between. */
function isTailOf(tail: Line, line: Line, texts: readonly Line[]): boolean {
  const onRow = (other: Line) => Math.abs(other.baseline - tail.baseline) < ROW_EM * tail.size;
  if (!onRow(line) || line.right > tail.left + 1) return false;
  return !texts.some(
    other => other !== line && onRow(other) && other.left >= line.right && other.right <= tail.left + 1,
  );
}

/** Lists of contents look like tables: titles and their pages. */
import type { DraftCell } from '../shape/draft.ts';
import { cellText } from '../shape/text.ts';

const PAGE_NUMBER = /^\d{1,4}$/;
const PAGE_LABEL = /^(?:p(?:age|ágina|agina)?s?\.?|seiten?|стр\.?|页)$/iu;
/** Entries a list of contents has at least. */
const CONTENTS_ENTRIES = 3;
/** Share of the rows below a head that have a title, and a page; and of the pages that do not go back. */
const ENTRIES_SHARE = 0.7;
const RISING_SHARE = 0.9;

/** Words first and numbers that never fall last, in all rows but a head: a title and its page. */
export function isContents(filled: readonly DraftCell[], columns: number, rows: number): boolean {
  if (columns > 3) return isRagged(filled);
  const last = filled.filter(cell => cell.column === columns - 1 && PAGE_NUMBER.test(cellText(cell.words)));
  const pages = last.sort((a, b) => a.row - b.row).map(cell => Number(cellText(cell.words)));
  const head = filled
    .filter(cell => cell.row === 0 && cell.column === columns - 1)
    .map(cell => cellText(cell.words));
  if (head.some(text => !PAGE_NUMBER.test(text) && !PAGE_LABEL.test(text))) return false;
  const titles = filled.filter(cell => cell.column === columns - 2 && /\p{L}{2}/u.test(cellText(cell.words)));
  const rising = pages.filter((page, i) => page >= (pages[i - 1] ?? 0)).length;
  return (
    pages.length >= CONTENTS_ENTRIES &&
    pages.length >= ENTRIES_SHARE * (rows - 1) &&
    titles.length >= ENTRIES_SHARE * (rows - 1) &&
    rising >= RISING_SHARE * pages.length &&
    (pages[0] ?? 0) < (pages.at(-1) ?? 0)
  );
}

/** Whether the pages stand right behind the titles, wherever these end: a row has a title, and one page or none. */
function isRagged(filled: readonly DraftCell[]): boolean {
  const byRow = [...Map.groupBy(filled, cell => cell.row).values()];
  if (!byRow.every(([title, , ...others]) => title?.column === 0 && others.length === 0)) return false;
  const last = byRow.flatMap(([, page]) => page ?? []);
  const pages = last.map(({ words }) => cellText(words));
  return (
    pages.length >= CONTENTS_ENTRIES &&
    new Set(last.map(({ column }) => column)).size > 1 &&
    pages.every((page, at) => PAGE_NUMBER.test(page) && Number(page) >= Number(pages[at - 1] ?? 0))
  );
}

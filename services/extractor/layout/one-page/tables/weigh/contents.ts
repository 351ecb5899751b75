/** Recognises tables of contents, which look like tables of titles and their pages. */
import type { DraftCell } from '../shape/draft.ts';
import { cellText } from '../shape/text.ts';

const PAGE_NUMBER = /^\d{1,4}$/;
const PAGE_LABEL = /^(?:p(?:age|ágina|agina)?s?\.?|seiten?|стр\.?|页)$/iu;
/** Least number of entries in a table of contents. */
const CONTENTS_ENTRIES = 3;
/** Least share of the rows below a head that have a title, and a page; and least share of pages that do not decrease. */
const ENTRIES_SHARE = 0.7;
const RISING_SHARE = 0.9;

/** Whether all rows but a head have words first and page numbers last, which never decrease. */
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

/** Whether pages stand directly after the titles, wherever these end: each row has a title, and at most one page. */
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

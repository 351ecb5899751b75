/** What is set in rows and columns and yet is no table: lists, program text, contents, labels of charts. */
import type { Figure } from '../figures.ts';
import { sharedHeight, sharedWidth } from '../geometry.ts';
import { isMarker } from '../lines/markers.ts';
import type { PageContent, Rectangle, TextItem } from '../page.ts';
import type { FoundTable } from '../tables/finish.ts';
import { VETOES } from '../thresholds.ts';

export function isTable(table: FoundTable, page: PageContent, figures: readonly Figure[]): boolean {
  if (isProgramText(table, page)) return false;
  if (table.kind === 'ruled') return true;
  return (
    !isProse(table, page) &&
    !isList(table) &&
    !isContents(table) &&
    !figures.some(figure => figure.picture === null && isMostlyIn(table.region, figure))
  );
}

/** Fixed pitch in a frame, on a page set otherwise: columns of a listing are made of spaces. */
function isProgramText(table: FoundTable, page: PageContent): boolean {
  const columns = table.columns.length - 1;
  if (table.kind === 'unruled' || (table.kind === 'ruled' && columns > 1)) return false;
  const inside = table.pieces.flatMap(piece => page.items[piece.item] ?? []);
  return fixedShare(inside) > VETOES.codeShare && fixedShare(page.items) < VETOES.typewriterShare;
}

/** Column edges that run between words of one sentence: nothing but a word space on many rows. */
function isProse(table: FoundTable, page: PageContent): boolean {
  const words = table.pieces.flatMap(piece => page.items[piece.item] ?? []);
  const rows = Map.groupBy(words, word => Math.round(word.baseline));
  let narrow = 0;
  let all = 0;
  for (const row of rows.values()) {
    row.sort((one, other) => one.left - other.left);
    row.forEach((word, at) => {
      const before = row[at - 1];
      if (before === undefined) return;
      const end = before.left + before.width;
      if (!table.columns.some(edge => edge >= end - 1 && edge <= word.left + 1)) return;
      all++;
      if (word.left - end < VETOES.wordSpaceEm * word.size) narrow++;
    });
  }
  return narrow >= VETOES.narrowMin && narrow > VETOES.narrowShare * all;
}

function fixedShare(items: readonly TextItem[]): number {
  let fixed = 0;
  let total = 0;
  for (const { text, font } of items) {
    total += text.length;
    if (font.monospace && !/[\u2e80-\u9fff]/.test(text)) fixed += text.length;
  }
  return total === 0 ? 0 : fixed / total;
}

/** A first column of bullets or numbers before one column of text. */
function isList(table: FoundTable): boolean {
  if (table.columns.length - 1 !== 2) return false;
  const firsts = table.rows.map(row => row[0]?.text ?? '').filter(text => text !== '');
  const markers = firsts.filter(text => isMarker(text) && !/^\d+$/.test(text)).length;
  return markers >= VETOES.markerShare * firsts.length;
}

/** Entries that end in page numbers which never go back; between rules only with leaders to them. */
function isContents(table: FoundTable): boolean {
  const leaders = table.rows.filter(row => row.some(cell => /(?:\. ?){4,}/.test(cell.text))).length;
  if (table.kind !== 'unruled' && leaders < table.rows.length / 2) return false;
  const lasts = table.rows.map(row => row.at(-1)?.text.trim() ?? '');
  const numbers = lasts.filter(text => /^\d{1,4}$/.test(text)).map(Number);
  if (numbers.length < VETOES.entriesMin || numbers.length < VETOES.entriesShare * table.rows.length)
    return false;
  const counting = numbers.every((number, at) => at === 0 || number >= (numbers[at - 1] ?? 0));
  const worded = table.rows.filter(row => /\p{L}{3}/u.test(row.map(cell => cell.text).join(' '))).length;
  return counting && worded >= VETOES.entriesShare * table.rows.length && table.columns.length - 1 <= 3;
}

function isMostlyIn(box: Rectangle, figure: Rectangle): boolean {
  const area = Math.max(0, sharedWidth(box, figure)) * Math.max(0, sharedHeight(box, figure));
  return area > VETOES.figureShare * (box.right - box.left) * (box.bottom - box.top);
}

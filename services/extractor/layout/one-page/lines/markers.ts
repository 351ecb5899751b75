/** Bullets and numbers that open list items and numbered headings. */
import { median } from '../../page/geometry.ts';
import type { Line } from '../../page/line.ts';
import { BODIES, ENCLOSED_NUMBER, MARKER_ENDS, MARKER_FOLLOWED } from '../../text/numerals.ts';

/** A letter that serves as a bullet stands this far before its text. */
const BULLET_GAP_EM = 0.6;
/** … and this many times as far as its words from each other. */
const BULLET_GAP_FACTOR = 1.5;

/** Signs that mean nothing but an item, inside a character class; dashes and stars do so only before a space. */
export const SIGNS = '•·・◎▷◈◦▪▫▸▹▶►‣⁃●○◯■□◆◇❖❍❑❒✓✔✗✦♦★➢➤➔➜⇨⬧∙';
export const BULLET = new RegExp(`^[${SIGNS}→⇒–—−‐*∗-]$`, 'u');
/** Dashes and stars with what follows them in an item; a minus also opens a line of a formula. */
export const STROKE = '[–—‐*∗-](?=\\s)|−(?=\\s+\\p{L}{2})';
const NUMBER =
  /^\(?(?:\p{Nd}{1,3}(?:\.\p{Nd}{1,3}){0,4}[.)]?|(?:[A-Z]|[IVXLC]{2,6})(?:\.\d{1,3}){1,4}\.?|[a-zA-Z][.)]|[ivxlcIVXLC]{1,6}[.)])\)?\.?$/u;

/** Whether a text is nothing but a marker. */
export function isMarker(text: string): boolean {
  return BULLET.test(text) || NUMBER.test(text);
}

/** Markers that open an item when they stand at the start of a line. */
const NUMBERED = `[(（]?(?:${BODIES})(?:${MARKER_ENDS})(?:${MARKER_FOLLOWED})|\\[\\d{1,3}\\](?=\\s)|${ENCLOSED_NUMBER}`;
/** Between formulas an arrow is no bullet. */
export const ARROW = '⇒(?=\\s*\\p{Lu}\\p{L})';
const OPENING = new RegExp(`^(?:[${SIGNS}]|${ARROW}|${STROKE}|${NUMBERED})\\s*`, 'u');

/** Nearly all lines begin with a word, and two letters are no number but in Roman numerals. */
const WORD = /^(?:[A-Za-z][abd-hjkm-uwyzABD-HJKM-UWYZ]|[abd-hjkm-uwyzABD-HJKM-UWYZ][a-zA-Z])/;

/** Whether a line begins with a list marker set apart from what follows. */
export function startsItem(text: string): boolean {
  return !WORD.test(text) && OPENING.test(text);
}

/** Whether a line opens an item; word processors set a second level with an "o", which is a word in some languages. */
export function opensItem(line: Line): boolean {
  return startsItem(line.text) || isLetterBullet(line);
}

/** An "o" set further from the text than its words from each other. */
export function isLetterBullet(line: Line): boolean {
  if (!line.text.startsWith('o ')) return false;
  const [first, second] = line.items;
  if (first?.text !== 'o' || second === undefined) return false;
  const gap = second.left - (first.left + first.width);
  // Justified lines have wide spaces everywhere.
  const others = line.items.slice(2).map((item, at) => {
    const before = line.items[at + 1] ?? item;
    return item.left - (before.left + before.width);
  });
  return gap > BULLET_GAP_EM * first.size && gap > BULLET_GAP_FACTOR * median(others);
}

/** x where a line's text begins behind its marker. */
export function textLeftOf(line: Line): number {
  return textLeftBehind(line, (OPENING.exec(line.text)?.[0].trim() ?? 'o').length);
}

/** x of the first word after so many characters; the line's own where none follows. */
export function textLeftBehind(line: Line, length: number): number {
  let passed = 0;
  for (const item of line.items) {
    if (passed >= length) return item.left;
    passed += item.text.length;
  }
  return line.left;
}

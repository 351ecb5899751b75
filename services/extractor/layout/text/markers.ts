/** Recognises bullets and numbers that open list items and numbered headings, by their characters alone. */
import { TICK_BOXES } from '../../tick-signs.ts';
import { BODIES, ENCLOSED_NUMBER } from './numerals.ts';

const ARABIC_SIGN = '[\\u0621-\\u064a\\u0660-\\u0669\\u06f0-\\u06f9]';

/** The end of a marker: a full stop, a bracket, both, their East Asian forms, or the dash of Arabic and Persian. */
export const MARKER_ENDS = `(?<=\\(.{1,6})\\)\\.|\\.\\)|[.)]|[．、）]|(?<=${ARABIC_SIGN})\\s?[-–](?=\\s)`;

/** What follows a marker: white space, or text that cannot belong to a number. */
export const MARKER_FOLLOWED = '(?=\\s|\\p{Lu}\\p{Ll}|(?![ªº])\\p{Lo})|(?<=[．、）])(?=\\S)';

/** Characters that always mark an item, for use in a character class. Dashes and asterisks do so only before a space. */
export const SIGNS = '•·・◎▷◈◦▪▫▸▹▶►‣⁃●○◯■□◆◇❖❍❑❒✓✔✗✦♦★➢➤➔➜⇨⬧∙';

/** Texts that begin with an unmistakable bullet. */
export const BULLETED = new RegExp(`^[${SIGNS}]`, 'u');
export const BULLET = new RegExp(`^[${SIGNS}→⇒–—−‐*∗-]$`, 'u');

/** Dashes and asterisks with what follows them in an item; a minus also opens lines of formulas. */
export const STROKE = '[–—‐*∗-](?=\\s)|−(?=\\s+\\p{L}{2})';

const NUMBER =
  /^\(?(?:\p{Nd}{1,3}(?:\.\p{Nd}{1,3}){0,4}[.)]?|(?:[A-Z]|[IVXLC]{2,6})(?:\.\d{1,3}){1,4}\.?|[a-zA-Z][.)]|[ivxlcIVXLC]{1,6}[.)])\)?\.?$/u;

/** Nearly all lines begin with a word, recognised here by two letters that form no Roman numeral. */
const WORD = /^(?:[A-Za-z][abd-hjkm-uwyzABD-HJKM-UWYZ]|[abd-hjkm-uwyzABD-HJKM-UWYZ][a-zA-Z])/;

/** Whether a text begins with a word, and so with no marker. */
export const startsWord = (text: string): boolean => WORD.test(text);

/** Whether a text is only a marker. */
export function isMarker(text: string): boolean {
  return !startsWord(text) && (BULLET.test(text) || NUMBER.test(text));
}

/** Markers that open an item at the start of a line. */
const NUMBERED = `[(（]?(?:${BODIES})(?:${MARKER_ENDS})(?:${MARKER_FOLLOWED})|\\[\\d{1,3}\\](?=\\s)|${ENCLOSED_NUMBER}`;

/** Between formulas an arrow is no bullet. */
export const ARROW = '⇒(?=\\s*\\p{Lu}\\p{L})';

/** Check boxes open items, too, but stay in the item's text because they carry meaning. */
export const OPENING = new RegExp(`^(?:[${SIGNS}${TICK_BOXES}]|${ARROW}|${STROKE}|${NUMBERED})\\s*`, 'u');

const COUNT = new RegExp(`^(?:${NUMBERED})`, 'u');

/** Whether a line begins with a number, letter or Roman numeral that counts, rather than a bullet. */
export function startsCount(text: string): boolean {
  return !startsWord(text) && COUNT.test(text);
}

/** Whether a line begins with a list marker set apart from what follows. */
export function startsItem(text: string): boolean {
  return !startsWord(text) && OPENING.test(text);
}

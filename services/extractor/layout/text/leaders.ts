/** Recognises dot leaders, which lead the eye to a page number or a value. */

const DOTS = '.·…';
/** Least number of dots in a leader; an ellipsis has three. */
export const LEADER_DOTS_MIN = 4;
const ELLIPSIS_DOTS = 3;
const ROW = `(?:[${DOTS}]\\s?){${LEADER_DOTS_MIN},}`;

/** A page number, or a range of pages: `7-10`. */
const TO = '(?:[\\divxlc]{1,5}(?:[-–][\\divxlc]{1,5})?)';

const DOT = new RegExp(`[${DOTS}]`);
const TWO_DOTS = new RegExp(`[${DOTS}]\\s?[${DOTS}]`);
const ALONE = new RegExp(`^[${DOTS}_]{${LEADER_DOTS_MIN},}$`);
const AT_END = new RegExp(`${ROW}\\s*${TO}?$`);
/** The last character of a text that ends like this. It is checked first, because most texts end otherwise. */
const MAY_END = new RegExp(`[${DOTS}\\s\\divxlc]`);
const TO_PAGE = new RegExp(`${ROW}\\s*${TO}$`);
const TO_TEXT = new RegExp(`${ROW}\\s*[^\\s${DOTS}]`, 'u');
const BLANK = /(?:_{4,}|[.…]{8,})\s?$/;
/** A leader from which a page number was separated may be short. */
const ANY = new RegExp(`\\s*(?:[${DOTS}]\\s?){3,}\\s*`, 'g');
const PAGE = new RegExp(`^(?:[${DOTS}\\s]{2,})?(?:\\d{1,4}(?:[-–]\\d{1,4})?|[ivxlc]{1,6})$`);

/** Whether a text is only a leader. Most texts begin with an ASCII letter or digit, which is checked first. */
export const isLeader = (text: string): boolean => !isLetterOrFigure(text.charCodeAt(0)) && ALONE.test(text);

/** Whether a code is that of an ASCII letter or digit. */
const isLetterOrFigure = (code: number): boolean =>
  (code >= 0x30 && code <= 0x39) || ((code | 0x20) >= 0x61 && (code | 0x20) <= 0x7a);

/** Whether a text ends in a leader, with or without a page number after it. */
export const endsInLeader = (text: string): boolean => MAY_END.test(text.slice(-1)) && AT_END.test(text);

/** Whether a text ends in a leader and the page number that it leads to. */
export const leadsToPage = (text: string): boolean => TO_PAGE.test(text);

/** Whether a text ends in a blank to be filled in: a row of underscores, or more dots than a short leader has. */
export const endsInBlank = (text: string): boolean => BLANK.test(text);

/** Whether a leader of a text leads to anything. */
export const leadsOn = (text: string): boolean => TO_TEXT.test(text);

/** Whether a text is only a page number, with or without leading dots. */
export const isPageNumber = (text: string): boolean => PAGE.test(text);

export const withoutLeaders = (text: string): string => text.replace(ANY, ' ').trim();

/**
 * Whether words have as many dots as so many leaders, and enough of them together. A quick check, since most pages have
 * no leader; dots of sentences and amounts are apart.
 */
export function mayHoldLeaders(items: readonly { text: string }[], leaders: number): boolean {
  let [dots, together] = [0, 0];
  for (const { text } of items) {
    if (!DOT.test(text)) continue;
    // A leader drawn dot by dot has at least two words that are single dots.
    if (TWO_DOTS.test(text)) together += 1;
    else if (text.trim().length === 1) together += 1 / 2;
    for (let at = text.indexOf('.'); at >= 0; at = text.indexOf('.', at + 1)) dots++;
    for (let at = text.indexOf('…'); at >= 0; at = text.indexOf('…', at + 1)) dots += ELLIPSIS_DOTS;
  }
  return together >= leaders && dots >= LEADER_DOTS_MIN * leaders;
}

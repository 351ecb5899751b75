/** Rows of dots that lead the eye to a page number or a value. */

const DOTS = '.·…';
/** Dots that make a row; an ellipsis has three. */
export const LEADER_DOTS_MIN = 4;
const ELLIPSIS_DOTS = 3;
const ROW = `(?:[${DOTS}]\\s?){${LEADER_DOTS_MIN},}`;

/** A page number, or those of the first and the last page: `7-10`. */
const TO = '(?:[\\divxlc]{1,5}(?:[-–][\\divxlc]{1,5})?)';

const DOT = new RegExp(`[${DOTS}]`);
const TWO_DOTS = new RegExp(`[${DOTS}]\\s?[${DOTS}]`);
const ALONE = new RegExp(`^[${DOTS}_]{${LEADER_DOTS_MIN},}$`);
const AT_END = new RegExp(`${ROW}\\s*${TO}?$`);
/** What such a text has at its end, looked at first: most end otherwise and need not be looked through. */
const MAY_END = new RegExp(`[${DOTS}\\s\\divxlc]`);
const TO_PAGE = new RegExp(`${ROW}\\s*${TO}$`);
const TO_TEXT = new RegExp(`${ROW}\\s*[^\\s${DOTS}]`, 'u');
const BLANK = /(?:_{4,}|[.…]{8,})\s?$/;
/** A leader that a page number was parted from may be short. */
const ANY = new RegExp(`\\s*(?:[${DOTS}]\\s?){3,}\\s*`, 'g');
const PAGE = new RegExp(`^(?:[${DOTS}\\s]{2,})?(?:\\d{1,4}(?:[-–]\\d{1,4})?|[ivxlc]{1,6})$`);

/** Whether a text is nothing but a leader: most texts have a letter or a figure in front. */
export const isLeader = (text: string): boolean => !isLetterOrFigure(text.charCodeAt(0)) && ALONE.test(text);

/** Of ASCII. */
const isLetterOrFigure = (code: number): boolean =>
  (code >= 0x30 && code <= 0x39) || ((code | 0x20) >= 0x61 && (code | 0x20) <= 0x7a);

/** Whether a text ends in a leader, with a page number behind it or not. */
export const endsInLeader = (text: string): boolean => MAY_END.test(text.slice(-1)) && AT_END.test(text);

/** Whether a text ends in a leader and the page number that it leads to. */
export const leadsToPage = (text: string): boolean => TO_PAGE.test(text);

/** Whether a text ends in a blank to be filled in: an underscored row, or dots of no leader that is short. */
export const endsInBlank = (text: string): boolean => BLANK.test(text);

/** Whether a leader of a text leads to anything. */
export const leadsOn = (text: string): boolean => TO_TEXT.test(text);

/** Whether a text is no more than a page number, led to by dots or not. */
export const isPageNumber = (text: string): boolean => PAGE.test(text);

export const withoutLeaders = (text: string): string => text.replace(ANY, ' ').trim();

/**
 * Whether words hold as many dots as so many leaders, and enough that stand together: a quick look, since most pages have no leader.
 * Those of sentences and amounts stand apart.
 */
export function mayHoldLeaders(items: readonly { text: string }[], leaders: number): boolean {
  let [dots, together] = [0, 0];
  for (const { text } of items) {
    if (!DOT.test(text)) continue;
    // A leader that is drawn dot by dot has two words at least that are nothing else.
    if (TWO_DOTS.test(text)) together += 1;
    else if (text.trim().length === 1) together += 1 / 2;
    for (let at = text.indexOf('.'); at >= 0; at = text.indexOf('.', at + 1)) dots++;
    for (let at = text.indexOf('…'); at >= 0; at = text.indexOf('…', at + 1)) dots += ELLIPSIS_DOTS;
  }
  return together >= leaders && dots >= LEADER_DOTS_MIN * leaders;
}

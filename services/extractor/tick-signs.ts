/** How a box to tick is told in text, from whatever kind of document. */
export const TICKED = '☒';
export const UNTICKED = '☐';

/** Those that documents have of themselves as well, inside a character class. */
export const TICK_BOXES = '☐☑☒';

/** How a tick box is written in text, for all formats. */
export const TICKED = '☒';
export const UNTICKED = '☐';

/** The signs that documents use themselves, for use in a character class. */
export const TICK_BOXES = '☐☑☒';

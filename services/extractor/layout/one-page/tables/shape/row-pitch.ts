/** Greatest distances between the baselines of rows without lines between them. */

/** Rows of any table, … */
export const ROW_PITCH_EM = 2.6;
/** … rows of at least three columns (LibreOffice prints the padded cells of web pages at 3.1) … */
export const ROW_PITCH_AIRY_EM = 3.4;
/** … and rows of at least four, or of three where several rows are at one distance, as invoices made of web pages pad them. */
export const ROW_PITCH_PADDED_EM = 4.2;

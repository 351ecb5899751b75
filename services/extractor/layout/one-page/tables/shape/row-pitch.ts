/** How far apart rows without lines between them are, from base line to base line. */

/** Rows of one table are at most this far apart, … */
export const ROW_PITCH_EM = 2.6;
/** … of three columns and more this far (LibreOffice prints the padded cells of web pages at 3.1) … */
export const ROW_PITCH_AIRY_EM = 3.4;
/** … of four and more, or of three where several rows stand at one distance, this far, as invoices made of web pages pad them … */
export const ROW_PITCH_PADDED_EM = 4.2;

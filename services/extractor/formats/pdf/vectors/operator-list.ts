/** What pdf.js returns of a page. */

/**
 * What pdf.js has read from the content stream, once for each page (`PDFOperatorList`). Nothing is decoded for it:
 * pictures arrive as `paintImageXObject` with arguments [object reference or null, pixel width, pixel height, stream];
 * form XObjects are expanded between `paintFormXObjectBegin` ([matrix, bounding box]) and `paintFormXObjectEnd`.
 */
export interface OperatorList {
  fnArray: number[];
  argsArray: unknown[];
}

/** Whether content of an optional content group, given by its id, is shown (ISO 32000-1, 8.11). */
export type Visibility = (group: unknown) => boolean;

/**
 * The intermediate document: what every format produces and every output is rendered from.
 *
 * A document is a flat list of blocks in reading order. Text is plain Unicode: no markup, no trailing white
 * space, lines inside a block separated by `\n` only where the line break itself means something (code, verse,
 * addresses). A format never drops content silently: what it could not read becomes a warning beside the value.
 */
import type { WarningCode } from './warnings.ts';

/** Number of the page, sheet or slide a block begins on, counted from 1; null where the format has none. */
export type PageNumber = number | null;

export type HeadingLevel = 1 | 2 | 3 | 4 | 5 | 6;

export interface Heading {
  kind: 'heading';
  level: HeadingLevel;
  text: string;
  page: PageNumber;
}

export interface Paragraph {
  kind: 'paragraph';
  text: string;
  page: PageNumber;
}

/** Program text or other preformatted lines; white space is kept as it is. */
export interface Code {
  kind: 'code';
  text: string;
  page: PageNumber;
}

/**
 * One item of a list. `text` excludes the bullet, and excludes the number where the list counts 1…n by itself;
 * a marker that counting could not reproduce (`16.`, `iii.`) stays in the text.
 */
export interface ListItem {
  text: string;
  /** Lists nested below this item, in order. */
  lists: List[];
}

export interface List {
  kind: 'list';
  ordered: boolean;
  items: ListItem[];
  page: PageNumber;
}

/** One cell at its top-left position; positions that a span covers have no cell of their own (as in HTML). */
export interface TableCell {
  text: string;
  /** Columns covered, at least 1. */
  colspan: number;
  /** Rows covered, at least 1. */
  rowspan: number;
  header: boolean;
}

export interface Table {
  kind: 'table';
  /** Rows from top to bottom, cells from left to right; a row may be empty where spans cover all of it. */
  rows: TableCell[][];
  page: PageNumber;
}

/** A picture. Text read from it by OCR follows as blocks of its own. */
export interface Image {
  kind: 'image';
  /** The author's alternative text; empty where there is none. */
  alt: string;
  caption: string | null;
  page: PageNumber;
}

export type Block = Heading | Paragraph | Code | List | Table | Image;

/** Something that could not be read as its author meant it. Never holds document text. */
export interface Warning {
  code: WarningCode;
  page: PageNumber;
}

export interface Document {
  blocks: Block[];
  /** Pages, sheets or slides, where the format reports a number. */
  pages: number | null;
  /** Whether any of the text was read by OCR. */
  ocr: boolean;
  warnings: Warning[];
}

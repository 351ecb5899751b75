/** What is kept of a page once it was read. */

import type { Rectangle, Rule } from './content.ts';
import type { PageTags } from './hints.ts';
import type { Line } from './line.ts';
import type { FoundTable } from './table.ts';

export interface Figure extends Rectangle {
  /** Index in `page.pictures` where the figure is one bitmap; null for drawings. */
  picture: number | null;
}

export interface Frame extends Rectangle {
  /** Only lines above and below: a box only where text runs beside it. */
  open: boolean;
}

export interface PageDraft {
  number: number;
  width: number;
  height: number;
  /** Upright lines outside tables. */
  lines: Line[];
  /** Lines that stand at an angle. */
  turned: Line[];
  /** Numbers that count the lines. */
  lineNumbers: Line[];
  /** Large words that other text is set over. */
  watermarks: Line[];
  tables: FoundTable[];
  /** Characters of the tables' words by their size. */
  tableSizes: ReadonlyMap<number, number>;
  /** Places of the tables in the structure tree's order, where it knows them. */
  tablePlaces: ReadonlyMap<FoundTable, number | null>;
  figures: Figure[];
  /** What may be a box around text, larger ones first. */
  frames: Frame[];
  /** Horizontal rules: what separates blocks and footnotes. */
  rules: Rule[];
  /** What the structure tree says. */
  tags: PageTags;
  /** Places of links within the document. */
  links: Rectangle[];
}

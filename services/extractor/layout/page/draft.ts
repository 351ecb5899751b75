/** What is kept of a page after it was read. */

import type { Rectangle, Rule } from './content.ts';
import type { PageTags } from './hints.ts';
import type { Line } from './line.ts';
import type { FoundTable } from './table.ts';

export interface Figure extends Rectangle {
  /** Index in `page.pictures` where the figure is one bitmap; null for drawings. */
  picture: number | null;
}

export interface Frame extends Rectangle {
  /** Whether it has only lines above and below: then it is a box only if text runs beside it. */
  open: boolean;
}

export interface PageDraft {
  number: number;
  width: number;
  height: number;
  /** Upright lines outside tables. */
  lines: Line[];
  /** Lines at an angle. */
  turned: Line[];
  /** Numbers that count the lines. */
  lineNumbers: Line[];
  /** Large words with other text set over them. */
  watermarks: Line[];
  tables: FoundTable[];
  /** Characters of the tables' words by their size. */
  tableSizes: ReadonlyMap<number, number>;
  /** Places of the tables in the structure tree's order, where it contains them. */
  tablePlaces: ReadonlyMap<FoundTable, number | null>;
  figures: Figure[];
  /** Frames that may be boxes around text, larger ones first. */
  frames: Frame[];
  /** Horizontal rules, which separate blocks and footnotes. */
  rules: Rule[];
  /** What the structure tree says. */
  tags: PageTags;
  /** Places of links within the document. */
  links: Rectangle[];
}

/** A piece of a page, with its place in the page's anatomy. */
import type { Block } from './block.ts';
import type { FoundTable } from './table.ts';

export type Zone = Edge | 'body' | 'footnote';

export interface FlowText {
  kind: 'text';
  block: Block;
  zone: Zone;
  page: number;
  /** Labels of a figure and entries of a table of contents are no headings, list items or paragraphs. */
  role: 'text' | 'figure' | 'entry';
  /** The box that it stands in, counted on its page: set into the running text, no part of it. */
  aside?: number | undefined;
}

export interface FlowTable {
  kind: 'table';
  found: FoundTable;
  zone: 'body';
  page: number;
  aside?: number | undefined;
}

export type Flow = FlowText | FlowTable;

export type Edge = 'header' | 'footer';

/** A piece of a page, with its zone. */
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
  /** The number, on its page, of the box that it stands in: set into the running text without being part of it. */
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

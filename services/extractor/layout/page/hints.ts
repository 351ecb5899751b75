/** Hints of the author's program: what a structure tree says of the text on a page, and which of it is trusted. */

/** What the structure tree says of a page, by marked-content identifiers. */
export interface PageTags {
  /** Levels of its headings. */
  headings: ReadonlyMap<number, number>;
  /** Numbers of the elements that text belongs to, in reading order. */
  elements: ReadonlyMap<number, number>;
  /** Its tables, as far as they are on the page. */
  tables: readonly TaggedTable[];
  /** What belongs to items of lists. */
  items: ReadonlyMap<number, TaggedItem>;
  /** Entries of tables of contents, counted from 1. */
  entries: ReadonlyMap<number, number>;
  /** Pictures and drawings that the author described. */
  figures: readonly DescribedFigure[];
  /** Texts that stand for what is drawn; empty for further content that the text before stands for. */
  actuals: ReadonlyMap<number, string>;
}

/**
 * Whether an element is a paragraph, a heading, an item or a cell, by its number. Content in none of them (in a `Div`,
 * or a `Span` by itself) has a place in reading order, an odd number, and is no block.
 */
export const isBlock = (element: number | undefined): element is number =>
  element !== undefined && element % 2 === 0;

export interface DescribedFigure {
  alt: string;
  /** Its own number among the elements of its page, in reading order. */
  place: number;
}

/** Where in a list something stands (ISO 32000-1, 14.8.4.3.3). Elements are counted on their page. */
export interface TaggedItem {
  item: number;
  list: number;
  /** From 1 for items of an outermost list. */
  depth: number;
  /** Whether it is part of the item's bullet or number. */
  label: boolean;
}

export interface TaggedCell {
  header: boolean;
  colspan: number;
  rowspan: number;
  identifiers: number[];
}

export type TaggedRow = TaggedCell[];

export interface TaggedTable {
  /** The rows with content on the page, and those between them. */
  rows: TaggedRow[];
  /** The index, from 0, of the first of them among the whole table's rows, and the number of its rows on all pages. */
  first: number;
  total: number;
}

export const NO_TAGS: PageTags = {
  headings: new Map(),
  elements: new Map(),
  tables: [],
  items: new Map(),
  entries: new Map(),
  figures: [],
  actuals: new Map(),
};

/** What the tags of a document can be trusted with. */
export interface TagTrust {
  /** Whether two elements are two blocks. */
  parts: boolean;
  /** Whether one element is one block. */
  joins: boolean;
  /** Whether items of lists are those of its lists. */
  lists: boolean;
}

export const NO_TRUST: TagTrust = { parts: false, joins: false, lists: false };

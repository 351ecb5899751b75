/** The state of the walk through one part of an OpenDocument file, and what was collected beside its text. */
import type { Block, PageNumber } from '../../../../schemas/document.ts';
import type { Allowance } from '../../allowance.ts';
import type { FlowItem } from '../../story/flow.ts';
import type { TextLook } from '../../story/look-headings.ts';
import type { XmlReader } from '../../xml/reader.ts';
import type { LevelNumbers, Styles } from './styles.ts';

/** A level of a list or of the outline, and the number of its last item. */
export interface CountedLevel {
  numbers: LevelNumbers | null;
  value: number;
}

/** A `text:list` that is being read. */
export interface OpenList {
  numbers: LevelNumbers | null;
  /** The numbers of the last items by level, for the outermost list and all lists inside it. */
  counts: number[];
  /** Whether its headings are counted with the chapters, according to the open item; null for all other lists. */
  chapters: { isHeader: boolean; start: string | undefined } | null;
}

export interface EmbeddedObject {
  /** For a chart, its data. */
  blocks: Block[];
  /** Empty for all but formulas. */
  formula: string;
}

export interface Story {
  readonly reader: XmlReader;
  readonly styles: Styles;
  readonly allowance: Allowance;
  /** Slide or sheet; null in a text. */
  page: PageNumber;
  /** Footnotes and endnotes in the order of their marks. */
  readonly notes: FlowItem[];
  readonly comments: FlowItem[];
  /** Returns the content of a frame's object, by the name of its folder in the package. */
  readonly objects: (folder: string) => EmbeddedObject;
  /** Numbers of lists by list style and, after `#`, by id, for lists that continue. */
  readonly counted: Map<string, number[]>;
  /** The open lists, outermost first. */
  readonly lists: OpenList[];
  /** The open chapters, outermost first, as the outline style counts them. */
  readonly outline: CountedLevel[];
  /** Footers of slides: by name where the deck declares them, and those that an earlier slide has shown. */
  readonly footers: { readonly declared: Map<string, string>; readonly told: Set<string> };
  /** Whether it is a head or foot of a text or of printed sheets, in which paragraphs that only count pages are left out. */
  readonly furniture: 'text' | 'sheets' | null;
  /** The looks of a text's paragraphs; null in slides, sheets, heads and feet. */
  readonly looks: Map<FlowItem, TextLook> | null;
  /** Depth of nested stories (cells, notes, boxes). */
  nesting: number;
  /** Numbers of items without content in the cell being read; null outside cells. */
  numbersAlone: string[] | null;
}

/** Deepest nesting of stories: no author goes deeper, and reading recurses. */
export const NESTING_MAX = 64;

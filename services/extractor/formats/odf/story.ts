/** What is read while one part of an OpenDocument file is walked through, and what was collected beside its text. */
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
  /** The numbers of the last items by level, of the outermost list and all inside it. */
  counts: number[];
  /** Its headings are counted with the chapters, as the open item says; null for all other lists. */
  chapters: { isHeader: boolean; start: string | undefined } | null;
}

export interface EmbeddedObject {
  /** Of a chart, its data. */
  blocks: Block[];
  /** Empty for all others. */
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
  /** What frames hold, by the name of its folder in the package. */
  readonly objects: (folder: string) => EmbeddedObject;
  /** Numbers of lists by list style and, behind `#`, by id, for lists that count on. */
  readonly counted: Map<string, number[]>;
  /** The lists that are open, outermost first. */
  readonly lists: OpenList[];
  /** The chapters that are open, outermost first, as the outline style counts them. */
  readonly outline: CountedLevel[];
  /** Of slides: by name where the deck declares them, and those that a slide before has shown. */
  readonly footers: { readonly declared: Map<string, string>; readonly told: Set<string> };
  /** A head or foot of a text or of printed sheets, whose paragraphs that only count pages are left out. */
  readonly furniture: 'text' | 'sheets' | null;
  /** How the paragraphs of a text look; null in slides, sheets, heads and feet. */
  readonly looks: Map<FlowItem, TextLook> | null;
  /** How deep stories stand in each other (cells, notes, boxes). */
  nesting: number;
  /** Numbers of items without content, in the cell that is being read; null where there is none. */
  numbersAlone: string[] | null;
}

/** Stories in stories: deeper ones are made by no author, and reading recurses. */
export const NESTING_MAX = 64;

/** What is read while one part of an OpenDocument file is walked through, and what was collected beside its text. */
import type { Block, PageNumber } from '../../../../schemas/document.ts';
import type { Allowance } from '../../allowance.ts';
import type { XmlReader } from '../../xml/reader.ts';
import type { Styles } from './styles.ts';

export interface Story {
  readonly reader: XmlReader;
  readonly styles: Styles;
  readonly allowance: Allowance;
  /** Slide or sheet; null in a text. */
  page: PageNumber;
  /** Footnotes and endnotes in the order of their marks. */
  readonly notes: Block[];
  readonly comments: Block[];
  /** Charts and formulas that frames hold, by the name of their folder in the package. */
  readonly objects: (folder: string) => Block[];
  /** Last numbers of lists by list style, for lists that count on. */
  readonly counted: Map<string, number>;
  /** How deep stories stand in each other (cells, notes, boxes). */
  nesting: number;
}

/** Stories in stories: deeper ones are made by no author, and reading recurses. */
export const NESTING_MAX = 64;

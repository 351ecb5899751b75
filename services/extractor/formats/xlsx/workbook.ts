import type { TableCell } from '../../../../schemas/document.ts';
import type { Package } from '../../archive/package.ts';
import type { CellFormats } from './cell-formats.ts';
import type { CellImages } from './cell-images.ts';
import type { RichValues } from './rich-values.ts';

/** What all sheets of a workbook have in common. */
export interface Workbook {
  package: Package;
  strings: readonly string[];
  /** Cells by the index of their string, once one was read: a string may be in many cells. */
  cells: (TableCell | undefined)[];
  formats: CellFormats;
  richValues: RichValues;
  images: CellImages;
  /**
   * Whether the program that wrote it cannot calculate and leaves that to the reader: a formula's result is 0 until
   * then, or missing.
   */
  uncalculated: boolean;
  /** Lines around the pages of the sheets read so far; the same words appear only once. */
  furniture: Set<string>;
}

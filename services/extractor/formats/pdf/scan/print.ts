/** Compares the print of pictures with the document's own in size. */

import type { PageContent } from '../../../layout/page/content.ts';
import type { RecognizedLine } from '../../../ocr/engine.ts';
import { emOf, weightedMedian } from '../../../ocr/print-size.ts';

/**
 * Print below this share of the document's own size illustrates and is not meant to be read: screenshots and dashboards
 * on slides have .25 to .45, labels of charts in reports at least .65.
 */
const LEAST_PRINT_SHARE = 0.5;

/** The size of most of a document's text, learned page by page. */
export class DocumentPrint {
  /** Characters by size in points. */
  private readonly characters = new Map<number, number>();

  add({ items }: PageContent): void {
    for (const { size, text } of items)
      this.characters.set(size, (this.characters.get(size) ?? 0) + text.length);
  }

  isKnown(): boolean {
    return this.characters.size > 0;
  }

  /** Whether the lines, at `scale` pixels to the point, are too small to be read; false before a page was added. */
  dwarfs(lines: readonly RecognizedLine[], scale: number): boolean {
    const sizes = lines.map(({ words }) => ({ value: emOf(words) / scale, weight: charactersOf(words) }));
    return weightedMedian(sizes) < LEAST_PRINT_SHARE * this.usualSize();
  }

  private usualSize(): number {
    return weightedMedian([...this.characters].map(([value, weight]) => ({ value, weight })));
  }
}

const charactersOf = (words: RecognizedLine['words']): number =>
  words.reduce((sum, word) => sum + word.text.length, 0);

/** How much of a document OCR read, and with what confidence. */
import type { GreyImage, OcrEngine, RecognizedPage } from './engine.ts';

export interface OcrCount {
  /** Pictures of pages in which text was found. */
  pages: number;
  /** Their mean confidence, 0 to 100; null without pages. */
  confidence: number | null;
}

/** Counts what passes through it, whichever format asks and whichever worker reads. */
export class OcrTally implements OcrEngine {
  readonly atOnce: number;
  private readonly engine: OcrEngine;
  private readonly confidences: number[] = [];

  constructor(engine: OcrEngine) {
    this.engine = engine;
    this.atOnce = engine.atOnce ?? 1;
  }

  async recognize(image: GreyImage, more?: boolean): Promise<RecognizedPage> {
    const page = await this.engine.recognize(image, more);
    if (page.lines.length > 0) this.confidences.push(page.confidence);
    return page;
  }

  count(): OcrCount {
    const pages = this.confidences.length;
    const sum = this.confidences.reduce((total, one) => total + one, 0);
    return { pages, confidence: pages === 0 ? null : Math.round(sum / pages) };
  }
}

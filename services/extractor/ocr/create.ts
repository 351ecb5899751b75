/** The OCR engine of a document worker. */
import type { GreyImage, OcrEngine, RecognizedPage } from './engine.ts';
import { isForeign } from './foreign.ts';
import { findLanguages } from './languages.ts';
import { readPage } from './read-page.ts';
import type { Language, TesseractReader } from './tesseract/reader.ts';

export interface OcrOptions {
  /** Tesseract's codes, the most likely language first; each one more costs time on every page. */
  languages: string[];
  /** Folder with further `CODE.traineddata` files. */
  modelFolder?: string;
}

/**
 * Pictures until the engine is loaded anew: it learns from what it reads, which must not travel from one document
 * to the next, and its memory only grows. Loading costs 0.1 s.
 */
const PICTURES_BEFORE_RENEWAL = 25;

/**
 * An engine that loads nothing before its first picture.
 * Throws when a language's model cannot be found.
 */
export async function createOcrEngine(options: OcrOptions): Promise<OcrEngine> {
  return new LazyEngine(findLanguages(options.languages, options.modelFolder ?? null));
}

class LazyEngine implements OcrEngine {
  private readonly languages: Language[];
  private reader: TesseractReader | null = null;
  private picturesLeft = 0;
  /** One picture at a time: the engine has one state, and pictures are large. */
  private last: Promise<unknown> = Promise.resolve();

  constructor(languages: Language[]) {
    this.languages = languages;
  }

  recognize(image: GreyImage): Promise<RecognizedPage> {
    const page = this.last.then(() => this.read(image));
    this.last = page.catch(() => {});
    return page;
  }

  private async read(image: GreyImage): Promise<RecognizedPage> {
    try {
      const page = await readPage(await this.readerForOne(), image);
      const codes = this.languages.map(language => language.code);
      return isForeign(page.lines, codes) ? { ...page, foreign: true } : page;
    } catch (error) {
      // Whatever state it is in, the next picture gets a new one.
      this.reader = null;
      throw error;
    }
  }

  private async readerForOne(): Promise<TesseractReader> {
    if (this.reader === null || this.picturesLeft === 0) {
      // The old one must be garbage before the new one takes its memory.
      this.reader = null;
      const { TesseractReader } = await import('./tesseract/reader.ts');
      this.reader = await TesseractReader.load(this.languages);
      this.picturesLeft = PICTURES_BEFORE_RENEWAL;
    }
    this.picturesLeft--;
    return this.reader;
  }
}

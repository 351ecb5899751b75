/** Tesseract's languages, each loaded when it is first asked for. */
import type { GreyImage, RecognizedLine } from '../engine.ts';
import type { Language } from '../languages.ts';
import { type Shape, TesseractReader } from './reader.ts';

/** The number loaded at a time: each holds its model twice and a core of 60 MB. */
const MOST_LOADED = 2;
/**
 * The number of pictures after which a language is loaded anew. The core adapts to what it reads, which must not carry
 * over from one document to the next, and its memory only grows. Loading costs 0.1 s.
 */
const PICTURES_BEFORE_RENEWAL = 400;

interface Loaded {
  reader: TesseractReader;
  picturesLeft: number;
}

export class TesseractPool {
  private readonly languages: ReadonlyMap<string, Language>;
  /** By code; the most recently used is last. */
  private readonly loaded = new Map<string, Loaded>();
  /** The language that pages are read in if Tesseract reads them alone. */
  readonly preferred: string;

  /** `wanted`: the languages as asked for, some of which may have no model here; the first that has one is preferred. */
  constructor(languages: readonly Language[], wanted: readonly string[] = []) {
    this.languages = new Map(languages.map(language => [language.code, language]));
    this.preferred = wanted.find(code => this.languages.has(code)) ?? 'eng';
  }

  get codes(): string[] {
    return [...this.languages.keys()];
  }

  has(code: string): boolean {
    return this.languages.has(code);
  }

  /** `codes`: one, or several joined by `+`. Throws if a language is not available or the core is broken. */
  read(codes: string, image: GreyImage, shape: Shape): Promise<RecognizedLine[]> {
    return this.ask(codes, reader => reader.read(image, shape));
  }

  /** Degrees by which a page's lines fall to the right. Throws like `read`. */
  leanOf(codes: string, image: GreyImage): Promise<number> {
    return this.ask(codes, reader => reader.leanOf(image));
  }

  private async ask<T>(codes: string, question: (reader: TesseractReader) => Promise<T>): Promise<T> {
    const { reader } = await this.readerOf(codes);
    try {
      return await question(reader);
    } catch (error) {
      // The core may be in any state now, so the next picture gets a new one.
      this.loaded.delete(codes);
      throw error;
    }
  }

  private async readerOf(codes: string): Promise<Loaded> {
    let loaded = this.loaded.get(codes);
    this.loaded.delete(codes);
    if (loaded === undefined || loaded.picturesLeft === 0) {
      // The old one must be garbage before the new one takes its memory.
      loaded = undefined;
      const oldest = this.loaded.keys().next().value;
      if (this.loaded.size >= MOST_LOADED && oldest !== undefined) this.loaded.delete(oldest);
      loaded = {
        reader: await TesseractReader.load(codes.split('+').map(code => this.languageOf(code))),
        picturesLeft: PICTURES_BEFORE_RENEWAL,
      };
    }
    loaded.picturesLeft--;
    this.loaded.set(codes, loaded);
    return loaded;
  }

  private languageOf(code: string): Language {
    const language = this.languages.get(code);
    if (language === undefined) throw new Error(`No Tesseract model of ${code} is loaded.`);
    return language;
  }
}

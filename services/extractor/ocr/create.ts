/** Creates the OCR engine of a document worker. */
import type { GreyImage, OcrEngine, RecognizedPage } from './engine.ts';
import { findLanguages, type Language } from './languages.ts';
import type { NetworkReader } from './networks/reader.ts';
import type { Precision } from './networks/runtime.ts';

export interface OcrOptions {
  /** Tesseract's language codes, the most likely first; `eng` alone means every language available here. */
  languages: string[];
  /** Folder with additional `CODE.traineddata` files. */
  modelFolder?: string;
  /** The precision in which the networks run faster here, asked before the first picture; measured if undefined. */
  precision?: () => Precision | undefined;
  /** False behaves as if the native module did not load, for tests. */
  networks?: boolean;
}

/** Creates an engine that loads nothing before its first picture. Throws if a language's model cannot be found. */
export async function createOcrEngine(options: OcrOptions): Promise<OcrEngine> {
  const languages = findLanguages(options.languages, options.modelFolder ?? null);
  return new LazyEngine(languages, options);
}

type ReadPicture = (image: GreyImage) => Promise<RecognizedPage>;

class LazyEngine implements OcrEngine {
  private readonly languages: readonly Language[];
  private readonly options: OcrOptions;
  private reader: Promise<ReadPicture> | null = null;
  /** The last picture begun. Pictures are large, so only one is read at a time. */
  private last: Promise<unknown> = Promise.resolve();

  constructor(languages: readonly Language[], options: OcrOptions) {
    this.languages = languages;
    this.options = options;
  }

  recognize(image: GreyImage): Promise<RecognizedPage> {
    const page = this.last.then(() => this.read(image));
    this.last = page.catch(() => {});
    return page;
  }

  private async read(image: GreyImage): Promise<RecognizedPage> {
    this.reader ??= this.load();
    try {
      return await (await this.reader)(image);
    } catch (error) {
      // The reader may be in any state now, so the next picture gets a new one.
      this.reader = null;
      throw error;
    }
  }

  private async load(): Promise<ReadPicture> {
    const [{ TesseractPool }, networks] = await Promise.all([
      import('./tesseract/pool.ts'),
      this.options.networks === false ? null : loadNetworks(this.options.precision?.()),
    ]);
    const tesseract = new TesseractPool(this.languages, this.options.languages);
    if (networks !== null) {
      const { readPage } = await import('./read-page.ts');
      return image => readPage({ networks, tesseract }, image);
    }
    const { readWithTesseract } = await import('./tesseract/read-page.ts');
    return image => readWithTesseract(tesseract, image);
  }
}

/** Null if the native module does not load; the extractor reports that when it starts. */
async function loadNetworks(known: Precision | undefined): Promise<NetworkReader | null> {
  const { NetworkReader } = await import('./networks/reader.ts');
  const { fasterPrecision } = await import('./networks/precision.ts');
  const precision = known ?? (await fasterPrecision());
  return precision === null ? null : NetworkReader.load(precision);
}

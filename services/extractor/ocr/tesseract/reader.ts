/** One loaded Tesseract: grey pixels in, lines out. The picture is not processed before. */
import { readFile } from 'node:fs/promises';
import { gunzipSync } from 'node:zlib';
import type { GreyImage, RecognizedLine } from '../engine.ts';
import type { Language } from '../languages.ts';
import { pgm } from '../pixels/pgm.ts';
import { loadCore, type TesseractApi, type TesseractCore } from './core.ts';
import { linesOf } from './results.ts';

/** Whether the picture is a page, whose columns and blocks are to be found, or a single line. */
export type Shape = 'page' | 'line';

/** Page segmentation modes (PSM): automatic without orientation, a single line. */
const SEGMENTATION: Record<Shape, string> = { page: '3', line: '7' };

/**
 * The mean confidence (0…1) of a line below which the core also reads its negative. For pages this is its own default.
 * A single line is cut out of a picture whose ground is known, and many of these read badly, so trying negatives would
 * double their time.
 */
const INVERTED_BELOW: Record<Shape, string> = { page: '0.7', line: '0' };

const LSTM_ONLY = 1;
/** The core refuses smaller pictures ("image too small to scale") and reports that only on its console. */
const LEAST_SIDE_PX = 8;
const INPUT = '/input';

export class TesseractReader {
  private readonly core: TesseractCore;
  private readonly api: TesseractApi;

  private constructor(core: TesseractCore, api: TesseractApi) {
    this.core = core;
    this.api = api;
  }

  /** Throws if a model cannot be used. */
  static async load(languages: readonly Language[]): Promise<TesseractReader> {
    const core = await loadCore();
    for (const { code, file } of languages) core.FS.writeFile(`./${code}.traineddata`, await model(file));
    const api = new core.TessBaseAPI();
    const codes = languages.map(language => language.code).join('+');
    if (api.Init(null, codes, LSTM_ONLY) !== 0)
      throw new Error(`Tesseract cannot use the models of ${codes}.`);
    return new TesseractReader(core, api);
  }

  /** Blocks until it is done: about a second for a page. Throws only if the core is broken. */
  async read(image: GreyImage, shape: Shape): Promise<RecognizedLine[]> {
    if (!this.take(image, shape)) return [];
    this.api.Recognize(null);
    const results = this.api.GetIterator();
    const lines = linesOf(results);
    this.core.destroy(results);
    this.clear();
    return lines;
  }

  /** Degrees by which a page's lines fall to the right, up to about six. */
  async leanOf(image: GreyImage): Promise<number> {
    if (!this.take(image, 'page')) return 0;
    this.api.FindLines();
    const radians = this.api.GetGradient();
    this.clear();
    return (-radians * 180) / Math.PI;
  }

  private take(image: GreyImage, shape: Shape): boolean {
    if (image.width < LEAST_SIDE_PX || image.height < LEAST_SIDE_PX) return false;
    this.core.FS.writeFile(INPUT, pgm(image));
    this.api.SetVariable('tessedit_pageseg_mode', SEGMENTATION[shape]);
    this.api.SetVariable('invert_threshold', INVERTED_BELOW[shape]);
    if (this.api.SetImageFile(1, 0) !== 0) throw new Error('Tesseract refused a picture.');
    return true;
  }

  private clear(): void {
    this.api.Clear();
    this.core.FS.writeFile(INPUT, new Uint8Array());
  }
}

async function model(file: string): Promise<Uint8Array> {
  const bytes = await readFile(file);
  return file.endsWith('.gz') ? gunzipSync(bytes) : bytes;
}

/** PP-OCRv6 as a reader of lines. */
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Box, GreyImage, RecognizedLine } from '../engine.ts';
import { foreignShare, hasStrayIdeograph } from './alphabets.ts';
import { type DecodedLetter, decoded } from './decode.ts';
import { type FoundLine, findLines, normalized } from './detect.ts';
import { inkOf, tightened } from './ink.ts';
import { Networks, type Numbers, type Precision } from './runtime.ts';
import { STRIP_HEIGHT_PX, stripOf } from './strip.ts';
import { wordsOf } from './words.ts';

const MODELS = join(import.meta.dirname, '..', 'models');

/** The letters of Latin print, a fifth of the time of the whole alphabet, which has Chinese and Japanese. */
const LATIN = 'letters.latin';
const WHOLE = 'letters';
/** So many of a line's columns that fit no Latin letter make it worth reading with the whole alphabet. */
const FOREIGN_SHARE = 0.02;

/** What a line's reading says of itself. */
export interface LineReading {
  /** Null where nothing is read. */
  line: RecognizedLine | null;
  /** Mean probability of its letters, 0…1. */
  probability: number;
  /** Letters for each of the line's heights that its ink is wide. */
  density: number;
  /** Share of columns whose best letter of the whole alphabet hardly fits. */
  foreign: number;
  /** Shades from its paper to its ink, 0…255. */
  contrast: number;
}

/** Print in the alphabet comes to .8 letters a height and more, in others to .5 at most, for they are left out … */
const LEAST_DENSITY = 0.6;
/** … or guessed; a worn line comes to .85 … */
const LEAST_PROBABILITY = 0.8;
/** … and Greek without its accents, Vietnamese without its marks are seen from columns that nothing fits. */
const MOST_FOREIGN = 0.02;

/** Whether the line is in letters that the networks know. */
export const isLegible = ({ line, probability, density, foreign }: LineReading): boolean =>
  line !== null && probability >= LEAST_PROBABILITY && density >= LEAST_DENSITY && foreign < MOST_FOREIGN;

/** A line's letters by one alphabet. */
interface ReadLetters {
  letters: DecodedLetter[];
  foreign: number;
}

export class NetworkReader {
  private readonly networks: Networks;
  private readonly alphabets = new Map<string, Promise<string[]>>();

  private constructor(networks: Networks) {
    this.networks = networks;
  }

  static async load(precision: Precision): Promise<NetworkReader> {
    return new NetworkReader(await Networks.load(precision));
  }

  /** Where lines are: see `findLines`. */
  find(image: GreyImage): Promise<FoundLine[]> {
    return findLines(this.networks, image);
  }

  read(image: GreyImage, box: Box): Promise<LineReading> {
    return this.readBy(image, box, features => this.bestOf(features));
  }

  /** By the whole alphabet, whatever the Latin one says: it hardly sees that an ideograph stands beside figures. */
  readByWhole(image: GreyImage, box: Box): Promise<LineReading> {
    return this.readBy(image, box, features => this.lettersOf(WHOLE, features));
  }

  private async readBy(
    image: GreyImage,
    box: Box,
    lettersOf: (features: Numbers) => Promise<ReadLetters>,
  ): Promise<LineReading> {
    const strip = await stripOf(image, box);
    const features = await this.networks.features(
      normalized(strip.image),
      strip.image.width,
      STRIP_HEIGHT_PX,
    );
    const { letters, foreign } = await lettersOf(features);
    const ink = inkOf(strip.image);
    const words = wordsOf(strip, ink, letters, features.shape[1] ?? 1);
    const { left, right } = tightened(ink, { left: 0, right: ink.width });
    const count = letters.filter(({ text }) => text.trim() !== '').length;
    return {
      line: words.length === 0 ? null : { ...strip.box, words },
      probability: meanOf(letters),
      density: (count * ink.height) / (right - left),
      foreign,
      contrast: ink.contrast,
    };
  }

  /** By the Latin alphabet, or by the whole one where that finds what the Latin one lacks. */
  private async bestOf(features: Numbers): Promise<ReadLetters> {
    const latin = await this.lettersOf(LATIN, features);
    if (latin.foreign < FOREIGN_SHARE) return latin;
    const whole = await this.lettersOf(WHOLE, features);
    const text = whole.letters.map(letter => letter.text).join('');
    return hasStrayIdeograph(text) ? latin : whole;
  }

  private async lettersOf(name: string, features: Numbers): Promise<ReadLetters> {
    const [columns, alphabet] = [await this.networks.letters(name, features), await this.alphabet(name)];
    return { letters: decoded(columns, alphabet), foreign: foreignShare(columns, alphabet) };
  }

  private alphabet(name: string): Promise<string[]> {
    const known = this.alphabets.get(name);
    if (known !== undefined) return known;
    const read = readFile(join(MODELS, `${name}.txt`), 'utf8').then(text => text.split('\n'));
    this.alphabets.set(name, read);
    return read;
  }
}

function meanOf(letters: readonly DecodedLetter[]): number {
  if (letters.length === 0) return 0;
  return letters.reduce((sum, { probability }) => sum + probability, 0) / letters.length;
}

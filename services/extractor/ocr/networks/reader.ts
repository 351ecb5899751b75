/** Reads lines with PP-OCRv6. */
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

/** The letters of Latin print, which take a fifth of the time of the whole alphabet with Chinese and Japanese. */
const LATIN = 'letters.latin';
const WHOLE = 'letters';
/** A line in which this share of the columns fits no Latin letter is read again with the whole alphabet. */
const FOREIGN_SHARE = 0.02;

/** A line's reading and how far it can be trusted. */
export interface LineReading {
  /** Null if nothing was read. */
  line: RecognizedLine | null;
  /** Mean probability of its letters, 0…1. */
  probability: number;
  /** Letters for each line height of the ink's width. */
  density: number;
  /** The share of columns for which even the best letter of the whole alphabet hardly fits. */
  foreign: number;
  /** Difference in shade between its paper and its ink, 0…255. */
  contrast: number;
}

/**
 * Print in the alphabet has at least .8 letters for each line height; in other scripts it has at most .5, because
 * letters are dropped …
 */
const LEAST_DENSITY = 0.6;
/** … or guessed. A worn line has a probability of .85 … */
const LEAST_PROBABILITY = 0.8;
/** … and Greek without its accents or Vietnamese without its marks shows in columns that nothing fits. */
const MOST_FOREIGN = 0.02;

/** Whether the line is written in letters that the networks know. */
export const isLegible = ({ line, probability, density, foreign }: LineReading): boolean =>
  line !== null && probability >= LEAST_PROBABILITY && density >= LEAST_DENSITY && foreign < MOST_FOREIGN;

/** A line's letters in one alphabet. */
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

  /** Where the lines are, see `findLines`. */
  find(image: GreyImage): Promise<FoundLine[]> {
    return findLines(this.networks, image);
  }

  read(image: GreyImage, box: Box): Promise<LineReading> {
    return this.readBy(image, box, features => this.bestOf(features));
  }

  /** Reads with the whole alphabet, whatever the Latin one gives: the latter hardly notices an ideograph beside figures. */
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

  /** Reads with the Latin alphabet, or with the whole one if that finds something that the Latin one lacks. */
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

/**
 * Reads each line of a page with the recogniser that suits it: PP-OCRv6 knows Latin, Chinese and Japanese. Lines that
 * it cannot read are tried in languages of other scripts, and then read by Tesseract in the one that fits.
 */
import { meanConfidence } from './confidence.ts';
import type { Box, GreyImage, RecognizedLine } from './engine.ts';
import type { FoundPrint } from './find-print.ts';
import { withLatinWords } from './latin-words.ts';
import { ideographsIn, isIdeographic } from './networks/alphabets.ts';
import { isLegible, type LineReading, type NetworkReader } from './networks/reader.ts';
import { isMostlyIn, isWrittenIn, mayBe, othersOf, SCRIPTS, type Script } from './scripts.ts';
import { withoutShowThrough } from './show-through.ts';
import { joinedLetters } from './tesseract/joined-letters.ts';
import type { TesseractPool } from './tesseract/pool.ts';
import { readLine, withInkHeights } from './tesseract/read-line.ts';
import { readPointedLine } from './tesseract/read-pointed.ts';

export interface Readers {
  networks: NetworkReader;
  tesseract: TesseractPool;
}

/** Lines below this (0…1) are pictures, stamps and stains … */
const LEAST_PROBABILITY = 0.5;
/**
 * … and so are lines in which a larger share of columns fits nothing in the whole alphabet: rows of worn stars are read
 * as Chinese.
 */
const MOST_FOREIGN = 0.3;
/** The script is determined from this many lines, the widest that cannot be read. */
const TRIAL_LINES = 3;
/** If the trial lines are read this confidently (0…100), no other language is tried … */
const CERTAIN = 85;
/** … and below this, the language is not used. */
const LEAST_CONFIDENCE = 55;
/**
 * A line that cannot be read counts only if it is this many times as wide as high; shorter ones are logos, pictures or
 * stains.
 */
const LEAST_SHAPE = 3;

/**
 * If this many lines, and this share of the page's print by length, could not be read, the page is probably in a
 * language that is not available.
 */
const LEAST_LOST = 3;
const LEAST_LOST_SHARE = 0.5;

export interface ReadPrint {
  lines: RecognizedLine[];
  /** Whether most of the page's print could not be read in any available language. */
  isMostlyUnread: boolean;
}

interface PageLine {
  box: Box;
  reading: LineReading;
}

export async function readLines({ networks, tesseract }: Readers, print: FoundPrint): Promise<ReadPrint> {
  const { image } = print;
  const all: PageLine[] = [];
  for (const box of print.lines)
    all.push({ box, reading: print.read.get(box) ?? (await networks.read(image, box)) });
  const lines = withoutShowThrough(all);
  if (isOfIdeographs(lines))
    for (const line of lines) line.reading = await withIdeographs(networks, image, line);
  const unread = lines.filter(({ box, reading }) => !isLegible(reading) && isLong(box));
  const language = mayBeScript(unread.length, lines.length)
    ? await languageOf(tesseract, print, unread, lines.length)
    : null;
  const read: RecognizedLine[] = [];
  for (const { box, reading } of lines) {
    const own = isPrint(reading) ? reading.line : null;
    const isOther =
      language !== null &&
      (!isCertain(reading) || isLatinToo(language) || hasLettersOf(language, textOf(own)));
    const other = isOther ? await readIn(tesseract, language, image, box) : null;
    if (isOther && other !== null && isBetter(other, language, reading))
      read.push(
        withInkHeights(
          image,
          isLatinToo(language)
            ? other
            : joinedLetters(await withLatinWords(place => networks.read(image, place), other)),
        ),
      );
    else if (own !== null) read.push(own);
  }
  return { lines: read, isMostlyUnread: language === null && areMost(unread, lines) };
}

function areMost(unread: readonly PageLine[], all: readonly PageLine[]): boolean {
  const lengthOf = (lines: readonly PageLine[]) =>
    lines.reduce((sum, { box: { left, top, right, bottom } }) => sum + (right - left) / (bottom - top), 0);
  return unread.length >= LEAST_LOST && lengthOf(unread) >= LEAST_LOST_SHARE * lengthOf(all);
}

/**
 * A page is Chinese or Japanese if this many of its lines are, and this share; the share is low because tables hold
 * more figures than words.
 */
const LEAST_IDEOGRAPHIC = 2;
const LEAST_IDEOGRAPHIC_SHARE = 0.1;

function isOfIdeographs(lines: readonly PageLine[]): boolean {
  const count = lines.filter(
    ({ reading }) => isLegible(reading) && isIdeographic(lettersOf(reading.line)),
  ).length;
  return count >= LEAST_IDEOGRAPHIC && count >= LEAST_IDEOGRAPHIC_SHARE * lines.length;
}

/**
 * The reading, or another one that includes the units, months and currencies that stand beside figures on such a page
 * (`3500元`, `12月`).
 */
async function withIdeographs(
  networks: NetworkReader,
  image: GreyImage,
  { box, reading }: PageLine,
): Promise<LineReading> {
  if (ideographsIn(lettersOf(reading.line)) > 0) return reading;
  const whole = await networks.readByWhole(image, box);
  return isLegible(whole) && ideographsIn(lettersOf(whole.line)) > 0 ? whole : reading;
}

/** On a page in another script, a line read with this probability (0…1) is kept as PP-OCRv6 read it. */
const CERTAIN_PROBABILITY = 0.95;

const isCertain = (reading: LineReading): boolean =>
  isLegible(reading) && reading.probability >= CERTAIN_PROBABILITY;

/** Whether the language's reading replaces one that may be legible, judged by the words in the language's own letters. */
function isBetter(other: RecognizedLine, language: string, reading: LineReading): boolean {
  const own = other.words.filter(({ text }) => hasLettersOf(language, text));
  if (own.length === 0) return !isLegible(reading) && meanConfidence([other]) >= LEAST_CONFIDENCE;
  return meanConfidence([{ ...other, words: own }]) >= LEAST_CONFIDENCE;
}

function readIn(
  tesseract: TesseractPool,
  code: string,
  image: GreyImage,
  box: Box,
): Promise<RecognizedLine | null> {
  const script = SCRIPTS.find(({ languages }) => languages.includes(code));
  const models = script?.isReadAlone !== true && tesseract.has('eng') ? `${code}+eng` : code;
  return script?.isPointed === true
    ? readPointedLine(tesseract, models, image, box)
    : readLine(tesseract, models, image, box);
}

const lettersOf = (line: RecognizedLine | null): string => line?.words.map(({ text }) => text).join('') ?? '';

const textOf = (line: RecognizedLine | null): string => line?.words.map(({ text }) => text).join(' ') ?? '';

const isPrint = ({ probability, foreign }: LineReading): boolean =>
  probability >= LEAST_PROBABILITY && foreign <= MOST_FOREIGN;

/** A paragraph of this many unread lines, making up this share of the page … */
const LEAST_UNREAD = 3;
const LEAST_UNREAD_SHARE = 0.05;
/**
 * … or this share of a page with few lines may be in another script. Single lines are logos, stamps or handwriting, and
 * a trial takes one to two seconds.
 */
const MOSTLY_UNREAD_SHARE = 0.3;

/** Whether this many unread lines are likely print in another script. */
function mayBeScript(unread: number, all: number): boolean {
  const isParagraph = unread >= LEAST_UNREAD && unread >= LEAST_UNREAD_SHARE * all;
  return isParagraph || (unread > 0 && unread >= MOSTLY_UNREAD_SHARE * all);
}

/** A language written in Latin letters, some of which the networks lack, also has lines without any of those. */
const isLatinToo = (language: string): boolean => language === 'vie';

/** PP-OCRv6 has the plain letters of Greek, but neither accents nor the final sigma. */
function hasLettersOf(language: string, text: string): boolean {
  const script = SCRIPTS.find(({ languages }) => languages.includes(language));
  return script !== undefined && text.search(script.letters) >= 0;
}

const isLong = ({ left, top, right, bottom }: Box): boolean => right - left >= LEAST_SHAPE * (bottom - top);

/**
 * If a smaller share of a page's lines cannot be read, they may be worn Latin print or Fraktur, in which the Thai model
 * finds its own letters at a confidence of up to 69. A trial must then contain hardly anything else and reach the
 * confidence that pages in its language have.
 */
const MOST_UNREAD_SHARE = 0.5;
const SURE_OF_FEW = 75;
/** No line is read more confidently, so a trial that can no longer reach its bound ends early. */
const SUREST = 98;

interface Trial {
  code: string;
  confidence: number;
  text: string;
}

/** The language of the widest lines; null if it is none of the available ones. */
async function languageOf(
  tesseract: TesseractPool,
  { image }: FoundPrint,
  unread: readonly PageLine[],
  all: number,
): Promise<string | null> {
  const widthOf = ({ box }: PageLine) => box.right - box.left;
  const widest = [...unread].sort((a, b) => widthOf(b) - widthOf(a)).slice(0, TRIAL_LINES);
  const areFew = unread.length < MOST_UNREAD_SHARE * all;
  const trialOf = async (code: string, least = 0): Promise<Trial> => {
    const read: RecognizedLine[] = [];
    for (const [at, { box }] of widest.entries()) {
      const line = await readIn(tesseract, code, image, box);
      if (line !== null) read.push(line);
      const best = meanConfidence(read) * read.length + SUREST * (widest.length - at - 1);
      if (best < least * widest.length) break;
    }
    const text = read.map(textOf).join(' ');
    return { code, text, confidence: (meanConfidence(read) * read.length) / widest.length };
  };
  let best: { script: Script; trial: Trial } | null = null;
  /** Used if nothing better is found. */
  let mixed: { script: Script; trial: Trial } | null = null;
  for (const script of [...SCRIPTS, ...othersOf(tesseract.codes)]) {
    const code = script.languages.find(language => tesseract.has(language));
    if (code === undefined) continue;
    const trial = await trialOf(code, areFew ? SURE_OF_FEW : LEAST_CONFIDENCE);
    if (!isWrittenIn(trial.text, script)) continue;
    const isSurer = (than: { trial: Trial } | null) =>
      trial.confidence > (than?.trial.confidence ?? LEAST_CONFIDENCE);
    if (trial.confidence < CERTAIN && !isMostlyIn(trial.text, script)) {
      if (isSurer(mixed)) mixed = { script, trial };
    } else if (isSurer(best)) best = { script, trial };
    if (trial.confidence >= CERTAIN) break;
  }
  if (!areFew) best ??= mixed;
  else if (best !== null && best.trial.confidence < SURE_OF_FEW) best = null;
  if (best === null) return null;
  // A script's first language guesses at letters that only its other languages have.
  const others = best.script.languages.filter(code => code !== best.trial.code && tesseract.has(code));
  const trials = [best.trial];
  for (const code of others) trials.push(await trialOf(code));
  const { script } = best;
  const text = trials.map(trial => trial.text).join(' ');
  const told = trials.filter(trial => mayBe(trial.code, text, script));
  return (told.length > 0 ? told : trials).reduce((one, other) =>
    other.confidence > one.confidence ? other : one,
  ).code;
}

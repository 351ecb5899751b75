/**
 * The lines of a page, each by the recogniser that reads it best: PP-OCRv6 has Latin, Chinese and Japanese; lines that it
 * cannot read are tried in the languages of the other scripts, and read by Tesseract in the one that fits.
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
/** … and so are those of which nothing in the whole alphabet fits more than this: rows of worn stars read as Chinese. */
const MOST_FOREIGN = 0.3;
/** Lines that a script is told from: the widest that cannot be read. */
const TRIAL_LINES = 3;
/** Lines in the right language read so surely (0…100) that no other is tried … */
const CERTAIN = 85;
/** … and in none below this. */
const LEAST_CONFIDENCE = 55;
/** A single line that cannot be read is a logo, a picture, a stain: so wide it must be, in its heights. */
const LEAST_SHAPE = 3;

/** A page of which so many lines and this share, by their length, are in no language that is here is likely in another. */
const LEAST_LOST = 3;
const LEAST_LOST_SHARE = 0.5;

export interface ReadPrint {
  lines: RecognizedLine[];
  /** Whether most of the page's print could not be read in any language that is here. */
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

/** A page of Chinese or Japanese has so many lines of it, and this share of its lines: tables hold more figures than words. */
const LEAST_IDEOGRAPHIC = 2;
const LEAST_IDEOGRAPHIC_SHARE = 0.1;

function isOfIdeographs(lines: readonly PageLine[]): boolean {
  const count = lines.filter(
    ({ reading }) => isLegible(reading) && isIdeographic(lettersOf(reading.line)),
  ).length;
  return count >= LEAST_IDEOGRAPHIC && count >= LEAST_IDEOGRAPHIC_SHARE * lines.length;
}

/** The reading, or one with the units, months and currencies that stand beside figures on such a page (`3500元`, `12月`). */
async function withIdeographs(
  networks: NetworkReader,
  image: GreyImage,
  { box, reading }: PageLine,
): Promise<LineReading> {
  if (ideographsIn(lettersOf(reading.line)) > 0) return reading;
  const whole = await networks.readByWhole(image, box);
  return isLegible(whole) && ideographsIn(lettersOf(whole.line)) > 0 ? whole : reading;
}

/** On a page of another script, a line that is not is read so surely (0…1). */
const CERTAIN_PROBABILITY = 0.95;

const isCertain = (reading: LineReading): boolean =>
  isLegible(reading) && reading.probability >= CERTAIN_PROBABILITY;

/** Whether the language's reading takes the place of one that may be legible, by the words in its own letters. */
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

/** A paragraph of so many lines, and this share of the page … */
const LEAST_UNREAD = 3;
const LEAST_UNREAD_SHARE = 0.05;
/** … or this share of a page of few; single lines are logos, stamps, handwriting: a trial takes one to two seconds. */
const MOSTLY_UNREAD_SHARE = 0.3;

/** Whether so many of a page's lines that cannot be read are likely print in another script. */
function mayBeScript(unread: number, all: number): boolean {
  const isParagraph = unread >= LEAST_UNREAD && unread >= LEAST_UNREAD_SHARE * all;
  return isParagraph || (unread > 0 && unread >= MOSTLY_UNREAD_SHARE * all);
}

/** A language in Latin letters, some of which the networks leave out, has lines that happen to have none of them. */
const isLatinToo = (language: string): boolean => language === 'vie';

/** PP-OCRv6 has the plain letters of Greek, but neither accents nor a final sigma. */
function hasLettersOf(language: string, text: string): boolean {
  const script = SCRIPTS.find(({ languages }) => languages.includes(language));
  return script !== undefined && text.search(script.letters) >= 0;
}

const isLong = ({ left, top, right, bottom }: Box): boolean => right - left >= LEAST_SHAPE * (bottom - top);

/**
 * Where fewer of a page's lines cannot be read, they may be worn Latin print or Fraktur, in which Thai's model finds its own letters at up to
 * 69 of 100: a trial must hold hardly anything else, and be as sure as pages in its language are.
 */
const MOST_UNREAD_SHARE = 0.5;
const SURE_OF_FEW = 75;
/** No line is read more surely: a trial that cannot become sure enough ends. */
const SUREST = 98;

interface Trial {
  code: string;
  confidence: number;
  text: string;
}

/** The language that the widest lines are in; null where they are in none. */
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
  /** Taken where nothing better is found. */
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
  // A script's first language guesses at the letters that only the others have.
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

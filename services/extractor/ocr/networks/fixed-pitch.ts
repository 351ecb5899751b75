/** Spaces inside words of typewriter print: the recogniser takes the wide gaps around narrow letters for them. */
import type { DecodedLetter } from './decode.ts';
import type { Ink } from './ink.ts';

/** Middles of letters are this evenly spaced in a run of typewriter print, as a share of the pitch … */
const MOST_DEVIATION = 0.18;
/** … and on the whole; in proportional print by chance .06 and more. */
const MOST_SCATTER = 0.058;
/** Its letters stand so far apart, in heights of the line's ink … */
const LEAST_PITCH = 0.53;
const MOST_PITCH = 0.76;
/** … and it takes so many steps from one letter to the next, with so many narrow letters, to tell it from proportional print. */
const LEAST_STEPS = 6;
const LEAST_NARROW = 2;
/** A space widens the step over it to two pitches; within a word it is one. */
const MOST_STEP = 1.1;
/** Narrow in proportional print; in typewriter print as far apart as all others. */
const NARROW = /[iltfjrI1.,:;'’"|!()[\]{}]/;
/** The cut between two letters lies in this part around the middle of their places, where there is least ink. */
const CUT_SHARE = 0.3;
/** A letter's ink is no further from its place than this, in heights of the line's ink. */
const LETTER_REACH = 1.2;

/** `perColumn`: pixels of the strip a column of the reading. */
export function withoutFalseSpaces(
  letters: readonly DecodedLetter[],
  ink: Ink,
  perColumn: number,
): readonly DecodedLetter[] {
  const printed = letters.filter(isPrinted);
  if (printed.length === letters.length || printed.length <= LEAST_STEPS) return letters;
  const middles = middlesOf(printed, ink, perColumn);
  const steps = middles.slice(1).map((middle, at) => middle - (middles[at] ?? 0));
  const spaces = spacesOf(letters);
  const isNarrow = printed.map(({ text }) => NARROW.test(text));
  const isFalse = (space: number) => isFixedPitch(space, { steps, spaces, isNarrow, height: ink.height });
  const wrong = new Set([...spaces].filter(isFalse));
  let before = -1;
  return letters.filter(letter => {
    if (isPrinted(letter)) before++;
    return isPrinted(letter) || !wrong.has(before);
  });
}

const isPrinted = ({ text }: DecodedLetter): boolean => text.trim() !== '';

/** Of each space the index of the printed letter before it, which is that of the step over it. */
function spacesOf(letters: readonly DecodedLetter[]): ReadonlySet<number> {
  const spaces = new Set<number>();
  let before = -1;
  for (const letter of letters) {
    if (isPrinted(letter)) before++;
    else if (before >= 0) spaces.add(before);
  }
  return spaces;
}

/** The middle of each letter's ink, in pixels: the recogniser tells its place to a column only. */
function middlesOf(letters: readonly DecodedLetter[], ink: Ink, perColumn: number): number[] {
  const places = letters.map(({ from, to }) => ((from + to) / 2) * perColumn);
  const cuts = places.slice(1).map((place, at) => leastInk(ink, places[at] ?? 0, place));
  const reach = LETTER_REACH * ink.height;
  return places.map((place, at) => {
    let from = Math.max(0, Math.floor(place - reach), cuts[at - 1] ?? 0);
    let to = Math.min(ink.width, Math.ceil(place + reach), cuts[at] ?? ink.width);
    while (from < to && ink.columns[from] === 0) from++;
    while (to > from && ink.columns[to - 1] === 0) to--;
    return from < to ? (from + to) / 2 : place;
  });
}

function leastInk({ columns, width }: Ink, one: number, other: number): number {
  const [middle, reach] = [(one + other) / 2, CUT_SHARE * (other - one)];
  let best = Math.floor(middle);
  const isBetter = (x: number) => {
    const difference = (columns[x] ?? 0) - (columns[best] ?? 0);
    return difference < 0 || (difference === 0 && Math.abs(x - middle) < Math.abs(best - middle));
  };
  for (let x = Math.max(0, Math.floor(middle - reach)); x <= Math.min(width - 1, middle + reach); x++)
    if (isBetter(x)) best = x;
  return best;
}

interface Steps {
  /** Pixels from the middle of one printed letter to that of the next. */
  steps: readonly number[];
  /** Which of them lead over a space. */
  spaces: ReadonlySet<number>;
  /** By letter. */
  isNarrow: readonly boolean[];
  /** Of the line's ink. */
  height: number;
}

/** Whether the step over a space is one of a run of equal ones, as they are within words of typewriter print. */
function isFixedPitch(space: number, { steps, spaces, isNarrow, height }: Steps): boolean {
  const guess = steps[space] ?? 0;
  const isAbout = (at: number, times: number) =>
    Math.abs((steps[at] ?? 0) - times * guess) <= MOST_DEVIATION * guess;
  const goesOn = (at: number) => isAbout(at, 1) || (spaces.has(at) && isAbout(at, 2));
  let [from, to] = [space, space];
  while (from > 0 && goesOn(from - 1)) from--;
  while (to < steps.length - 1 && goesOn(to + 1)) to++;
  const run = Array.from({ length: to - from + 1 }, (_, at) => from + at).filter(at => isAbout(at, 1));
  const lengths = run.map(at => steps[at] ?? 0);
  const pitch = lengths.reduce((sum, length) => sum + length, 0) / lengths.length;
  const variance = lengths.reduce((sum, length) => sum + (length - pitch) ** 2, 0) / lengths.length;
  const others = run.filter(at => at !== space);
  const narrow = others.reduce((sum, at) => sum + Number(isNarrow[at]) + Number(isNarrow[at + 1]), 0);
  const isUsual = pitch >= LEAST_PITCH * height && pitch <= MOST_PITCH * height;
  const isEven = guess <= MOST_STEP * pitch && Math.sqrt(variance) <= MOST_SCATTER * pitch;
  return isUsual && isEven && others.length >= LEAST_STEPS && narrow >= LEAST_NARROW;
}

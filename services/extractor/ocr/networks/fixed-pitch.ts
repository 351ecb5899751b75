/** Removes spaces inside words of typewriter print, where the recogniser takes the wide gaps around narrow letters for spaces. */
import type { DecodedLetter } from './decode.ts';
import type { Ink } from './ink.ts';

/** In a run of typewriter print the distances between letter centres differ by at most this share of the pitch … */
const MOST_DEVIATION = 0.18;
/** … and by at most this over the whole line; proportional print has .06 or more. */
const MOST_SCATTER = 0.058;
/** The pitch of typewriter print, in heights of the line's ink … */
const LEAST_PITCH = 0.53;
const MOST_PITCH = 0.76;
/** … and the number of steps and of narrow letters that it takes to tell it from proportional print. */
const LEAST_STEPS = 6;
const LEAST_NARROW = 2;
/** At a space the step between letters is two pitches wide; within a word it is one. */
const MOST_STEP = 1.1;
/** Letters that are narrow in proportional print; in typewriter print their pitch is that of all others. */
const NARROW = /[iltfjrI1.,:;'’"|!()[\]{}]/;
/** The cut between two letters is made where there is least ink, within this part around the middle between them. */
const CUT_SHARE = 0.3;
/** A letter's ink is no further from its position than this, in heights of the line's ink. */
const LETTER_REACH = 1.2;

/** The letters without spaces that are none. `perColumn`: pixels of the strip for each column of the reading. */
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

/** For each space the index of the printed letter before it, which is also the index of the step across it. */
function spacesOf(letters: readonly DecodedLetter[]): ReadonlySet<number> {
  const spaces = new Set<number>();
  let before = -1;
  for (const letter of letters) {
    if (isPrinted(letter)) before++;
    else if (before >= 0) spaces.add(before);
  }
  return spaces;
}

/** The centre of each letter's ink, in pixels; the recogniser gives a position only to a column. */
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
  /** Pixels from the centre of one printed letter to that of the next. */
  steps: readonly number[];
  /** The steps that cross a space. */
  spaces: ReadonlySet<number>;
  /** One entry for each letter. */
  isNarrow: readonly boolean[];
  /** The height of the line's ink. */
  height: number;
}

/** Whether the step across a space is one of a run of equal steps, as within words of typewriter print. */
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

/** Joins text along a curve, as on seals and round logos, where each letter has an angle of its own. */

import type { TextItem } from '../../../layout/page/content.ts';
import { median } from '../../../layout/page/geometry.ts';
import { isRightToLeft } from '../../../layout/text/direction-tokens.ts';
import { holdsSquares } from '../../../layout/text/scripts.ts';

/** At least this many letters at this many angles; fewer may be marks of a dial or labels of axes. */
const LETTERS_LEAST = 4;
const ANGLES_LEAST = 3;
/** A font may map some glyphs to two letters, and letters of one angle form one piece. */
const PIECE_LETTERS = 2;
/**
 * Greatest differences from one letter to the next: its distance, the turn of its angle, and the angle by which it
 * leaves the last letter's line, in degrees.
 */
const STEP_MAX_EM = 3;
const TURN_MAX = 45;
const ASIDE_MAX = 60;
/** Words are farther apart than letters by this much, where no space was drawn. */
const SPACE_EM = 0.25;
const DEGREES = 180 / Math.PI;

/**
 * Returns the same items, with letters along a curve, drawn one after the other, joined to one text where the first of
 * them stands.
 */
export function withCurvesJoined(items: readonly TextItem[]): TextItem[] {
  if (items.filter(({ angle }) => angle !== 0).length < LETTERS_LEAST - 1) return [...items];
  const forwards = new Runs(items, goesOn);
  const backwards = new Runs(items, (last, letter) => goesOn(letter, last));
  const joined: TextItem[] = [];
  for (let start = 0; start < items.length; ) {
    const letters = forwards.curveFrom(start) ?? asRead(backwards.curveFrom(start));
    joined.push(letters === null ? (items[start] as TextItem) : asOne(letters));
    start += letters?.length ?? 1;
  }
  return joined.length === items.length ? joined : joined.map((item, index) => ({ ...item, index }));
}

/** Finds letters that each continue the one before it in one of two directions. */
class Runs {
  private readonly items: readonly TextItem[];
  private readonly follows: (last: TextItem, letter: TextItem) => boolean;
  /** The index up to which runs have been examined: if a run is no curve, no part of it is. */
  private past = 0;

  constructor(items: readonly TextItem[], follows: (last: TextItem, letter: TextItem) => boolean) {
    this.items = items;
    this.follows = follows;
  }

  /** Returns the curve from an index on; null where none begins. */
  curveFrom(start: number): TextItem[] | null {
    if (start < this.past) return null;
    const { items } = this;
    let end = start + 1;
    while (end < items.length && this.follows(items[end - 1] as TextItem, items[end] as TextItem)) end++;
    this.past = end;
    const letters = items.slice(start, end);
    return isCurve(letters) ? letters : null;
  }
}

/** Puts letters in reading order if a program draws the last one first: a space drawn before a letter then belongs after it. */
function asRead(drawn: readonly TextItem[] | null): TextItem[] | null {
  if (drawn === null || drawn.some(({ text }) => isRightToLeft(text))) return null;
  return drawn.toReversed().map((letter, at, all) => {
    const { spaceBefore = true, isSpaceLeftOpen } = all[at - 1] ?? {};
    return { ...letter, spaceBefore, isSpaceLeftOpen };
  });
}

const isCurve = (letters: readonly TextItem[]): boolean =>
  letters.length >= LETTERS_LEAST && new Set(letters.map(({ angle }) => angle)).size >= ANGLES_LEAST;

function goesOn(before: TextItem, item: TextItem): boolean {
  if (before.angle === 0 && item.angle === 0) return false;
  if (before.text.length > PIECE_LETTERS || item.text.length > PIECE_LETTERS) return false;
  if (before.font !== item.font || before.color !== item.color || before.invisible !== item.invisible)
    return false;
  const [across, up] = [item.left - before.left, before.baseline - item.baseline];
  return (
    Math.hypot(across, up) <= STEP_MAX_EM * before.size &&
    between(before.angle, item.angle) <= TURN_MAX &&
    between(before.angle, Math.atan2(up, across) * DEGREES) <= ASIDE_MAX
  );
}

/** Returns the angle between two directions, in degrees. */
function between(one: number, other: number): number {
  const apart = Math.abs(one - other) % 360;
  return Math.min(apart, 360 - apart);
}

function asOne(letters: readonly TextItem[]): TextItem {
  const [first, last] = [letters[0] as TextItem, letters.at(-1) as TextItem];
  const gaps = letters.slice(1).map((letter, at) => gapTo(letters[at] as TextItem, letter));
  const isDrawn = ({ spaceBefore, isSpaceLeftOpen }: TextItem) => spaceBefore && isSpaceLeftOpen !== true;
  const drawsSpaces = letters.slice(1).some(isDrawn);
  const wide = median(gaps) + SPACE_EM * first.size;
  const text = letters.map((letter, at) => {
    const isOpen = (gaps[at - 1] ?? 0) > wide && !holdsSquares(letter.text);
    return at > 0 && (drawsSpaces ? isDrawn(letter) : isOpen) ? ` ${letter.text}` : letter.text;
  });
  return {
    ...first,
    text: text.join(''),
    // Gives the text an angle even if its first letter is upright: nothing upright is on its line.
    angle: letters.find(({ angle }) => angle !== 0)?.angle ?? first.angle,
    width: Math.hypot(last.left - first.left, last.baseline - first.baseline) + last.width,
  };
}

/** Returns the distance from the end of one letter to the beginning of the next. */
function gapTo({ left, baseline, width, angle }: TextItem, next: TextItem): number {
  const [x, y] = [left + width * Math.cos(angle / DEGREES), baseline - width * Math.sin(angle / DEGREES)];
  return Math.hypot(next.left - x, next.baseline - y);
}

/** Uses the author's own reading order (ISO 32000-1, 14.8.2.3) where a file is tagged and its tags can be trusted. */
import type { Rule } from '../../page/content.ts';
import { type Floating, inReadingOrder } from './floats.ts';
import { TOLERANCE } from './gutters.ts';

/** Tags are trusted where they cover this share of the boxes and keep this share of neighbours in order … */
export const TAGGED_SHARE = 0.7;
const TAGGED_AGREEMENT = 0.75;
/** … among the next so many boxes. */
const TAGGED_REACH = 20;

/** Returns the first of the structure tree's elements that lines or words belong to; null for untagged ones. */
export function placeOf(parts: readonly ({ element?: number | undefined } | undefined)[]): number | null {
  const elements = parts.flatMap(part => part?.element ?? []);
  return elements.length === 0 ? null : Math.min(...elements);
}

export interface TaggedBox extends Floating {
  place: number | null;
}

/**
 * Returns boxes in tagged order; an untagged one follows the box before it by position. Pages that are tagged in part,
 * or against the visible order (where a program took content order for reading order), are ordered by position alone.
 */
export function inTaggedOrder<T extends TaggedBox>(boxes: readonly T[], rules: readonly Rule[] = []): T[] {
  if (boxes.length < 2) return [...boxes];
  const positioned = inReadingOrder(boxes, rules);
  const tagged = positioned.filter(box => box.place !== null);
  if (tagged.length < TAGGED_SHARE * boxes.length || agreement(tagged) < TAGGED_AGREEMENT) return positioned;
  // Whatever stands before everything tagged comes first.
  const runs: T[][] = [[]];
  for (const box of positioned) {
    if (box.place !== null) runs.push([box]);
    else runs.at(-1)?.push(box);
  }
  const [ahead = [], ...led] = runs;
  led.sort(([one], [other]) => (one?.place ?? 0) - (other?.place ?? 0));
  return withFramesOnTop([...ahead, ...led.flat()], positioned);
}

/**
 * Moves a masthead in text frames to the front: it is tagged where the frames are anchored, possibly after everything
 * else. Whatever stands above everything tagged before it comes first.
 */
function withFramesOnTop<T extends TaggedBox>(tagged: readonly T[], positioned: readonly T[]): T[] {
  const at = tagged.indexOf(positioned[0] as T);
  const before = tagged.slice(0, at);
  const top = Math.min(...before.map(box => box.top));
  const others = tagged.slice(at);
  const end = others.findIndex(box => box.bottom > top + TOLERANCE);
  const frames = end < 0 ? others : others.slice(0, end);
  // If more boxes stand on top, but not all, the boxes tagged before them are out of place, and where they belong is
  // unknown.
  if (end >= 0 && frames.length > before.length) return [...tagged];
  return [...frames, ...before, ...others.slice(frames.length)];
}

/** Returns the share of pairs of neighbours, a few steps apart, that have the same order both ways. */
function agreement(boxes: readonly TaggedBox[]): number {
  let alike = 0;
  let pairs = 0;
  boxes.forEach((box, at) => {
    for (const later of boxes.slice(at + 1, at + 1 + TAGGED_REACH)) {
      pairs++;
      if ((box.place ?? 0) <= (later.place ?? 0)) alike++;
    }
  });
  return pairs === 0 ? 0 : alike / pairs;
}

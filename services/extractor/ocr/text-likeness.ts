/** A cheap guess whether a picture contains any line of print, before the engine is asked. */
import type { GreyImage } from './engine.ts';
import type { Component } from './pixels/components.ts';
import { isBlank } from './pixels/ink.ts';
import { lettersOf } from './pixels/letters.ts';
import { printOf } from './print.ts';

/** Letters of a line stand on one base line, to within this many letter heights … */
const BASE_LINE_TOLERANCE = 0.2;
/** … and this near to the next one. */
const NEAREST_GAP = 1;

export interface PrintLimits {
  /** A picture is print if it has at least this many letters with a neighbour on their base line … */
  letters: number;
  /** … and they are this share of all pieces of ink. */
  share: number;
}

/** Enough for a short word or two; photographs have thousands of pieces of ink, few of which line up. */
const LIMITS: PrintLimits = { letters: 6, share: 0.2 };

export function looksLikeText(image: GreyImage, limits: PrintLimits = LIMITS): boolean {
  return !isBlank(image) && arePrint(printOf(image).letters, limits);
}

/** The same for a picture that is upright or on its side: its pieces of ink are looked for once, and then turned. */
export function looksLikeTextEitherWay(image: GreyImage, upright: PrintLimits, onSide: PrintLimits): boolean {
  if (isBlank(image)) return false;
  const { letters, components } = printOf(image);
  if (arePrint(letters, upright)) return true;
  const turned = components.map(({ left, top, right, bottom, ...rest }) => ({
    ...rest,
    left: image.height - bottom,
    right: image.height - top,
    top: left,
    bottom: right,
  }));
  return arePrint(lettersOf(turned), onSide);
}

function arePrint(letters: readonly Component[], limits: PrintLimits): boolean {
  const lined = linedLetters(letters);
  return lined >= limits.letters && lined >= limits.share * letters.length;
}

/** The number of letters for which the next one in their line was found. */
function linedLetters(letters: readonly Component[]): number {
  const sorted = [...letters].sort((a, b) => a.left - b.left);
  return sorted.filter((letter, index) => hasNeighbour(sorted, letter, index)).length;
}

function hasNeighbour(sorted: readonly Component[], letter: Component, index: number): boolean {
  const height = letter.bottom - letter.top;
  for (let at = index + 1; at < sorted.length; at++) {
    const other = sorted[at];
    if (!other || other.left > letter.right + NEAREST_GAP * height) return false;
    const similar = Math.abs(other.bottom - other.top - height) <= height / 2;
    const level = Math.abs(other.bottom - letter.bottom) <= BASE_LINE_TOLERANCE * height;
    if (similar && level && other.left >= letter.right - height / 4) return true;
  }
  return false;
}

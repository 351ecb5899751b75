/** Bullets: the engine reads a solid dot before a line as `e`, `°` or `*`, or not at all. */
import type { RecognizedLine, RecognizedWord } from './engine.ts';
import type { Component } from './pixels/components.ts';
import { baselineOf, emOf } from './print-size.ts';

const BULLET = '•';
/** Sides of a bullet in ems of its line: full stops are smaller, letters larger. */
const LEAST_SIDE_EM = 0.2;
const MOST_SIDE_EM = 0.6;
/** One side by the other. */
const MOST_ELONGATED = 1.35;
/** Ink in its box: a disc has .79, a square 1, letters and rings less than .7. */
const LEAST_INK_SHARE = 0.72;
/** Height of its middle over the base line, in ems: about half the height of capitals. */
const LEAST_RISE_EM = 0.12;
const MOST_RISE_EM = 0.6;
/** Room between it and the text, in ems. */
const LEAST_GAP_EM = 0.2;
const MOST_GAP_EM = 2.5;
/** A dot that was not read begins a line of so many words: before a lone figure it is half of a colon. */
const LEAST_WORDS = 2;
/** Characters that the engine makes of one. */
const MOST_CHARACTERS = 2;
/** As sure as a shape can be. */
const CONFIDENCE = 90;

/** The lines with their bullets as such. */
export function withBullets(
  lines: readonly RecognizedLine[],
  components: readonly Component[],
): RecognizedLine[] {
  const ems = lines.map(line => emOf(line.words));
  const least = LEAST_SIDE_EM * Math.min(...ems);
  // By size first: a page with a halftone has a hundred thousand dots.
  const solid = components.filter(piece => sideOf(piece) >= least && isSolid(piece));
  return lines.map((line, at) => {
    const em = ems[at] ?? 0;
    const baseline = baselineOf(line.words);
    const bullet = solid.find(piece => isBullet(piece, em, baseline) && begins(line, piece, em));
    return bullet ? begunBy(line, bullet) : line;
  });
}

const sideOf = ({ left, right, top, bottom }: Component): number => Math.max(right - left, bottom - top);

function isSolid({ left, right, top, bottom, area }: Component): boolean {
  const [width, height] = [right - left, bottom - top];
  const isRound = Math.max(width, height) <= MOST_ELONGATED * Math.min(width, height);
  return isRound && area >= LEAST_INK_SHARE * width * height;
}

function isBullet(piece: Component, em: number, baseline: number): boolean {
  const side = sideOf(piece);
  const rise = baseline - (piece.top + piece.bottom) / 2;
  const isSized = side >= LEAST_SIDE_EM * em && side <= MOST_SIDE_EM * em;
  return isSized && rise >= LEAST_RISE_EM * em && rise <= MOST_RISE_EM * em;
}

/** Whether the line's text begins right after the piece, with at most its own misreading in its place. */
function begins({ words }: RecognizedLine, { left, right }: Component, em: number): boolean {
  const own = words.filter(word => word.left < right);
  const gap = (words.find(word => word.left >= right)?.left ?? Number.POSITIVE_INFINITY) - right;
  const isMisreading = (word: RecognizedWord) =>
    word.text.length <= MOST_CHARACTERS && word.right > left && word.right <= right + LEAST_GAP_EM * em;
  const isRead = own.length === 1 && own.every(isMisreading);
  const isUnread = own.length === 0 && words.length >= LEAST_WORDS;
  return gap >= LEAST_GAP_EM * em && gap <= MOST_GAP_EM * em && (isRead || isUnread);
}

function begunBy(line: RecognizedLine, { left, right, top, bottom }: Component): RecognizedLine {
  const rest = line.words.filter(word => word.left >= right);
  const bullet = { left, right, top, bottom, text: BULLET, confidence: CONFIDENCE };
  return { ...line, left: Math.min(line.left, left), words: [bullet, ...rest] };
}

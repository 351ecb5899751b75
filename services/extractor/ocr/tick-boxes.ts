/** Boxes to tick: the engine reads a small square as `O`, `D`, `C1` or `[]`, or not at all. */
import type { Box, RecognizedLine, RecognizedWord } from './engine.ts';
import type { Component } from './pixels/components.ts';
import type { Mask } from './pixels/ink.ts';
import { baselineOf, emOf } from './print-size.ts';

const UNTICKED = '☐';
const TICKED = '☒';
/** Sides in ems of the line: from more than a small `o` to a box that is higher than the line. */
const LEAST_SIDE_EM = 0.55;
const MOST_SIDE_EM = 1.7;
/** Letters of small print that touch look square. */
const LEAST_SIDE_PX = 14;
const MOST_ELONGATED = 1.3;
/** Share of a box's depth in which its frame lies, on each side … */
const FRAME_DEPTH_SHARE = 0.2;
/** … and of each side's length that must have ink there. */
const LEAST_FRAME_SHARE = 0.88;
/** Ink this near to a corner (share of the side) makes it one: the round ones of `O` and `D` keep further off. */
const CORNER_SHARE = 0.1;
const LEAST_CORNER_PX = 1;
/** The middle of a box, from this share of its side to the other, is free, or ticked if so much of it is ink. */
const INSIDE_SHARE = 0.3;
const LEAST_TICK_SHARE = 0.1;
/** More than this is a solid square, a picture of something. */
const MOST_TICK_SHARE = 0.8;
/** Text stands this near to its box, in ems; before it, or after it where nothing stands before. */
const WIDEST_GAP_EM = 1.5;
/** Where its middle stands under and over the base line, in ems. */
const LOWEST_EM = 0.1;
const HIGHEST_EM = 0.8;
/** Characters that the engine makes of a box; never a word of small letters. */
const MOST_CHARACTERS = 3;
const SMALL_LETTERS = /^\p{Ll}{2,}$/u;
/** … and the share of them that lies in the box. */
const LEAST_INSIDE_SHARE = 0.65;
/** More are squared paper or a pattern. */
const MOST_BOXES = 400;
/** As sure as a shape can be. */
const CONFIDENCE = 90;

interface TickBox extends Component {
  ticked: boolean;
}

/** The lines with their boxes as such. */
export function withTickBoxes(
  lines: readonly RecognizedLine[],
  components: readonly Component[],
  mask: Mask,
): RecognizedLine[] {
  if (lines.length === 0) return [];
  const ems = lines.map(line => emOf(line.words));
  const least = Math.max(LEAST_SIDE_PX, LEAST_SIDE_EM * Math.min(...ems));
  const most = MOST_SIDE_EM * Math.max(...ems);
  const boxes = components.flatMap(piece => tickBoxOf(piece, least, most, mask));
  if (boxes.length > MOST_BOXES) return [...lines];
  const outer = boxes.filter(box => !boxes.some(other => other !== box && holds(other, box)));
  return outer.reduce(withTickBox, [...lines]);
}

function tickBoxOf(piece: Component, least: number, most: number, mask: Mask): TickBox[] {
  const [width, height] = [piece.right - piece.left, piece.bottom - piece.top];
  if (Math.min(width, height) < least || Math.max(width, height) > most) return [];
  if (Math.max(width, height) > MOST_ELONGATED * Math.min(width, height)) return [];
  if (!isFrame(piece, mask) || !hasCorners(piece, mask)) return [];
  const inside = inkInside(piece, mask);
  return inside > MOST_TICK_SHARE ? [] : [{ ...piece, ticked: inside >= LEAST_TICK_SHARE }];
}

/** Whether ink runs along all four sides. */
function isFrame({ left, right, top, bottom }: Component, mask: Mask): boolean {
  const depth = Math.ceil(FRAME_DEPTH_SHARE * Math.min(right - left, bottom - top));
  return (
    inkedShare(left, right, x => hasInk(mask, { left: x, right: x + 1, top, bottom: top + depth })) &&
    inkedShare(left, right, x => hasInk(mask, { left: x, right: x + 1, top: bottom - depth, bottom })) &&
    inkedShare(top, bottom, y => hasInk(mask, { left, right: left + depth, top: y, bottom: y + 1 })) &&
    inkedShare(top, bottom, y => hasInk(mask, { left: right - depth, right, top: y, bottom: y + 1 }))
  );
}

function inkedShare(from: number, to: number, isInked: (at: number) => boolean): boolean {
  let inked = 0;
  for (let at = from; at < to; at++) if (isInked(at)) inked++;
  return inked >= LEAST_FRAME_SHARE * (to - from);
}

function hasCorners({ left, right, top, bottom }: Component, mask: Mask): boolean {
  const reach = Math.max(LEAST_CORNER_PX, Math.round(CORNER_SHARE * Math.min(right - left, bottom - top)));
  return [
    { left, right: left + reach, top, bottom: top + reach },
    { left: right - reach, right, top, bottom: top + reach },
    { left, right: left + reach, top: bottom - reach, bottom },
    { left: right - reach, right, top: bottom - reach, bottom },
  ].every(corner => hasInk(mask, corner));
}

const hasInk = (mask: Mask, box: Box): boolean => inkIn(mask, box) > 0;

function inkIn({ ink, width }: Mask, { left, right, top, bottom }: Box): number {
  let sum = 0;
  for (let y = top; y < bottom; y++)
    for (let at = y * width + left; at < y * width + right; at++) sum += ink[at] ?? 0;
  return sum;
}

function inkInside({ left, right, top, bottom }: Component, mask: Mask): number {
  const [inX, inY] = [INSIDE_SHARE * (right - left), INSIDE_SHARE * (bottom - top)].map(Math.round);
  const inside = {
    left: left + (inX ?? 0),
    right: right - (inX ?? 0),
    top: top + (inY ?? 0),
    bottom: bottom - (inY ?? 0),
  };
  const area = (inside.right - inside.left) * (inside.bottom - inside.top);
  return inkIn(mask, inside) / Math.max(1, area);
}

/** The box as a word of the line it stands in, in the place of what was read there. */
function withTickBox(lines: RecognizedLine[], box: TickBox): RecognizedLine[] {
  const at = lines.findIndex(line => isOf(line, box));
  const line = lines[at];
  if (!line) return lines;
  const { left, right, top, bottom, ticked } = box;
  const word = { left, right, top, bottom, text: ticked ? TICKED : UNTICKED, confidence: CONFIDENCE };
  const rest = line.words.filter(other => !isMisreading(other, box));
  const words = [...rest, word].sort((a, b) => a.left - b.left);
  const edges = { left: Math.min(line.left, left), right: Math.max(line.right, right) };
  return lines.with(at, { ...line, ...edges, words });
}

/** On the line's level, where its text leaves room or shows a misreading of the box, and right beside a word of it. */
function isOf({ words, top, bottom }: RecognizedLine, box: TickBox): boolean {
  const side = box.bottom - box.top;
  if (box.bottom < top - side || box.top > bottom + side) return false;
  const em = emOf(words);
  if (side < LEAST_SIDE_EM * em || side > MOST_SIDE_EM * em) return false;
  const middle = (box.top + box.bottom) / 2;
  const baseline = baselineOf(words);
  if (middle > baseline + LOWEST_EM * em || middle < baseline - HIGHEST_EM * em) return false;
  const others = words.filter(word => !isMisreading(word, box));
  const isFree = others.every(word => word.left >= middleOf(box) || word.right <= middleOf(box));
  return (
    isFree &&
    others.some(word => gapBetween(word, box) <= WIDEST_GAP_EM * em && /[\p{L}\p{N}]/u.test(word.text))
  );
}

/** A short word, most of it in the box: `to` is more than its `o`. */
function isMisreading(word: RecognizedWord, box: Box): boolean {
  if ([...word.text].length > MOST_CHARACTERS || SMALL_LETTERS.test(word.text)) return false;
  const inside = Math.min(word.right, box.right) - Math.max(word.left, box.left);
  return inside >= LEAST_INSIDE_SHARE * (word.right - word.left);
}

/** A tick that is a piece of ink of its own may fill its box. */
const holds = (outer: Box, { left, right, top, bottom }: Box): boolean =>
  outer.left <= left && outer.right >= right && outer.top <= top && outer.bottom >= bottom;

const middleOf = ({ left, right }: Box): number => (left + right) / 2;

const gapBetween = (a: Box, b: Box): number => Math.max(a.left - b.right, b.left - a.right);

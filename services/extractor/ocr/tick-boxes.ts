/** Boxes to tick: the engine reads a small square as `O`, `D`, `C1` or `[]`, or not at all. */
import type { Box, RecognizedLine, RecognizedWord } from './engine.ts';
import type { Component } from './pixels/components.ts';
import type { Mask } from './pixels/ink.ts';
import type { Print } from './print.ts';
import { baselineOf, emOf } from './print-size.ts';

const UNTICKED = '☐';
const TICKED = '☒';
/** Sides in ems of the line: from more than a small `o` to a box that is higher than the line. */
const LEAST_SIDE_EM = 0.55;
const MOST_SIDE_EM = 1.7;
const MOST_ELONGATED = 1.3;
/** Below so many pixels letters that touch look square: such a box has whole sides, and is as wide as high to a pixel. */
const SMALL_SIDE_PX = 14;
const LEAST_SIDE_PX = 9;
const LEAST_SMALL_FRAME_SHARE = 1;
const MOST_SMALL_ELONGATED = 1.12;
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
/** What a box is read as at the beginning of a word, and how near to its sides, in shares of one, the word begins and ends. */
const GLUED = /^(?:[CELO[(][1IJl\])]|[CDELOQ0&©@[(])(?=[\p{L}\p{N}])/u;
const GLUED_SHARE = 0.3;
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
  return tickBoxesOf(components, least, most, mask).reduce(withTickBox, [...lines]);
}

/** Sides in letter heights of the page, wider than in ems of a line: nothing is read yet. */
const LEAST_SIDE_HEIGHTS = 0.8;
const MOST_SIDE_HEIGHTS = 2.4;
/** A letter stands nearer to the next one than this, in its height. */
const LEAST_ROOM_SHARE = 0.15;

/** Squares that stand apart from any letter: what is beside one reads badly with it. */
export function loneSquares({ components, letters, letterHeight, mask }: Print): Box[] {
  const least = Math.max(LEAST_SIDE_PX, LEAST_SIDE_HEIGHTS * letterHeight);
  const boxes = tickBoxesOf(components, least, MOST_SIDE_HEIGHTS * letterHeight, mask);
  return boxes.filter(box => {
    const room = Math.max(2, LEAST_ROOM_SHARE * (box.right - box.left));
    return letters.every(letter => holds(box, letter) || !overlap(grown(box, room), letter));
  });
}

const grown = ({ left, right, top, bottom }: Box, by: number): Box => ({
  left: left - by,
  right: right + by,
  top,
  bottom,
});

const overlap = (a: Box, b: Box): boolean =>
  a.left < b.right && b.left < a.right && a.top < b.bottom && b.top < a.bottom;

/** The outermost of those sized so; none of squared paper. */
function tickBoxesOf(components: readonly Component[], least: number, most: number, mask: Mask): TickBox[] {
  const boxes = components.flatMap(piece => tickBoxOf(piece, least, most, mask));
  if (boxes.length > MOST_BOXES) return [];
  return boxes.filter(box => !boxes.some(other => other !== box && holds(other, box)));
}

function tickBoxOf(piece: Component, least: number, most: number, mask: Mask): TickBox[] {
  const [width, height] = [piece.right - piece.left, piece.bottom - piece.top];
  if (Math.min(width, height) < least || Math.max(width, height) > most) return [];
  const isSmall = Math.min(width, height) < SMALL_SIDE_PX;
  const mostElongated = isSmall ? MOST_SMALL_ELONGATED : MOST_ELONGATED;
  if (Math.max(width, height) > mostElongated * Math.min(width, height)) return [];
  const leastFrame = isSmall ? LEAST_SMALL_FRAME_SHARE : LEAST_FRAME_SHARE;
  if (!isFrame(piece, mask, leastFrame) || !hasCorners(piece, mask)) return [];
  const inside = inkInside(piece, mask);
  return inside > MOST_TICK_SHARE ? [] : [{ ...piece, ticked: inside >= LEAST_TICK_SHARE }];
}

/** Whether ink runs along all four sides. */
function isFrame({ left, right, top, bottom }: Component, mask: Mask, leastShare: number): boolean {
  const inkedShare = (from: number, to: number, isInked: (at: number) => boolean) =>
    inked(from, to, isInked) >= leastShare;
  const depth = Math.ceil(FRAME_DEPTH_SHARE * Math.min(right - left, bottom - top));
  return (
    inkedShare(left, right, x => hasInk(mask, { left: x, right: x + 1, top, bottom: top + depth })) &&
    inkedShare(left, right, x => hasInk(mask, { left: x, right: x + 1, top: bottom - depth, bottom })) &&
    inkedShare(top, bottom, y => hasInk(mask, { left, right: left + depth, top: y, bottom: y + 1 })) &&
    inkedShare(top, bottom, y => hasInk(mask, { left: right - depth, right, top: y, bottom: y + 1 }))
  );
}

function inked(from: number, to: number, isInked: (at: number) => boolean): number {
  let sum = 0;
  for (let at = from; at < to; at++) if (isInked(at)) sum++;
  return sum / (to - from);
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
  for (const [at, whole] of lines.entries()) {
    const line = { ...whole, words: whole.words.flatMap(word => apartFrom(word, box)) };
    if (!isOf(line, box)) continue;
    const { left, right, top, bottom, ticked } = box;
    const word = { left, right, top, bottom, text: ticked ? TICKED : UNTICKED, confidence: CONFIDENCE };
    const rest = line.words.filter(other => !isMisreading(other, box));
    const words = [...rest, word].sort((a, b) => a.left - b.left);
    const edges = { left: Math.min(line.left, left), right: Math.max(line.right, right) };
    return lines.with(at, { ...line, ...edges, words });
  }
  return lines;
}

/** A word that was read with the box before it: what the box was taken for, and the word. */
function apartFrom(word: RecognizedWord, box: TickBox): RecognizedWord[] {
  const side = box.right - box.left;
  const begins =
    Math.abs(word.left - box.left) <= GLUED_SHARE * side && word.right >= box.right + GLUED_SHARE * side;
  const [glued] = (begins && GLUED.exec(word.text)) || [];
  if (!glued || word.top > box.bottom || word.bottom < box.top) return [word];
  return [
    { ...word, text: glued, right: box.right },
    { ...word, text: word.text.slice(glued.length), left: box.right + 1 },
  ];
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

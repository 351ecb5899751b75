/**
 * Finds boxes to tick. The line detector misses them or the reader takes them for a letter, and whether they are ticked
 * would be lost.
 */
import { TICKED, UNTICKED } from '../tick-signs.ts';
import { around, heightOf, middleX, middleY, widthOf } from './boxes.ts';
import type { Box, RecognizedLine, RecognizedWord } from './engine.ts';
import { median } from './median.ts';
import type { Component } from './pixels/components.ts';
import { type FramedSquare, framedSquares } from './pixels/framed-squares.ts';
import type { Mask } from './pixels/ink.ts';
import { baselineOf, emOf, SMALL_LETTER_EM } from './print-size.ts';

/** Sides, in ems of the page's lines: larger than letters and smaller than a table cell. */
const SIDE = { least: 0.6, most: 2.2 };
/** In pixels; a smaller box does not show its corners. */
const SIDE_MIN_PX = 10;
/** The text beside it is this near, with its centre at the same height to within this. */
const GAP_EM = 1.5;
const LEVEL_EM = 0.45;
/**
 * The boxes of a page differ in size by at most this share, and there are at least this many, one of them open: squares
 * that are all filled are bullets or pictures.
 */
const ALIKE_SHARE = 0.2;
const LEAST_BOXES = 2;
/** A square nearer to the next than this share of a side is a cell in a row for single letters. */
const CELL_GAP_SHARE = 0.6;
/** More boxes belong to a drawing; pieces smaller than any box are the grain of a noisy page. */
const MOST_BOXES = 300;
const MOST_PIECES = 30_000;

/** What the reader takes a box for, ticked or not. */
const READ_AS = /^[□☐☑☒■口ロOo0DCULJGQ[\]()|{}_\-—–IlXxVv×✓√✔✗Nn日囗回凶図区图]{1,2}$/u;
const OPENING = /^[□☐☑☒■口囗回[|]{1,2}(?=.)/u;
/** Scripts whose letters are squares. */
const SQUARE_LETTER = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}]/gu;
const SQUARE_LETTERS_MAX = 0.05;

/** Signs that can only be a box. */
const BOX_BEHIND = /(?<=.)[□☐☑☒]$/u;
const BOX_BEFORE = /^[□☐☑☒](?=.)/u;
const REST = /^[□☐☑☒口[\]]$/u;
const REST_GAP_EM = 0.8;
const SPACE_EM = 0.25;
const ENDING = /(?<=.)[□☐☑☒■口囗回\]|]{1,2}$/u;
const BETWEEN = /[□☐☑☒■口囗回|]/u;
/** Where a capital follows a small letter, or a word follows a mark that ends one … */
const WORD_START = /(?<=\p{Ll})\p{Lu}|(?<=[?!:;,.)])\p{L}/gu;
/** … this near to the box, in letters. */
const CUT_LETTERS = 2.5;
/** As shares of the box's side: a word that is only a box is at most this wide, and a letter beside a box at least this wide. */
const LONE_SHARE = 1.5;
const LETTER_SHARE = 0.25;
/** The centre of a line's letters above its base line. */
const MIDDLE_EM = 0.3;

/** The lines with the boxes in them, and the pieces of ink that are no boxes. `components`: the page's pieces of ink. */
export function withTickBoxes(
  lines: readonly RecognizedLine[],
  components: readonly Component[],
  mask: Mask,
): { lines: readonly RecognizedLine[]; components: readonly Component[] } {
  const em = median(lines.map(({ words }) => emOf(words)));
  const sides = { least: Math.max(SIDE_MIN_PX, SIDE.least * em), most: SIDE.most * em };
  const large = components.filter(piece => Math.min(widthOf(piece), heightOf(piece)) >= SIDE_MIN_PX - 1);
  if (large.length > MOST_PIECES || areSquareLetters(lines)) return { lines, components };
  const framed = framedSquares(large, mask, sides);
  if (framed.length < LEAST_BOXES || framed.length > MOST_BOXES) return { lines, components };
  const words = lines.flatMap(line => line.words);
  const boxes = framed.filter(
    box =>
      framed.some(other => other !== box && !(box.holdsInk && other.holdsInk) && isAlike(box, other)) &&
      !framed.some(other => isNextCell(box, other)) &&
      !words.some(word => isContent(word, box)),
  );
  const lineOf = new Map(boxes.map(box => [box, nearestLine(box, lines)]));
  const held = Map.groupBy(
    boxes.filter(box => lineOf.get(box) !== null),
    box => lineOf.get(box),
  );
  const others = components.filter(piece => !boxes.some(box => lineOf.get(box) !== null && isAt(piece, box)));
  return { lines: lines.map(line => withBoxes(line, held.get(line) ?? [])), components: others };
}

/** Whether the piece is the box or its tick. */
const isAt = (piece: Box, box: Box): boolean =>
  middleX(piece) > box.left &&
  middleX(piece) < box.right &&
  middleY(piece) > box.top &&
  middleY(piece) < box.bottom;

const isAlike = (one: Box, other: Box): boolean =>
  Math.abs(widthOf(one) - widthOf(other)) < ALIKE_SHARE * widthOf(one);

function isNextCell(box: Box, other: Box): boolean {
  const gap = Math.max(other.left - box.right, box.left - other.right);
  return (
    other !== box &&
    Math.abs(middleY(other) - middleY(box)) < widthOf(box) / 2 &&
    gap < CELL_GAP_SHARE * widthOf(box)
  );
}

/** Whether it is a figure or letter written in the box, not a tick. */
function isContent(word: RecognizedWord, box: Box): boolean {
  const [x, y] = [middleX(word), middleY(word)];
  const isIn =
    x > box.left && x < box.right && y > box.top && y < box.bottom && widthOf(word) < 1.2 * widthOf(box);
  return isIn && !READ_AS.test(word.text);
}

/** The line that the box stands in or beside. */
function nearestLine(box: Box, lines: readonly RecognizedLine[]): RecognizedLine | null {
  let best: RecognizedLine | null = null;
  let least = Number.POSITIVE_INFINITY;
  for (const line of lines) {
    const em = emOf(line.words);
    const level = Math.abs(baselineOf(line.words) - MIDDLE_EM * em - middleY(box));
    const gap = Math.max(0, line.left - box.right, box.left - line.right);
    const far = Math.max(0, line.left - middleX(box), middleX(box) - line.right) + level;
    if (level > LEVEL_EM * em || gap > GAP_EM * em || far >= least) continue;
    [best, least] = [line, far];
  }
  return best;
}

/** The line with its boxes as words, without what was read for them. */
function withBoxes(line: RecognizedLine, boxes: readonly FramedSquare[]): RecognizedLine {
  if (boxes.length === 0) return line;
  const em = emOf(line.words);
  const base = baselineOf(line.words);
  const inOrder = [...boxes].sort((a, b) => a.left - b.left);
  const texts = line.words.flatMap(word => partsOf(word, inOrder)).filter(word => !isRest(word, inOrder, em));
  const signs = inOrder.map(box => signOf(box, texts, { em, base }));
  const words = [...texts, ...signs].sort((a, b) => middleX(a) - middleX(b));
  return { ...line, ...around(words), words };
}

/** The box as a word, a space away from its neighbours: at its real distance it might be taken for another column. */
function signOf(
  { left, right, holdsInk }: FramedSquare,
  texts: readonly RecognizedWord[],
  { em, base }: { em: number; base: number },
): RecognizedWord {
  const middle = middleX({ left, right });
  const next = Math.min(
    ...texts.filter(word => middleX(word) > middle).map(word => Math.max(0, word.left - right)),
  );
  const before = Math.min(
    ...texts.filter(word => middleX(word) < middle).map(word => Math.max(0, left - word.right)),
  );
  const [gap, way] = next <= before ? [next, 1] : [before, -1];
  const shift = gap > SPACE_EM * em && gap <= GAP_EM * em ? way * (gap - SPACE_EM * em) : 0;
  const place = { left: left + shift, right: right + shift, top: base - SMALL_LETTER_EM * em, bottom: base };
  return { text: holdsInk ? TICKED : UNTICKED, confidence: 100, ...place };
}

/** Whether it is the remains of a box, read beside the place where the box is. */
function isRest({ text, left, right }: RecognizedWord, boxes: readonly Box[], em: number): boolean {
  return (
    REST.test(text) && boxes.some(box => Math.max(left - box.right, box.left - right) < REST_GAP_EM * em)
  );
}

/** A word without the boxes that it was read over, split into the parts between them. */
function partsOf(word: RecognizedWord, boxes: readonly Box[]): RecognizedWord[] {
  const over = boxes.filter(box => middleX(box) > word.left && middleX(box) < word.right);
  const [first] = over;
  if (first === undefined) return [{ ...word, text: withoutBoxes(word, boxes) }];
  const isBox = widthOf(word) < LONE_SHARE * widthOf(first) && READ_AS.test(word.text);
  if (isBox) return [];
  const free = freeOf(word, over);
  const texts = textsOf(word.text, free);
  const places = texts.length === free.length ? free : [widest(free)];
  return texts.map((text, at) => ({ ...word, ...(places[at] ?? word), text }));
}

const widest = (spans: readonly Span[]): Span =>
  spans.reduce((best, span) => (widthOf(span) > widthOf(best) ? span : best));

/** A word beside a box, without the sign that was read for the box. */
function withoutBoxes({ text, left, right }: RecognizedWord, boxes: readonly Box[]): string {
  const isNear = (gap: number, box: Box) => Math.abs(gap) < widthOf(box);
  if (boxes.some(box => isNear(box.left - right, box))) return text.replace(BOX_BEHIND, '');
  return boxes.some(box => isNear(left - box.right, box)) ? text.replace(BOX_BEFORE, '') : text;
}

type Span = Pick<Box, 'left' | 'right'>;

/** The parts of the word's width in which a letter has room. */
function freeOf(word: RecognizedWord, boxes: readonly Box[]): Span[] {
  const edges = [word.left, ...boxes.flatMap(({ left, right }) => [left, right]), word.right];
  const spans = boxes
    .concat(word)
    .map((_, at) => ({ left: edges[2 * at] ?? 0, right: edges[2 * at + 1] ?? 0 }));
  const free = spans.filter(span => widthOf(span) > LETTER_SHARE * widthOf(boxes[0] as Box));
  return free.length > 0 ? free : [word];
}

/** The letters for each of these parts: split where a box was read, or where a capital follows a small letter near the box. */
function textsOf(text: string, free: readonly Span[]): string[] {
  const bare = text.replace(OPENING, '').replace(ENDING, '');
  if (free.length === 1) return [bare];
  const parted = bare.split(BETWEEN);
  if (parted.length === free.length) return parted;
  const all = free.reduce((sum, span) => sum + widthOf(span), 0);
  const cuts: number[] = [];
  let passed = 0;
  for (const span of free.slice(0, -1)) {
    passed += widthOf(span);
    const expected = (passed / all) * bare.length;
    const places = [...bare.matchAll(WORD_START)].map(({ index }) => index);
    const nearest = places.sort((a, b) => Math.abs(a - expected) - Math.abs(b - expected))[0];
    if (nearest === undefined || Math.abs(nearest - expected) > CUT_LETTERS) return [bare];
    cuts.push(nearest);
  }
  return [0, ...cuts].map((from, at) => bare.slice(from, cuts[at]));
}

function areSquareLetters(lines: readonly RecognizedLine[]): boolean {
  const text = lines.flatMap(({ words }) => words.map(word => word.text)).join('');
  return (text.match(SQUARE_LETTER)?.length ?? 0) > SQUARE_LETTERS_MAX * text.length;
}

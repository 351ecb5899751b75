/** Bullets of lists: the finder of lines passes over marks that small, or finds a ring apart from its line and reads the letter. */
import { around, surrounds } from './boxes.ts';
import type { Box, RecognizedLine } from './engine.ts';
import type { Component } from './pixels/components.ts';
import { baselineOf, emOf } from './print-size.ts';

/** All sizes in ems of the line behind. A disc, ring or square is so wide and high, nearly as wide as high … */
const BULLET = { least: 0.14, most: 0.52, shape: 1.35 };
/** … its middle so far above the base line … */
const RAISED = { from: 0.08, to: 0.48 };
/** … and the text begins so far behind it. */
export const GAP = { from: 0.25, to: 2.5 };
/** So much of its box is ink where it is a disc or a square; less is a ring. */
const SOLID_SHARE = 0.6;
/** Ink around it that is no speck lies further away than this. */
const FREE = 0.25;
const SPECK = 0.1;
/** A list has two at least, one below the other and alike in size. */
export const LEAST_BULLETS = 2;
const BELOW = { reach: 12, shift: 0.25, timesLarger: 1.3 };
/** Arrows, ticks and stars are larger, up to this size and shape, further from the text, and so many alike in width, height and ink. */
const EMBLEM = { most: 0.8, shape: 1.5, gap: 0.4, least: 3, alikePx: 1, alikeShare: 0.15, inkShare: 0.25 };
/** Boxes to tick are as wide as high, to a pixel, and hollow. */
const HOLLOW_SHARE = 0.5;
/** More are a drawing's, or the grain of a bad copy. */
export const MOST_BULLETS = 150;
/** Without their grain, noisy pages come to ten thousand pieces of ink; ten times as many would take seconds. */
export const MOST_PIECES = 30_000;

/** One that was found as a line of its own; a ring reads as the letter … */
const LONE_MARK = /^[o○◦•·●▪■►▶>]$/;
/** … and a triangle as one that would be higher: so low a piece is none, in ems of the line behind. */
const RISING_LETTER = /^[\p{Lu}\p{N}bdfhklt]$/u;
const LOWEST_RISING = 0.5;
/** One that was read with its line. */
const READ_MARK = /^[○◦•·●▪■]$/;
/** A word of one letter whose box is wider than any letter, in ems, has the bullet in it. */
const WIDEST_LETTER = 1;

export interface Bullet {
  box: Component;
  /** The line that it was read as. */
  own: RecognizedLine | null;
  line: RecognizedLine;
  em: number;
  /** Where the text behind it begins. */
  textLeft: number;
  /** Larger than a disc. */
  isEmblem: boolean;
}

/** The lines with the bullets in front of them. `components`: the page's pieces of ink. */
export function withBullets(
  lines: readonly RecognizedLine[],
  components: readonly Component[],
): RecognizedLine[] {
  const texts = textsOf(lines);
  const ink = inkAmong(components, texts);
  if (ink.length > MOST_PIECES) return [...lines];
  const largest = EMBLEM.most * Math.max(0, ...texts.map(({ em }) => em));
  const lone = lines.filter(({ words }) => words.length === 1);
  const marks = ink.filter(piece => sizeOf(piece) <= largest && isShaped(piece, EMBLEM.shape));
  const found = marks.flatMap((box): Bullet[] => {
    const behind = texts.flatMap(({ line, em, base }) => {
      const isBullet = sizeOf(box) <= BULLET.most * em && isShaped(box, BULLET.shape);
      const isMarked = (isBullet || isEmblem(box, em)) && standsBefore(box, line, em, base);
      const textLeft = isMarked ? nextOnLevel(box, ink, base, em, isBullet ? GAP.from : EMBLEM.gap) : null;
      if (textLeft === null) return [];
      const own = lone.find(mark => isWithin(box, mark) && isMark(mark, box, em)) ?? null;
      const isOther = lines.some(
        other => other !== line && other !== own && other.words.some(word => isWithin(box, word)),
      );
      return isOther ? [] : [{ box, own, line, em, textLeft, isEmblem: !isBullet }];
    });
    return behind.sort((a, b) => a.textLeft - b.textLeft).slice(0, 1);
  });
  if (found.length > MOST_BULLETS) return [...lines];
  const read = lines.flatMap(({ words: [first, ...others] }) =>
    first !== undefined && others.length > 0 && READ_MARK.test(first.text) ? [first] : [],
  );
  const fellowsOf = (bullet: Bullet): number =>
    bullet.isEmblem
      ? found.filter(other => isBelow(bullet, other.box) && isAlike(bullet.box, other.box)).length
      : found.filter(other => isOfOneList(bullet, other)).length +
        read.filter(other => isBelow(bullet, other)).length;
  const bullets = found.filter(
    bullet =>
      fellowsOf(bullet) >= (bullet.isEmblem ? EMBLEM.least : LEAST_BULLETS) &&
      ink.every(other => other === bullet.box || isFree(bullet, other)),
  );
  const taken = new Set(bullets.map(({ own }) => own));
  return lines
    .filter(line => !taken.has(line))
    .map(line => {
      const bullet = bullets.find(one => one.line === line);
      return bullet === undefined ? line : opened(line, bullet);
    });
}

export interface Text {
  line: RecognizedLine;
  em: number;
  base: number;
}

export const textsOf = (lines: readonly RecognizedLine[]): Text[] =>
  lines.filter(isText).map(line => ({ line, em: emOf(line.words), base: baselineOf(line.words) }));

/** The pieces that are no specks beside any of the texts, from left to right. */
export function inkAmong(components: readonly Component[], texts: readonly Text[]): Component[] {
  const least = SPECK * Math.min(...texts.map(({ em }) => em));
  return components.filter(piece => sizeOf(piece) >= least).sort((a, b) => a.left - b.left);
}

export const sizeOf = ({ left, top, right, bottom }: Box): number => Math.max(right - left, bottom - top);

function isShaped({ left, top, right, bottom }: Box, shape: number): boolean {
  const [width, height] = [right - left, bottom - top];
  return width <= shape * height && height <= shape * width;
}

function isEmblem({ left, top, right, bottom, area }: Component, em: number): boolean {
  const [width, height] = [right - left, bottom - top];
  const isBox = Math.abs(width - height) <= 1 && area < HOLLOW_SHARE * width * height;
  return Math.max(width, height) <= EMBLEM.most * em && !isBox;
}

/** Whether two pieces show the same: letters and figures that begin lines differ. */
function isAlike(one: Component, other: Component): boolean {
  const isNear = (a: number, b: number) => Math.abs(a - b) <= EMBLEM.alikePx + EMBLEM.alikeShare * a;
  return (
    isNear(one.right - one.left, other.right - other.left) &&
    isNear(one.bottom - one.top, other.bottom - other.top) &&
    Math.abs(one.area - other.area) <= EMBLEM.inkShare * one.area
  );
}

export const isWithin = (piece: Box, { left, top, right, bottom }: Box): boolean =>
  piece.left < right && piece.right > left && piece.top < bottom && piece.bottom > top;

/** Bullets stand before words; a figure behind a point is its decimals. */
const isText = ({ words }: RecognizedLine): boolean =>
  words.some(({ text }) => /\p{L}{2}/u.test(text)) && /\p{L}/u.test(words[0]?.text ?? '');

/** Whether the piece may open the line: the reader passes over it, though it lies in the box of the line and, in whole or in part, of its first word. */
export function standsBefore(
  piece: Box,
  { words: [first] }: RecognizedLine,
  em: number,
  base: number,
): boolean {
  if (first === undefined) return false;
  const [size, gap] = [sizeOf(piece), first.left - piece.right];
  const raised = base - (piece.top + piece.bottom) / 2;
  const isOutside = gap >= GAP.from * em && gap <= GAP.to * em;
  const isWide = first.text.length > 1 || first.right - first.left >= WIDEST_LETTER * em;
  const isFirstInk = first.left >= piece.left - SPECK * em && first.left <= piece.right && isWide;
  return (
    (isOutside || isFirstInk) &&
    size >= BULLET.least * em &&
    raised >= RAISED.from * em &&
    raised <= RAISED.to * em
  );
}

/** Where the next ink on the level begins, if `least` ems and no more than a bullet's gap behind the piece. `ink`: from left to right. */
export function nextOnLevel(
  piece: Box,
  ink: readonly Box[],
  base: number,
  em: number,
  least: number,
): number | null {
  const next = ink.find(
    other =>
      other.left >= piece.right &&
      other.top < base &&
      other.bottom > base - em &&
      sizeOf(other) >= SPECK * em,
  );
  const gap = next === undefined ? 0 : next.left - piece.right;
  return next !== undefined && gap >= least * em && gap <= GAP.to * em ? next.left : null;
}

/** A bullet is of its own list, too. */
export function isOfOneList(one: Bullet, other: Bullet): boolean {
  const [a, b] = [sizeOf(one.box), sizeOf(other.box)];
  return isBelow(one, other.box) && Math.max(a, b) <= BELOW.timesLarger * Math.min(a, b);
}

export const isBelow = ({ box, em }: Bullet, other: Box): boolean =>
  Math.abs(box.left - other.left) <= BELOW.shift * em && Math.abs(box.top - other.top) <= BELOW.reach * em;

function isMark({ words: [word] }: RecognizedLine, { top, bottom }: Box, em: number): boolean {
  const text = word?.text ?? '';
  return LONE_MARK.test(text) || (RISING_LETTER.test(text) && bottom - top <= LOWEST_RISING * em);
}

/** A frame has no ink beside what it is drawn around, nor has a table's grid. */
export function isFree({ box, em }: Bullet, other: Box): boolean {
  return (
    sizeOf(other) < SPECK * em ||
    surrounds(other, box, FREE * em) ||
    box.left - FREE * em >= other.right ||
    box.right + FREE * em <= other.left ||
    box.top - FREE * em >= other.bottom ||
    box.bottom + FREE * em <= other.top
  );
}

function opened(line: RecognizedLine, bullet: Bullet): RecognizedLine {
  const { left, top, right, bottom, area } = bullet.box;
  const isSolid = area >= SOLID_SHARE * (right - left) * (bottom - top);
  return openedBy(isSolid ? '•' : '○', line, bullet);
}

export function openedBy(text: string, line: RecognizedLine, { box, em, textLeft }: Bullet): RecognizedLine {
  const base = baselineOf(line.words);
  const { left, right } = box;
  const bullet = { text, confidence: 100, left, right, top: base - SMALL_LETTER_EM * em, bottom: base };
  const [first, ...others] = line.words;
  const words = first === undefined ? [] : [{ ...first, left: Math.max(first.left, textLeft) }, ...others];
  return { ...line, ...around([line, bullet]), words: [bullet, ...words] };
}

/** As high as the small letters that its ink is taken for. */
const SMALL_LETTER_EM = 0.46;

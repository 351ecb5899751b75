/**
 * Finds the bullets of lists. The line detector misses marks that small, or finds a ring as a line of its own, which is
 * then read as a letter.
 */
import type { Box, RecognizedLine } from './engine.ts';
import {
  fellowsOf,
  GAP,
  isBelow,
  isFree,
  isWithin,
  LEAST_MARKS,
  MOST_MARKS,
  nearest,
  nextOnLevel,
  type OpeningMark,
  openedBy,
  readMarks,
  sizeOf,
  standsBefore,
  textsAndInk,
} from './opening-marks.ts';
import type { Component } from './pixels/components.ts';

/**
 * All sizes are in ems of the line that follows. A disc, ring or square is at most this wide and high, and nearly as
 * wide as high.
 */
const BULLET = { most: 0.52, shape: 1.35 };
/** A disc or square fills at least this share of its box with ink; a ring fills less. */
const SOLID_SHARE = 0.6;
/**
 * Arrows, ticks and stars may be larger, up to this size and shape, but must be further from the text, and at least
 * this many must be alike in width, height and ink.
 */
const EMBLEM = { most: 0.8, shape: 1.5, gap: 0.4, least: 3, alikePx: 1, alikeShare: 0.15, inkShare: 0.25 };
/** Boxes to tick are as wide as high, to a pixel, and mostly hollow. */
const HOLLOW_SHARE = 0.5;
/** A mark that was found as a line of its own; a ring is read as a letter … */
const LONE_MARK = /^[o○◦•·●▪■►▶>]$/;
/** … and a triangle as a letter with an ascender. A piece this low (in ems of the line that follows) cannot be such a letter. */
const RISING_LETTER = /^[\p{Lu}\p{N}bdfhklt]$/u;
const LOWEST_RISING = 0.5;
/** A mark that was read as part of its line. */
const READ_MARK = /^[○◦•·●▪■]$/;
interface Bullet extends OpeningMark {
  /** The line that the mark was read as. */
  own: RecognizedLine | null;
  /** Whether it is larger than a disc. */
  isEmblem: boolean;
}

/** The lines with the bullets put in front of them. `components`: the page's pieces of ink. */
export function withBullets(
  lines: readonly RecognizedLine[],
  components: readonly Component[],
): RecognizedLine[] {
  const page = textsAndInk(lines, components);
  if (page === null) return [...lines];
  const { texts, ink } = page;
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
    return nearest(behind);
  });
  if (found.length > MOST_MARKS) return [...lines];
  const read = readMarks(lines, READ_MARK);
  const hasFellows = (bullet: Bullet): boolean =>
    bullet.isEmblem
      ? found.filter(other => isBelow(bullet, other.box) && isAlike(bullet.box, other.box)).length >=
        EMBLEM.least
      : fellowsOf(bullet, found, read) >= LEAST_MARKS;
  const bullets = found.filter(
    bullet => hasFellows(bullet) && ink.every(other => other === bullet.box || isFree(bullet, other)),
  );
  const taken = new Set(bullets.map(({ own }) => own));
  return lines
    .filter(line => !taken.has(line))
    .map(line => {
      const bullet = bullets.find(one => one.line === line);
      return bullet === undefined ? line : opened(bullet);
    });
}

function isShaped({ left, top, right, bottom }: Box, shape: number): boolean {
  const [width, height] = [right - left, bottom - top];
  return width <= shape * height && height <= shape * width;
}

function isEmblem({ left, top, right, bottom, area }: Component, em: number): boolean {
  const [width, height] = [right - left, bottom - top];
  const isBox = Math.abs(width - height) <= 1 && area < HOLLOW_SHARE * width * height;
  return Math.max(width, height) <= EMBLEM.most * em && !isBox;
}

/** Whether two pieces show the same mark; letters and figures at the start of lines differ from each other. */
function isAlike(one: Component, other: Component): boolean {
  const isNear = (a: number, b: number) => Math.abs(a - b) <= EMBLEM.alikePx + EMBLEM.alikeShare * a;
  return (
    isNear(one.right - one.left, other.right - other.left) &&
    isNear(one.bottom - one.top, other.bottom - other.top) &&
    Math.abs(one.area - other.area) <= EMBLEM.inkShare * one.area
  );
}

function isMark({ words: [word] }: RecognizedLine, { top, bottom }: Box, em: number): boolean {
  const text = word?.text ?? '';
  return LONE_MARK.test(text) || (RISING_LETTER.test(text) && bottom - top <= LOWEST_RISING * em);
}

function opened(bullet: Bullet): RecognizedLine {
  const { left, top, right, bottom, area } = bullet.box;
  const isSolid = area >= SOLID_SHARE * (right - left) * (bottom - top);
  return openedBy(isSolid ? '•' : '○', bullet);
}

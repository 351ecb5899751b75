/** Signs that stand alone before the lines of a list: glyphs of a font of symbols, known by no name as bullets. */

import { TICK_BOXES } from '../../../tick-signs.ts';
import { type Line, lineOf } from '../../page/line.ts';
import { isSameSize } from '../../page/sizes.ts';
import { OPENING } from '../../text/markers.ts';

/** What a sign may be: nothing that belongs to numbers, formulas, brackets or notes; boxes to tick say more than a bullet. */
const LONE_SIGN = new RegExp(`^(?![${TICK_BOXES}])[\\p{So}»›>§¤¬#]$`, 'u');
/** A section sign belongs to the number behind it. */
const NUMBER_BEHIND = /^\p{N}/u;
/** The sign stands this far before its text, … */
const SIGN_GAP_EM = 0.6;
/** … and the signs of a list, and their texts, below each other, but for this. */
const EDGE_EM = 0.3;

const BULLET = '•';

interface Opened {
  line: Line;
  sign: string;
  textLeft: number;
}

/** The lines, those with a lone sign before them, as another line has it at the same place, with a bullet instead. */
export function withLoneSigns(lines: readonly Line[]): Line[] {
  const opened = lines.flatMap((line): Opened[] => openedBy(line) ?? []);
  if (opened.length < 2) return [...lines];
  const bullets = new Set(
    opened.filter(one => opened.some(other => other !== one && areAlike(one, other))).map(({ line }) => line),
  );
  return lines.map(line => (bullets.has(line) ? withBullet(line) : line));
}

function openedBy(line: Line): [Opened] | null {
  const [sign, text] = line.items;
  if (sign === undefined || text === undefined || !LONE_SIGN.test(sign.text)) return null;
  const gap = text.left - sign.left - sign.width;
  const isApart = gap > SIGN_GAP_EM * line.size && !text.font.monospace;
  if (!isApart || OPENING.test(line.text) || NUMBER_BEHIND.test(text.text)) return null;
  return [{ line, sign: sign.text, textLeft: text.left }];
}

const areAlike = (one: Opened, other: Opened): boolean =>
  one.sign === other.sign &&
  isSameSize(one.line, other.line) &&
  Math.abs(one.line.left - other.line.left) < EDGE_EM * one.line.size &&
  Math.abs(one.textLeft - other.textLeft) < EDGE_EM * one.line.size;

function withBullet(line: Line): Line {
  const [sign, text, ...rest] = line.items;
  if (sign === undefined || text === undefined) return line;
  return lineOf([{ ...sign, text: BULLET }, { ...text, spaceBefore: true }, ...rest]);
}

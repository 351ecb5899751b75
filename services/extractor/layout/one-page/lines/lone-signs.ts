/**
 * Replaces single symbols before the lines of a list with bullets: glyphs of a symbol font whose names do not tell that
 * they are bullets.
 */

import { TICK_BOXES } from '../../../tick-signs.ts';
import { type Line, lineOf } from '../../page/line.ts';
import { isSameSize } from '../../page/sizes.ts';
import { OPENING } from '../../text/markers.ts';

/**
 * Symbols that may be bullets: none that belong to numbers, formulas, brackets or notes. Check boxes say more than a
 * bullet and are kept.
 */
const LONE_SIGN = new RegExp(`^(?![${TICK_BOXES}])[\\p{So}»›>§¤¬#]$`, 'u');
/** A section sign belongs to the number after it. */
const NUMBER_BEHIND = /^\p{N}/u;
/** The symbol is at least this far before its text, … */
const SIGN_GAP_EM = 0.6;
/** … and the symbols of a list, and their texts, are aligned within this tolerance. */
const EDGE_EM = 0.3;

const BULLET = '•';

interface Opened {
  line: Line;
  sign: string;
  textLeft: number;
}

/** Returns the lines, with a bullet in place of a single symbol that another line has at the same position. */
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

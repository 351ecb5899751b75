/** Recognises blocks of program text and keeps each line as it stands. */

import { type Block, isFieldValue } from '../../page/block.ts';
import { median } from '../../page/geometry.ts';
import type { Line } from '../../page/line.ts';
import { holdsSquares } from '../../text/scripts.ts';

/** A block is code from this share of fixed-pitch characters on. */
const CODE_SHARE = 0.9;
/** Assumed width of a fixed-pitch character where no such font shows it. */
const CODE_PITCH_EM = 0.6;
/** Most spaces that stand for one gap. */
const CODE_COLUMNS_MAX = 200;

/** Emoji and check boxes. */
const PICTURE = /^[\p{Emoji_Presentation}☐-☒]/u;

export function isCode(block: Block): boolean {
  // East Asian fonts are fixed-pitch by nature, and so are those of emoji, of browsers' icons and of check boxes.
  const text = block.lines[0]?.text ?? '';
  return block.monospace >= CODE_SHARE && !holdsSquares(text) && !PICTURE.test(text) && !isFieldValue(block);
}

/** Returns rows with their indents and inner gaps counted in characters. The pieces of a row may come in any order. */
function codeOf(lines: readonly Line[]): string {
  const pitch = pitchOf(lines);
  const left = Math.min(...lines.map(line => line.left));
  const sorted = [...lines].sort((one, other) => one.baseline - other.baseline);
  const rows = Map.groupBy(sorted, line => Math.round(line.baseline / (line.size * 0.5)));
  return [...rows.values()]
    .map(pieces => {
      let row = '';
      for (const item of pieces.flatMap(line => line.items).sort((one, other) => one.left - other.left)) {
        const column = Math.round((item.left - left) / pitch);
        const spaces = Math.max(row.length > 0 && item.spaceBefore ? 1 : 0, column - row.length);
        row += ' '.repeat(Math.min(spaces, CODE_COLUMNS_MAX)) + item.text;
      }
      return row;
    })
    .join('\n');
}

/** A column of a listing may miss the places of its characters by this part of a character. */
const GRID_SLACK = 0.15;

/** The lines of a listing in one column of one page. */
export class Listing {
  private readonly lines: Line[] = [];
  private readonly rows = new Set<number>();
  private readonly left: number;
  private readonly pitch: number;
  private bottom = -Infinity;

  constructor(block: Block) {
    this.left = block.left;
    this.pitch = pitchOf(block.lines);
    this.add(block);
  }

  /**
   * Whether a block is part of the listing: below it, beside it at places where its characters stand, or part of the
   * same form line.
   */
  holds(block: Block): boolean {
    if (block.top > this.bottom - block.size / 2) return true;
    const places = (block.left - this.left) / this.pitch;
    const isOnRow = block.lines.some(line => this.rows.has(Math.round(line.baseline)));
    const isOnGrid = Math.abs(places - Math.round(places)) < GRID_SLACK;
    return isOnRow && (isOnGrid || block.lines.length === 1);
  }

  add({ lines, bottom }: Block): void {
    this.lines.push(...lines);
    for (const line of lines) this.rows.add(Math.round(line.baseline));
    this.bottom = Math.max(this.bottom, bottom);
  }

  toString(): string {
    return codeOf(this.lines);
  }
}

/** Width of a character in points. */
function pitchOf(lines: readonly Line[]): number {
  const widths = lines.flatMap(line =>
    line.items.filter(item => item.font.monospace).map(item => item.width / item.text.length),
  );
  return median(widths) || (lines[0]?.size ?? 1) * CODE_PITCH_EM;
}

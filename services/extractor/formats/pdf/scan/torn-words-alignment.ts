/** Aligns two readings of one line, letter by letter, with as few differences as possible. */

import { JOINED_SCRIPT } from './need.ts';

/** A letter of the line, a space, or null for a glyph without a letter. */
export interface Token<Piece> {
  letter: string | null;
  piece: Piece | null;
}

/** A token and what was read for it; one of the two may be missing. */
export interface Step<Piece> {
  token: Token<Piece> | null;
  read: string | null;
  cost: number;
}

/**
 * Cost of leaving out a glyph without a letter, which may be read as anything; a mark may be read together with the
 * letter below it.
 */
const SKIPPED_GLYPH = 0.5;
/** Cost of a further letter for one glyph, which may stand for several. */
const MORE_OF_GLYPH = 0.3;
/**
 * Cost of leaving out or adding a character of a joined script, which may be drawn before or after letters that are
 * read the other way round.
 */
const JOINED_LETTER = 0.35;
const SPACE = 0.4;
/** A glyph without a letter is more likely a letter than a space. */
const SPACE_GLYPH = 0.2;
const OTHER_LETTER = 1;
/** A letter is never a space. */
const NO_SPACE = 2;

const DIAGONAL = 0;
const SKIP = 1;
const ADD = 2;

export function alignmentOf<Piece>(tokens: readonly Token<Piece>[], read: readonly string[]): Step<Piece>[] {
  const width = read.length + 1;
  const costs = new Float64Array((tokens.length + 1) * width);
  const ways = new Uint8Array(costs.length);
  for (let row = 0; row <= tokens.length; row++) {
    for (let column = 0; column < width; column++) {
      if (row === 0 && column === 0) continue;
      const at = row * width + column;
      const token = row > 0 ? tokens[row - 1] : undefined;
      const letter = column > 0 ? read[column - 1] : undefined;
      const both =
        token && letter !== undefined
          ? (costs[at - width - 1] ?? 0) + together(token.letter, letter)
          : Infinity;
      const skip = token ? (costs[at - width] ?? 0) + skipped(token.letter) : Infinity;
      const add = letter !== undefined ? (costs[at - 1] ?? 0) + added(letter, token, tokens[row]) : Infinity;
      costs[at] = Math.min(both, skip, add);
      ways[at] = both <= skip && both <= add ? DIAGONAL : skip <= add ? SKIP : ADD;
    }
  }
  const steps: Step<Piece>[] = [];
  for (let row = tokens.length, column = read.length; row > 0 || column > 0; ) {
    const at = row * width + column;
    const way = ways[at];
    const isToken = way === DIAGONAL || way === SKIP;
    const isRead = way !== SKIP;
    const from = at - (isToken ? width : 0) - (isRead ? 1 : 0);
    const cost = (costs[at] ?? 0) - (costs[from] ?? 0);
    if (isToken) row--;
    if (isRead) column--;
    steps.push({
      token: isToken ? (tokens[row] ?? null) : null,
      read: isRead ? (read[column] ?? null) : null,
      cost,
    });
  }
  return steps.reverse();
}

function together(letter: string | null, read: string): number {
  if (letter === null) return read === ' ' ? SPACE_GLYPH : 0;
  if (letter === read) return 0;
  return letter === ' ' || read === ' ' ? NO_SPACE : OTHER_LETTER;
}

const skipped = (letter: string | null): number =>
  letter === null ? SKIPPED_GLYPH : letter === ' ' ? SPACE : OTHER_LETTER;

function added<Piece>(read: string, last: Token<Piece> | undefined, next: Token<Piece> | undefined): number {
  if (read === ' ') return SPACE;
  if (JOINED_SCRIPT.test(read)) return JOINED_LETTER;
  return last?.letter === null || next?.letter === null ? MORE_OF_GLYPH : OTHER_LETTER;
}

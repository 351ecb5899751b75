/**
 * Restores words that have lost letters because their font maps some of its glyphs to none (Firefox and Qt do so for
 * joined forms, and for characters with language-specific forms). Each line is aligned with the same line as OCR reads
 * it, letter by letter. What the file says is kept; what was read is used where the file says nothing.
 */
import type { Gap, PageContent, TextItem } from '../../../layout/page/content.ts';
import { IN_WORDS, JOINED_SCRIPT, OTHER_SCRIPT } from './need.ts';
import { alignmentOf, type Step, type Token } from './torn-words-alignment.ts';

/** Pieces of one line share a baseline within the first tolerance; what OCR read of it is as near as the second. */
const SAME_LINE_EM = 0.3;
const READ_LINE_EM = 0.45;
/** A gap this wide is a space. */
const SPACE_EM = 0.11;

/** A reading belongs to a word if it differs in at most this share of the known letters … */
const DIFFERENT_SHARE = 0.2;
/** … and in at most this many for each lost glyph, in scripts whose characters are read in another order than drawn. */
const DIFFERENT_JOINED = 1.2;

/**
 * Most glyphs of a line times letters read of it; a line of a page has about a hundred of each. Longer lines stay as
 * they are.
 */
const LINE_CEILING = 1_000_000;

interface Piece {
  left: number;
  right: number;
  /** Null for glyphs without a letter. */
  item: TextItem | null;
  hole: Gap | null;
}

interface Row {
  baseline: number;
  size: number;
  pieces: Piece[];
}

/** Returns the page with such words restored. `read` is what OCR reads on the page, as words of it. */
export function withTornWords(
  page: PageContent,
  holes: readonly Gap[],
  read: readonly TextItem[],
): PageContent {
  const rows = rowsOf(page.items, holes);
  const readRows = Map.groupBy(read, word => nearest(rows, word));
  const replaced = new Map<TextItem, TextItem[]>();
  const known = new Set<Gap>();
  for (const row of rows) {
    const words = readRows.get(row);
    if (words === undefined || row.pieces.every(({ hole }) => hole === null)) continue;
    const [tokens, letters] = [tokensOf(row), lettersOf(words)];
    if (tokens.length * letters.length > LINE_CEILING) continue;
    const steps = alignmentOf(tokens, letters);
    for (const part of partsOf(steps)) {
      if (mend(part, row, replaced))
        for (const { token } of part) if (token?.piece?.hole) known.add(token.piece.hole);
    }
  }
  if (known.size === 0) return page;
  const glyphs = [...known].reduce((sum, hole) => sum + hole.glyphs, 0);
  const items = page.items.flatMap(item => replaced.get(item) ?? [item]);
  return {
    ...page,
    items: items.map((item, index) => ({ ...item, index })),
    holes: holes.filter(hole => !known.has(hole)),
    unreadable: Math.max(0, (page.unreadable ?? 0) - glyphs),
  };
}

function rowsOf(items: readonly TextItem[], holes: readonly Gap[]): Row[] {
  const pieces: (Piece & { baseline: number; size: number })[] = [
    ...items.filter(({ angle }) => angle === 0).map(item => ({ ...sidesOf(item), item, hole: null })),
    ...holes.map(hole => ({ ...sidesOf(hole), item: null, hole })),
  ].sort((a, b) => a.baseline - b.baseline);
  const rows: Row[] = [];
  for (const piece of pieces) {
    const row = rows.at(-1);
    if (row && piece.baseline - row.baseline < SAME_LINE_EM * Math.min(piece.size, row.size))
      row.pieces.push(piece);
    else rows.push({ baseline: piece.baseline, size: piece.size, pieces: [piece] });
  }
  for (const { pieces: inRow } of rows) inRow.sort((a, b) => a.left - b.left || a.right - b.right);
  return rows;
}

const sidesOf = ({ left, width, baseline, size }: TextItem | Gap) => ({
  left: Math.min(left, left + width),
  right: Math.max(left, left + width),
  baseline,
  size,
});

function nearest(rows: readonly Row[], { baseline, left, width }: TextItem): Row | undefined {
  const away = (row: Row) => Math.abs(row.baseline - baseline) / row.size;
  return rows
    .filter(row => away(row) < READ_LINE_EM && row.pieces.some(p => p.left < left + width && p.right > left))
    .sort((a, b) => away(a) - away(b))[0];
}

function tokensOf({ pieces, size }: Row): Token<Piece>[] {
  let end = Number.NEGATIVE_INFINITY;
  return pieces.flatMap(piece => {
    const isApart = piece.left - end > SPACE_EM * size && end > Number.NEGATIVE_INFINITY;
    end = Math.max(end, piece.right);
    const letters = piece.item
      ? [...piece.item.text]
      : Array.from({ length: piece.hole?.glyphs ?? 0 }, () => null);
    const tokens = letters.map(letter => ({ letter, piece }));
    return isApart ? [{ letter: ' ', piece: null }, ...tokens] : tokens;
  });
}

function lettersOf(words: readonly TextItem[]): string[] {
  const ordered = [...words].sort((a, b) => a.left - b.left);
  return [...ordered.map(({ text }) => text).join(' ')];
}

/** Divides the steps at spaces: the page's own, and those that are read, or left open, where a glyph has no letter. */
function partsOf(steps: readonly Step<Piece>[]): Step<Piece>[][] {
  const isJoined = steps.some(({ token }) => JOINED_SCRIPT.test(token?.letter ?? ''));
  const parts: Step<Piece>[][] = [[]];
  for (const step of steps) {
    if (step.token === null) {
      // A space that is read where the page has none is ignored.
      if (step.read !== ' ') parts.at(-1)?.push(step);
    } else if (step.token.letter === ' ') parts.push([]);
    else if (isSpace(step, isJoined)) parts.push([step], []);
    else parts.at(-1)?.push(step);
  }
  return parts;
}

function isSpace({ token, read }: Step<Piece>, isJoined: boolean): boolean {
  if (token?.letter !== null || (read !== ' ' && read !== null)) return false;
  const { width = 0, size = 1 } = token.piece?.hole ?? {};
  return read === ' ' || (!isJoined && width > SPACE_EM * size);
}

/** Replaces the pieces of a part by the word that they form, if they do. */
function mend(part: readonly Step<Piece>[], row: Row, replaced: Map<TextItem, TextItem[]>): boolean {
  const lost = part.filter(({ token }) => token?.letter === null).length;
  if (lost === 0) return false;
  if (part.every(({ read }) => read === ' ')) return true;
  const known = part.filter(({ token }) => token !== null && token.letter !== null).length;
  const text = part.map(({ token, read }) => token?.letter ?? read ?? '').join('');
  const added = part.filter(
    ({ token, read }) => read !== null && (token === null || token.letter === null),
  ).length;
  const cost = part.reduce((sum, step) => sum + step.cost, 0);
  const limit = DIFFERENT_SHARE * known + (JOINED_SCRIPT.test(text) ? DIFFERENT_JOINED * lost : 0);
  const said = part.map(({ token }) => token?.letter ?? '').join('');
  const isInWords = IN_WORDS.test(said) || OTHER_SCRIPT.test(text);
  if (added === 0 || cost > limit || !isInWords) return false;
  const pieces = [...new Set(part.flatMap(({ token }) => token?.piece ?? []))];
  const items = pieces.flatMap(({ item }) => item ?? []).sort((a, b) => a.index - b.index);
  const left = Math.min(...pieces.map(piece => piece.left));
  const width = Math.max(...pieces.map(piece => piece.right)) - left;
  const [first, ...rest] = items;
  if (first) {
    replaced.set(first, [...before(first, replaced), { ...first, text, left, width }]);
    for (const item of rest) replaced.set(item, before(item, replaced));
    return true;
  }
  const neighbour = neighbourOf(left, row);
  const hole = pieces[0]?.hole;
  if (!neighbour || !hole) return false;
  const alone = {
    ...neighbour,
    text,
    left,
    width,
    size: hole.size,
    font: hole.font,
    baseline: hole.baseline,
    spaceBefore: true,
  };
  replaced.set(neighbour, [...(replaced.get(neighbour) ?? [neighbour]), alone]);
  return true;
}

/** Returns what was put after an item, without the item. */
const before = (item: TextItem, replaced: Map<TextItem, TextItem[]>): TextItem[] =>
  (replaced.get(item) ?? []).filter(other => other !== item);

function neighbourOf(left: number, { pieces }: Row): TextItem | undefined {
  const items = pieces.flatMap(({ item }) => item ?? []);
  return items.findLast(item => item.left <= left) ?? items[0];
}

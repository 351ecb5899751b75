/** Joins lines to running text: adds spaces between them, removes hyphens at line ends, and keeps real compounds. */
import { isPartedKorean, koreanWordsIn } from './korean-words.ts';
import { isRoomOfSign, runsOnUnspaced } from './spaces.ts';

/** Words that the document writes with a hyphen inside a line, in lower case, and Korean words. */
export type Compounds = ReadonlySet<string>;

const COMPOUND = /[\p{L}\p{N}]+(?:[-‐][\p{L}\p{N}]+)+/gu;
/** In characters; patterns look no farther back. */
const LONGEST_WORD = 80;
const BROKEN = /[\p{L}]{2,}[-‐]$/u;
const CAPITALS_BROKEN = /\p{Lu}{2}[-‐]$/u;
/** A hyphen directly after a letter or a digit. */
const TIGHT = /[\p{L}\p{N}][-‐]$/u;
/** After "Ein-" and "short-" these words begin no second half: "und Ausfuhr", "and long-term". */
const SUSPENDED = /^(?:and|or|und|oder|bzw|sowie|bis|en|och|eller|og)(?![\p{L}\p{N}])/u;

/** Collects compounds from lines. The last word of a line may be broken and does not count. */
export function compoundsOf(lines: Iterable<string>): Compounds {
  const compounds = new Set<string>();
  for (const line of lines) {
    for (const word of koreanWordsIn(line)) compounds.add(word);
    if (!holdsHyphen(line)) continue;
    for (const match of line.matchAll(COMPOUND)) compounds.add(match[0].toLowerCase().replaceAll('‐', '-'));
  }
  return compounds;
}

const holdsHyphen = (text: string): boolean => text.includes('-') || text.includes('‐');
const endsInHyphen = (text: string): boolean => text.endsWith('-') || text.endsWith('‐');

export function joinLines(lines: readonly string[], compounds: Compounds): string {
  const text = new RunningText(compounds);
  for (const line of lines) text.add(line);
  return text.toString();
}

/** Joins two stretches of text that a line, column or page break separates. */
export function joinPair(before: string, after: string, compounds: Compounds): string {
  return joinLines([before, after], compounds);
}

/** A text being built. Only its end is examined: a paragraph may be as long as a book, and indexing into it copies it. */
export class RunningText {
  private readonly compounds: Compounds;
  /** All but the last stretch. */
  private earlier = '';
  private last = '';
  /** The last characters of both. */
  private end = '';

  constructor(compounds: Compounds) {
    this.compounds = compounds;
  }

  /** Adds a stretch that a line, column or page break separates from the text so far. */
  add(after: string): void {
    if (after === '') return;
    const { end } = this;
    const isParted = isBroken(end, after) && !this.isCompound(end, after);
    if (isParted) this.dropHyphen();
    const isTight = isParted || !needsSpace(end, after) || isPartedKorean(end, after, this.compounds);
    this.append(end === '' || isTight ? '' : ' ', after);
  }

  toString(): string {
    return this.earlier + this.last;
  }

  /** Whether the document writes the word with its hyphen elsewhere. */
  private isCompound(end: string, after: string): boolean {
    const head = /[\p{L}\p{N}-]+$/u.exec(end.replace(/‐$/, '-'))?.[0] ?? '';
    const tail = /^[\p{L}\p{N}-]+/u.exec(after)?.[0] ?? '';
    // Programs do not hyphenate the parts of a compound.
    return /-.*-$/.test(head) || this.compounds.has((head + tail).toLowerCase());
  }

  private append(separator: string, after: string): void {
    this.earlier += this.last + separator;
    this.last = after;
    this.end = (this.end + separator + after.slice(-LONGEST_WORD)).slice(-LONGEST_WORD);
  }

  private dropHyphen(): void {
    this.last = this.last.slice(0, -1);
    this.end = this.end.slice(0, -1);
  }
}

/** Whether a word seems to be broken at a hyphen that is not its own, judged by its letters. */
function isBroken(before: string, after: string): boolean {
  if (!endsInHyphen(before)) return false;
  const capitals = CAPITALS_BROKEN.test(before) && /^\p{Lu}{2}/u.test(after);
  return BROKEN.test(before) && (capitals || /^\p{Ll}/u.test(after)) && !SUSPENDED.test(after);
}

/** Whether a space is needed. Scripts without spaces continue directly, and so does a word that broke at its own hyphen. */
function needsSpace(before: string, after: string): boolean {
  if (endsInHyphen(before) && TIGHT.test(before))
    return SUSPENDED.test(after) || !/^[\p{L}\p{N}]/u.test(after);
  if (isRoomOfSign(before, after)) return false;
  return !runsOnUnspaced(before, after);
}

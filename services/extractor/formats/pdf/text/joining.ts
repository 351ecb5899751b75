/** Lines as running text: spaces between them, hyphens of line ends gone, real compounds kept. */

/** Words that the document writes with a hyphen inside a line, lower case. */
export type Compounds = ReadonlySet<string>;

const COMPOUND = /[\p{L}\p{N}]+(?:[-‐][\p{L}\p{N}]+)+/gu;
/** Characters; patterns look no further back. */
const LONGEST_WORD = 80;
const BROKEN = /[\p{L}]{2,}[-‐]$/u;

/** Gathers compounds from lines; the last word of a line may be cut and says nothing. */
export function compoundsOf(lines: Iterable<string>): Compounds {
  const compounds = new Set<string>();
  for (const line of lines) {
    for (const match of line.matchAll(COMPOUND)) compounds.add(match[0].toLowerCase());
  }
  return compounds;
}

export function joinLines(lines: readonly string[], compounds: Compounds): string {
  const text = new RunningText(compounds);
  for (const line of lines) text.add(line);
  return text.toString();
}

/** Two stretches of text that a line, column or page break parted. */
export function joinPair(before: string, after: string, compounds: Compounds): string {
  return joinLines([before, after], compounds);
}

/** A text in the making. Only its end is looked at: a paragraph may be a whole book's, and to index it copies it. */
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

  /** Adds a stretch that a line, column or page break parted from what is there. */
  add(after: string): void {
    if (after === '') return;
    const { end } = this;
    if (!isHyphenated(end, after)) this.append(end !== '' && needsSpace(end, after) ? ' ' : '', after);
    else {
      const head = /[\p{L}\p{N}-]+$/u.exec(end)?.[0] ?? '';
      const tail = /^[\p{L}\p{N}-]+/u.exec(after)?.[0] ?? '';
      if (!this.compounds.has((head + tail).toLowerCase())) this.dropHyphen();
      this.append('', after);
    }
  }

  toString(): string {
    return this.earlier + this.last;
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

function isHyphenated(before: string, after: string): boolean {
  const end = before.at(-1);
  return (end === '-' || end === '‐') && BROKEN.test(before) && /^\p{Ll}/u.test(after);
}

const CJK = /[\u2e80-\u30ff\u31c0-\u9fff\uf900-\ufaff\uff00-\uffef]/;

/** Chinese and Japanese run on without a space; a compound keeps its hyphen tight. */
function needsSpace(before: string, after: string): boolean {
  return !(CJK.test(before.at(-1) ?? '') && CJK.test(after[0] ?? ''));
}

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
  return lines.reduce((text, line) => joinPair(text, line, compounds), '');
}

/** Two stretches of text that a line, column or page break parted. */
export function joinPair(before: string, after: string, compounds: Compounds): string {
  if (before === '' || after === '') return before + after;
  if (!isHyphenated(before, after)) return `${before}${needsSpace(before, after) ? ' ' : ''}${after}`;
  const head = /[\p{L}\p{N}-]+$/u.exec(before.slice(-LONGEST_WORD))?.[0] ?? '';
  const tail = /^[\p{L}\p{N}-]+/u.exec(after)?.[0] ?? '';
  return compounds.has((head + tail).toLowerCase()) ? before + after : before.slice(0, -1) + after;
}

function isHyphenated(before: string, after: string): boolean {
  const end = before.at(-1);
  return (end === '-' || end === '‐') && BROKEN.test(before.slice(-LONGEST_WORD)) && /^\p{Ll}/u.test(after);
}

const CJK = /[\u2e80-\u30ff\u31c0-\u9fff\uf900-\ufaff\uff00-\uffef]/;

/** Chinese and Japanese run on without a space; a compound keeps its hyphen tight. */
function needsSpace(before: string, after: string): boolean {
  return !(CJK.test(before.at(-1) ?? '') && CJK.test(after[0] ?? ''));
}

/** Matches a document's blocks with a list of its true headings that somebody wrote down. */

import type { Situation } from '../services/extractor/layout/document/headings/situation.ts';
import { isLabel } from '../services/extractor/layout/text/section-numbers.ts';

export interface TrueHeading {
  text: string;
  /** Counted from 1, if known. */
  level?: number;
  /** Counted from 1, if known. A title may also occur as a running head or in the table of contents. */
  page?: number;
}

export interface TrueHeadings {
  /** Whether every block that is not in the list is no heading. */
  complete: boolean;
  headings: readonly TrueHeading[];
}

/** Most words of a title; longer blocks are none, whatever they begin with. */
const WORDS_MAX = 40;
const LINES_MAX = 3;
/** Least likeness of two titles that count as the same: outlines and copyists change quotes, ligatures and spaces. */
const ALIKE_MIN = 0.9;
/** Fewest characters of a title without its number; shorter ones say too little. */
const BARE_MIN = 4;

/** The headings of a Markdown text: its lines that begin with one to six `#`. */
export function headingsOfMarkdown(text: string): TrueHeading[] {
  return [...text.matchAll(/^(#{1,6})\s+(.*\S)\s*$/gm)].map(([, marks = '', title = '']) => ({
    text: title,
    level: marks.length,
  }));
}

/** Assigns each true heading to at most one block, the strictest kind of match first. */
export function matched(
  situations: readonly Situation[],
  headings: readonly TrueHeading[],
): Map<Situation, TrueHeading> {
  const found = new Map<Situation, TrueHeading>();
  const left = new Set(headings);
  const candidates = situations
    .map((situation, at) => ({ situation, label: labelOf(situation, situations[at - 1]) }))
    .filter(({ situation }) => situation.block.words <= WORDS_MAX)
    .sort(byProminence);
  for (const isLike of LIKENESSES) {
    for (const { situation, label } of candidates) {
      if (found.has(situation)) continue;
      const { page } = situation.flow;
      const heading = [...left].find(
        one => (one.page ?? page) === page && isLike(situation, one.text, label),
      );
      if (heading === undefined) continue;
      found.set(situation, heading);
      left.delete(heading);
    }
  }
  return found;
}

/** The label ("Chapter 9") in a block of its own before a title; empty if there is none. */
function labelOf({ flow }: Situation, before: Situation | undefined): string {
  return before !== undefined && before.flow.page === flow.page && isLabel(before.text) ? before.text : '';
}

/** Prefers the larger, then the bolder block: a title may also occur as a running head or in the table of contents. */
function byProminence(one: Candidate, other: Candidate): number {
  const [block, against] = [one.situation.block, other.situation.block];
  return against.size - block.size || against.bold - block.bold;
}

interface Candidate {
  situation: Situation;
  label: string;
}

const LIKENESSES: readonly ((situation: Situation, title: string, label: string) => boolean)[] = [
  ({ text }, title, label) => plain(`${label} ${text}`) === plain(title),
  ({ text }, title) => plain(text) === plain(title),
  ({ text }, title) => areAlike(plain(text), plain(title)),
  // Lists of true headings may cut a heading of several lines after the first.
  ({ block: { lines } }, title) =>
    lines.length > 1 && lines.length <= LINES_MAX && areAlike(plain(lines[0]?.text ?? ''), plain(title)),
  // Outlines may omit a number, or have one that the page lacks.
  ({ text }, title) => bare(title).length >= BARE_MIN && areAlike(bare(text), bare(title)),
];

const plain = (text: string): string =>
  text
    .normalize('NFKC')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]/gu, '');

/** The title without its section number or its chapter's label. */
const bare = (text: string): string =>
  plain(
    text.replace(/^(?:(?:chapter|appendix|part|section)\s)?(?:[\dA-Z]{1,3}\.)*[\dA-Z]{1,4}[.:]?\s+/i, ''),
  );

/** True if the two share at least `ALIKE_MIN` of their letters in the same order. */
function areAlike(one: string, other: string): boolean {
  if (one === other) return one !== '';
  const longest = Math.max(one.length, other.length);
  if (Math.min(one.length, other.length) < 0.85 * longest) return false;
  return (2 * commonLength(one, other)) / (one.length + other.length) >= ALIKE_MIN;
}

/** Length of the longest common subsequence. */
function commonLength(one: string, other: string): number {
  let row = new Uint16Array(other.length + 1);
  for (const letter of one) {
    const next = new Uint16Array(other.length + 1);
    for (let at = 1; at <= other.length; at++)
      next[at] =
        letter === other[at - 1] ? (row[at - 1] ?? 0) + 1 : Math.max(row[at] ?? 0, next[at - 1] ?? 0);
    row = next;
  }
  return row[other.length] ?? 0;
}

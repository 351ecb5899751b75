/** Compares what is expected of a document with what was read, and computes scores by kind. */
import { KINDS, type Kind, type OutlineLine } from './outline.ts';

export interface Difference {
  /** `-`: expected but not read; `+`: read but not expected. */
  sign: '-' | '+';
  line: OutlineLine;
}

/** F1 of lines, 0…1, by kind. A kind that is neither expected nor read is missing. */
export type Scores = Partial<Record<Kind | 'all', number>>;

export interface Comparison {
  differences: Difference[];
  scores: Scores;
}

/** Least share of common words, of all words in two lines, for OCR to have read one as the other. */
const ALIKE_SHARE = 0.8;

/** `isScan`: lines count as the same even if some of their letters were misread. */
export function compare(
  expected: readonly OutlineLine[],
  read: readonly OutlineLine[],
  isScan: boolean,
): Comparison {
  const isSame = isScan ? areAlike : areEqual;
  const differences = differencesOf(expected, read, isSame);
  const scoreOf = (isOf: (line: OutlineLine) => boolean) => {
    const lines = expected.filter(isOf).length + read.filter(isOf).length;
    const apart = differences.filter(({ line }) => isOf(line)).length;
    return lines === 0 ? undefined : (lines - apart) / lines;
  };
  const scores: Scores = {};
  for (const kind of KINDS) {
    const score = scoreOf(line => line.kind === kind);
    if (score !== undefined) scores[kind] = score;
  }
  scores.all = scoreOf(() => true) ?? 1;
  return { differences, scores };
}

/** The differences by the longest common subsequence. */
function differencesOf(
  expected: readonly OutlineLine[],
  read: readonly OutlineLine[],
  isSame: (one: OutlineLine, other: OutlineLine) => boolean,
): Difference[] {
  const width = read.length + 1;
  const common = new Uint16Array((expected.length + 1) * width);
  const at = (e: number, r: number) => common[e * width + r] ?? 0;
  for (let e = expected.length - 1; e >= 0; e--)
    for (let r = read.length - 1; r >= 0; r--) {
      const same = isSame(expected[e] as OutlineLine, read[r] as OutlineLine);
      common[e * width + r] = same ? at(e + 1, r + 1) + 1 : Math.max(at(e + 1, r), at(e, r + 1));
    }
  const differences: Difference[] = [];
  let [e, r] = [0, 0];
  while (e < expected.length || r < read.length) {
    const [left, right] = [expected[e], read[r]];
    if (left && right && isSame(left, right)) {
      e++;
      r++;
    } else if (left && (!right || at(e + 1, r) >= at(e, r + 1))) {
      differences.push({ sign: '-', line: left });
      e++;
    } else if (right) {
      differences.push({ sign: '+', line: right });
      r++;
    }
  }
  return differences;
}

const folded = (text: string): string => text.normalize('NFKC').replace(/\s+/g, ' ').trim();

const areEqual = (one: OutlineLine, other: OutlineLine): boolean =>
  one.kind === other.kind && folded(one.text) === folded(other.text);

function areAlike(one: OutlineLine, other: OutlineLine): boolean {
  if (one.kind !== other.kind) return false;
  const [words, others] = [wordsOf(one.text), wordsOf(other.text)];
  const left = [...others];
  let shared = 0;
  for (const word of words) {
    const place = left.indexOf(word);
    if (place < 0) continue;
    left.splice(place, 1);
    shared++;
  }
  return 2 * shared >= ALIKE_SHARE * (words.length + others.length);
}

const wordsOf = (text: string): string[] =>
  folded(text)
    .toLowerCase()
    .match(/[\p{L}\p{N}]+/gu) ?? [];

/** Whether two readings of one place say the same: print reads alike twice, however unsure; noise reads as anything. */
import type { RecognizedLine } from './engine.ts';

/** Share of their letters and figures that the readings have in common … */
const AGREEING_SHARE = 0.7;
/** … of at least so many: short ones agree by chance. */
const AGREEING_CHARACTERS = 6;

export function agree(one: RecognizedLine, other: RecognizedLine): boolean {
  const [first, second] = [charactersOf(one), charactersOf(other)];
  if (Math.min(first.length, second.length) < AGREEING_CHARACTERS) return false;
  return commonLength(first, second) >= AGREEING_SHARE * Math.max(first.length, second.length);
}

/** The line's letters and figures. */
export function charactersOf({ words }: RecognizedLine): string[] {
  const text = words.map(word => word.text).join('');
  return text.match(/[\p{L}\p{N}]/gu) ?? [];
}

/** Length of the longest common subsequence. */
function commonLength(first: readonly string[], second: readonly string[]): number {
  let above = new Uint16Array(second.length + 1);
  for (const character of first) {
    const row = new Uint16Array(second.length + 1);
    second.forEach((other, at) => {
      const longer = Math.max(above[at + 1] ?? 0, row[at] ?? 0);
      row[at + 1] = character === other ? (above[at] ?? 0) + 1 : longer;
    });
    above = row;
  }
  return above[second.length] ?? 0;
}

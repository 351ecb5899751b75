/** Moves readings in small kana over a word (ruby) into the line, in parentheses after their word. */
import type { TextItem } from '../../../layout/page/content.ts';
import { HAN_AND_KANA } from '../../../layout/text/scripts.ts';

/** As a share of their word's size, usually one half. */
const SIZE_MAX = 0.6;
/** Height of their baseline above that of the word, in the word's ems. */
const RISE_MIN_EM = 0.7;
const RISE_MAX_EM = 1.4;
/** Kana spread over a wide word are closer than this, in their own ems, and level within this. */
const GAP_MAX_EM = 1;
const LEVEL_EM = 0.2;
/** A reading may stick out of its word by this much of its own em. */
const RIM_EM = 0.6;

/** No kana comes before it: most words need no further check. */
const KANA_FIRST = '\u3040';
const KANA = /^[\u3040-\u30ff]+$/;
const EAST_ASIAN = new RegExp(`[${HAN_AND_KANA}]`, 'u');

const rightOf = (item: TextItem): number => item.left + item.width;

export function withRuby(items: readonly TextItem[]): TextItem[] {
  const small = items.filter(item => item.text >= KANA_FIRST && item.angle === 0 && KANA.test(item.text));
  if (small.length === 0) return [...items];
  const size = Math.min(...small.map(item => item.size));
  const bases = items.filter(item => item.size * SIZE_MAX >= size && EAST_ASIAN.test(item.text));
  if (bases.length === 0) return [...items];
  const additions = new Map<TextItem, { at: number; text: string }[]>();
  const taken = new Set<TextItem>();
  for (const reading of readingsOf(small)) {
    const base = baseOf(reading, bases);
    if (base === undefined) continue;
    const text = `(${reading.map(item => item.text).join('')})`;
    const share = (endOf(reading) - base.left) / base.width;
    const at = Math.min(base.text.length, Math.max(1, Math.round(share * base.text.length)));
    additions.set(base, [...(additions.get(base) ?? []), { at, text }]);
    for (const item of reading) taken.add(item);
  }
  const kept = items.filter(item => !taken.has(item));
  return kept.map((item, index) => ({
    ...item,
    text: annotated(item.text, additions.get(item) ?? []),
    spaceBefore:
      item.spaceBefore && !follows(kept[index - 1], item, taken.has(items[item.index - 1] ?? item)),
    index,
  }));
}

/** Whether a word continues after a reading was drawn over what stands before it. */
function follows(before: TextItem | undefined, item: TextItem, afterReading: boolean): boolean {
  if (before === undefined || !afterReading) return false;
  const isLevel = Math.abs(item.baseline - before.baseline) < LEVEL_EM * item.size;
  return isLevel && Math.abs(item.left - rightOf(before)) < GAP_MAX_EM * before.size * SIZE_MAX;
}

const endOf = (reading: readonly TextItem[]): number => Math.max(...reading.map(rightOf));

/** Groups kana that follow each other closely, from left to right. */
function readingsOf(kana: readonly TextItem[]): TextItem[][] {
  const readings: TextItem[][] = [];
  for (const item of [...kana].sort((one, other) => one.baseline - other.baseline || one.left - other.left)) {
    const last = readings.at(-1)?.at(-1);
    const goesOn =
      last !== undefined &&
      Math.abs(item.baseline - last.baseline) < LEVEL_EM * item.size &&
      Math.abs(item.left - rightOf(last)) < GAP_MAX_EM * item.size;
    if (goesOn) readings.at(-1)?.push(item);
    else readings.push([item]);
  }
  return readings;
}

/** Returns what stands directly below the end of a reading and is about twice its size or larger. */
function baseOf(reading: readonly TextItem[], bases: readonly TextItem[]): TextItem | undefined {
  const [first] = reading;
  if (first === undefined) return undefined;
  const end = endOf(reading) - RIM_EM * first.size;
  return bases.find(base => {
    const rise = (base.baseline - first.baseline) / base.size;
    const isSmaller = first.size <= SIZE_MAX * base.size;
    return isSmaller && rise > RISE_MIN_EM && rise < RISE_MAX_EM && end > base.left && end <= rightOf(base);
  });
}

function annotated(text: string, additions: readonly { at: number; text: string }[]): string {
  return [...additions]
    .sort((one, other) => other.at - one.at)
    .reduce((whole, { at, text: reading }) => whole.slice(0, at) + reading + whole.slice(at), text);
}

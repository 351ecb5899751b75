/** Text painted twice for weight or shadow is one text. */
import type { TextItem } from '../page.ts';

/** Share of an em by which the second painting is set off. */
const OFFSET_EM = 0.12;
/** Points; a shadow under large type is set off by no more. */
const OFFSET_MAX = 3;

/** Drops every word that repeats an earlier one in nearly the same place; indexes are given anew. */
export function withoutDuplicates(items: readonly TextItem[]): TextItem[] {
  const seen = new Map<string, TextItem[]>();
  const kept: TextItem[] = [];
  for (const item of items) {
    const earlier = seen.get(item.text);
    if (earlier?.some(other => coincide(item, other))) continue;
    if (earlier) earlier.push(item);
    else seen.set(item.text, [item]);
    kept.push(kept.length === item.index ? item : { ...item, index: kept.length });
  }
  return kept;
}

function coincide(one: TextItem, other: TextItem): boolean {
  const offset = Math.min(OFFSET_MAX, Math.max(one.size * OFFSET_EM, 0.5));
  return (
    Math.abs(one.left - other.left) <= offset &&
    Math.abs(one.baseline - other.baseline) <= offset &&
    Math.abs(one.size - other.size) <= one.size * 0.05 &&
    one.angle === other.angle
  );
}

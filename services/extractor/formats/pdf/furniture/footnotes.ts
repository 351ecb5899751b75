/** Footnotes: small print at the foot of the page, below a short rule or opening with a note mark. */
import type { Block } from '../blocks/block.ts';
import type { PageDraft } from '../pages/draft.ts';
import { FOOTNOTES } from '../thresholds.ts';

/** The blocks of a page that are footnotes, in no particular order. */
export function footnotesOf(blocks: readonly Block[], draft: PageDraft, bodySize: number): Block[] {
  const candidates = blocks.filter(
    block => block.size <= FOOTNOTES.sizeMax * bodySize && block.top > FOOTNOTES.zoneTop * draft.height,
  );
  const marked = candidates.filter(block => isBelowShortRule(block, draft, candidates) || isMarked(block));
  return candidates.filter(block => marked.includes(block) || continues(block, marked));
}

function isBelowShortRule(block: Block, draft: PageDraft, candidates: readonly Block[]): boolean {
  return draft.rules.some(rule => {
    const length = rule.end - rule.start;
    if (length < FOOTNOTES.ruleMin || length > FOOTNOTES.ruleShare * draft.width) return false;
    if (rule.position > block.top || rule.position < FOOTNOTES.zoneTop * draft.height) return false;
    if (Math.abs(rule.start - block.left) > FOOTNOTES.ruleIndent) return false;
    // Only small print stands below the rule in its column.
    return candidates.includes(block) && block.top - rule.position < FOOTNOTES.reach;
  });
}

/** Opens with a mark: a raised number or sign, or a number glued to the text. */
function isMarked(block: Block): boolean {
  const first = block.lines[0]?.items[0];
  if (first === undefined) return false;
  const raised = first.size < FOOTNOTES.markSizeMax * block.size && /^[\d*†‡§¶]{1,3}$/.test(first.text);
  return raised || /^[*†‡§¶¹²³⁰⁴-⁹]/.test(first.text);
}

/** Small print between or below notes, in the same size and column. */
function continues(block: Block, marked: readonly Block[]): boolean {
  return marked.some(
    note =>
      block.top >= note.bottom - 1 &&
      Math.abs(block.size - note.size) < 0.05 * note.size &&
      Math.abs(block.left - note.left) < FOOTNOTES.ruleIndent,
  );
}

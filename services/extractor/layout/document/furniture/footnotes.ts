/** Footnotes: small print at the foot of the page, below a short rule or opening with a note mark. */
import { isCode } from '../../one-page/blocks/code.ts';
import type { Block } from '../../page/block.ts';
import type { Rule } from '../../page/content.ts';
import type { PageDraft } from '../../page/draft.ts';
import { sharedWidth, widthOf } from '../../page/geometry.ts';
import { isSameSize } from '../../page/sizes.ts';
import { CAPTION } from '../../text/captions.ts';
import { FOOTNOTES } from './thresholds.ts';

type Page = Pick<PageDraft, 'width' | 'height' | 'rules'>;

/** The blocks of a page that are footnotes, in no particular order. */
export function footnotesOf(blocks: readonly Block[], page: Page, bodySize: number): Block[] {
  const small = blocks.filter(
    block =>
      block.size <= FOOTNOTES.sizeMax * bodySize &&
      block.top > FOOTNOTES.zoneTop * page.height &&
      !isListing(block) &&
      !CAPTION.test(block.lines[0]?.text ?? ''),
  );
  const larger = blocks.filter(block => block.size > FOOTNOTES.sizeMax * bodySize);
  const candidates = small.filter(block => isLastOfColumn(block, larger));
  const raised = raisedNumbers(blocks);
  // Where the text refers to some of the numbers only, they count the entries of a list: a bibliography.
  const isList = candidates.some(block => {
    const counted = /^(\d{1,3})[.)]\s/.exec(block.lines[0]?.text ?? '')?.[1];
    return counted !== undefined && !raised.has(counted);
  });
  const references = isList ? new Set<string>() : raised;
  const rules = page.rules.filter(rule => candidates.length > 0 && !isUnderline(rule, blocks));
  const evident = candidates.filter(
    block => isBelowShortRule(block, { ...page, rules }) || opensWithMark(block, references),
  );
  return candidates.filter(block => evident.some(note => note === block || isAlike(block, note)));
}

/** The numbers before the lines of a listing are raised small print, too; notes in such type are addresses. */
function isListing(block: Block): boolean {
  return isCode(block) && !block.lines.some(({ text }) => /:\/\/|\S@\S/.test(text));
}

/** Nothing of the body's size stands below it in its column. */
function isLastOfColumn(block: Block, larger: readonly Block[]): boolean {
  return !larger.some(
    other =>
      other.top > block.top &&
      sharedWidth(block, other) > FOOTNOTES.columnShare * Math.min(widthOf(block), widthOf(other)),
  );
}

function isBelowShortRule(block: Block, page: Page): boolean {
  return page.rules.some(rule => {
    const length = rule.end - rule.start;
    return (
      length >= FOOTNOTES.ruleMin &&
      length <= FOOTNOTES.ruleShare * page.width &&
      rule.position <= block.top + 2 &&
      rule.position >= FOOTNOTES.zoneTop * page.height &&
      Math.abs(rule.start - block.left) <= FOOTNOTES.ruleIndent &&
      block.top - rule.position < FOOTNOTES.reach
    );
  });
}

/** Under the words of a line, and no longer than they are. */
function isUnderline({ position, start, end }: Rule, blocks: readonly Block[]): boolean {
  return blocks.some(({ lines }) =>
    lines.some(
      ({ baseline, size, left, right }) =>
        position >= baseline &&
        position < baseline + FOOTNOTES.underlineEm * size &&
        start > left - size &&
        end < right + size,
    ),
  );
}

/** Numbers that stand raised inside running text: what notes refer back to. */
function raisedNumbers(blocks: readonly Block[]): Set<string> {
  const raised = new Set<string>();
  for (const block of blocks) {
    for (const line of block.lines) {
      for (const [at, item] of line.items.entries()) {
        const isRaised = at > 0 && item.size < FOOTNOTES.markSizeMax * line.size;
        if (isRaised && /^\d{1,3}$/.test(item.text)) raised.add(item.text);
      }
    }
  }
  return raised;
}

/** Opens with a sign, a raised number, or a number that the text refers to. */
function opensWithMark(block: Block, references: ReadonlySet<string>): boolean {
  const first = block.lines[0]?.items[0];
  if (first === undefined) return false;
  const raised = first.size < FOOTNOTES.markSizeMax * block.size && /^\d{1,3}$/.test(first.text);
  return raised || references.has(first.text.replace(/[.)]$/, '')) || /^[*†‡§¶¹²³⁰⁴-⁹]/.test(first.text);
}

/** Set like a note: what goes on in the next column has no mark of its own. */
function isAlike(block: Block, note: Block): boolean {
  return isSameSize(block, note) && block.fontName === note.fontName;
}

/** Footnotes: small print at the foot of the page, below a short rule or opening with a note mark. */
import { isCode } from '../../one-page/blocks/code.ts';
import type { Block } from '../../page/block.ts';
import type { Rule } from '../../page/content.ts';
import type { PageDraft } from '../../page/draft.ts';
import { sharedWidth, widthOf } from '../../page/geometry.ts';
import { isSameSize } from '../../page/sizes.ts';
import { CAPTION } from '../../text/captions.ts';

/** Size at most this share of the body's. */
const SIZE_MAX = 0.95;
/** Notes stand in the lower part of the page, from this share of its height. */
const ZONE_TOP = 0.4;
/** Points; the rule above notes is at least this long … */
const RULE_MIN = 30;
/** … at most this share of the page's width … */
const RULE_SHARE = 0.5;
/** … begins where the notes do, within these points, */
const RULE_INDENT = 30;
/** and stands within these points above them. */
const REACH = 250;
/** Underlines lie this close below their words. */
const UNDERLINE_EM = 0.3;
/** What shares more than this of the narrower one's width stands in its column. */
const COLUMN_SHARE = 0.2;
/** Raised marks are smaller than this share of their note. */
const MARK_SIZE_MAX = 0.85;

type Page = Pick<PageDraft, 'width' | 'height' | 'rules'>;

/** The blocks of a page that are footnotes, in no particular order. */
export function footnotesOf(blocks: readonly Block[], page: Page, bodySize: number): Block[] {
  const small = blocks.filter(
    block =>
      block.size <= SIZE_MAX * bodySize &&
      block.top > ZONE_TOP * page.height &&
      !isListing(block) &&
      !CAPTION.test(block.lines[0]?.text ?? ''),
  );
  const larger = blocks.filter(block => block.size > SIZE_MAX * bodySize);
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
      sharedWidth(block, other) > COLUMN_SHARE * Math.min(widthOf(block), widthOf(other)),
  );
}

function isBelowShortRule(block: Block, page: Page): boolean {
  return page.rules.some(rule => {
    const length = rule.end - rule.start;
    return (
      length >= RULE_MIN &&
      length <= RULE_SHARE * page.width &&
      rule.position <= block.top + 2 &&
      rule.position >= ZONE_TOP * page.height &&
      Math.abs(rule.start - block.left) <= RULE_INDENT &&
      block.top - rule.position < REACH
    );
  });
}

/** Under the words of a line, and no longer than they are. */
function isUnderline({ position, start, end }: Rule, blocks: readonly Block[]): boolean {
  return blocks.some(({ lines }) =>
    lines.some(
      ({ baseline, size, left, right }) =>
        position >= baseline &&
        position < baseline + UNDERLINE_EM * size &&
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
      for (const item of line.items) {
        const isRaised = item.size < MARK_SIZE_MAX * line.size && item !== line.items[0];
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
  const raised = first.size < MARK_SIZE_MAX * block.size && /^\d{1,3}$/.test(first.text);
  return raised || references.has(first.text.replace(/[.)]$/, '')) || /^[*†‡§¶¹²³⁰⁴-⁹]/.test(first.text);
}

/** Set like a note: what goes on in the next column has no mark of its own. */
function isAlike(block: Block, note: Block): boolean {
  return isSameSize(block, note) && block.fontName === note.fontName;
}

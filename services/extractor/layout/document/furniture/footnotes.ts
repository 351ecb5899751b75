/** Finds footnotes: small print at the foot of the page, below a short rule or opening with a note mark. */
import { isCode } from '../../one-page/blocks/code.ts';
import type { Block } from '../../page/block.ts';
import type { Rule } from '../../page/content.ts';
import type { PageDraft } from '../../page/draft.ts';
import { sharedWidth, widthOf } from '../../page/geometry.ts';
import { isSameSize } from '../../page/sizes.ts';
import { CAPTION } from '../../text/captions.ts';

/** Largest size, as a share of the body's. */
const SIZE_MAX = 0.95;
/** Notes stand in the lower part of the page, from this share of its height on. */
const ZONE_TOP = 0.4;
/** In points: the rule above notes is at least this long … */
const RULE_MIN = 30;
/** … and at most this share of the page's width, … */
const RULE_SHARE = 0.5;
/** … begins where the notes do, within this many points, … */
const RULE_INDENT = 30;
/** … and is at most this many points above them. */
const REACH = 250;
/** Underlines are at most this far below their words. */
const UNDERLINE_EM = 0.3;
/** A block that shares more than this part of the narrower one's width is in its column. */
const COLUMN_SHARE = 0.2;
/** Raised marks are smaller than this share of their note's size. */
const MARK_SIZE_MAX = 0.85;

type Page = Pick<PageDraft, 'width' | 'height' | 'rules'>;

/** Returns the blocks of a page that are footnotes, in no particular order. */
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
  // If the text refers to some of the numbers only, they count the entries of a list, such as a bibliography.
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

/** Whether a block is a listing, whose line numbers are raised small print, too; notes in such type contain addresses. */
function isListing(block: Block): boolean {
  return isCode(block) && !block.lines.some(({ text }) => /:\/\/|\S@\S/.test(text));
}

/** Whether nothing of the body's size stands below a block in its column. */
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

/** Whether a rule is under the words of a line, and not longer than they are. */
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

/** Returns numbers raised inside running text, which refer to notes. */
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

/** Whether a block opens with a symbol, a raised number, or a number that the text refers to. */
function opensWithMark(block: Block, references: ReadonlySet<string>): boolean {
  const first = block.lines[0]?.items[0];
  if (first === undefined) return false;
  const raised = first.size < MARK_SIZE_MAX * block.size && /^\d{1,3}$/.test(first.text);
  return raised || references.has(first.text.replace(/[.)]$/, '')) || /^[*†‡§¶¹²³⁰⁴-⁹]/.test(first.text);
}

/** Whether a block is set like a note: its continuation in the next column has no mark of its own. */
function isAlike(block: Block, note: Block): boolean {
  return isSameSize(block, note) && block.fontName === note.fontName;
}

/** Weighs what the file itself marks as a heading: its structure tags and its outline. */

import type { Block } from '../../page/block.ts';
import type { PageDraft } from '../../page/draft.ts';
import type { Flow } from '../../page/flow.ts';
import { isBlock } from '../../page/hints.ts';
import { comparable } from '../../text/comparable.ts';
import type { DocumentFacts } from '../facts/facts.ts';
import { HEADING_WORDS_MAX } from './style.ts';
import { textOfBlock } from './wording.ts';

/** Log odds that a heading's tag, or a title in the outline, adds. A block is tagged if at least this share of its words is. */
const TAGGED_WORTH = 6;
const OUTLINE_WORTH = 6;
const TAGGED_SHARE = 0.8;
/** Tags for headings are ignored if more than this share of the blocks they mark are paragraphs. */
const TAGGED_LONG_SHARE = 0.2;

/** Log odds that a tag for other text takes off a heading. */
const OTHER_WORTH = 1.5;

export class AuthorsWord {
  private readonly facts: DocumentFacts;
  private readonly drafts: readonly PageDraft[];
  /** Whether tags distinguish headings from text at all. */
  private readonly hasTaggedHeadings: boolean;

  /** Whether tags mark paragraphs as headings, as styles of numbered paragraphs do; then they are ignored. */
  private readonly tagsParagraphs: boolean;

  constructor(facts: DocumentFacts, drafts: readonly PageDraft[]) {
    this.facts = facts;
    this.drafts = drafts;
    this.tagsParagraphs = callParagraphsHeadings(drafts);
    this.hasTaggedHeadings =
      facts.trust.parts && !this.tagsParagraphs && drafts.some(draft => draft.tags.headings.size > 0);
  }

  /** Returns log odds that count more than a block's looks, but not more than everything else together. */
  worth(block: Block, page: number): number {
    const tagged = this.taggedLevel(block, page) !== undefined;
    const listed = this.listedLevel(block) !== undefined;
    const isOther =
      !tagged && !listed && this.hasTaggedHeadings && block.lines.every(line => isBlock(line.element));
    return (tagged ? TAGGED_WORTH : 0) + (listed ? OUTLINE_WORTH : 0) - (isOther ? OTHER_WORTH : 0);
  }

  /** Returns the level, from 1: that of the tags, or else that of the outline, which leaves out the document's title. */
  level(piece: Flow): number | undefined {
    if (piece.kind !== 'text') return undefined;
    const tagged = this.taggedLevel(piece.block, piece.page);
    return tagged ?? this.listedLevel(piece.block);
  }

  /** Most files have no outline to compare with. */
  private listedLevel(block: Block): number | undefined {
    const { outline } = this.facts;
    return outline.size === 0 ? undefined : outline.get(comparable(textOfBlock(block)));
  }

  private taggedLevel(block: Block, page: number): number | undefined {
    const headings = this.drafts[page - 1]?.tags.headings;
    if (headings === undefined || headings.size === 0 || this.tagsParagraphs) return undefined;
    const items = block.lines.flatMap(line => line.items);
    const levels = items.flatMap(({ markedContent }) => {
      const level = markedContent === undefined ? undefined : headings.get(markedContent);
      return level === undefined ? [] : [level];
    });
    return levels.length >= TAGGED_SHARE * items.length ? levels[0] : undefined;
  }
}

/** Whether a good part of what is tagged as headings is too long for one. */
function callParagraphsHeadings(drafts: readonly PageDraft[]): boolean {
  let headings = 0;
  let long = 0;
  for (const { lines, tags } of drafts) {
    if (tags.headings.size === 0) continue;
    const tagged = lines.filter(({ items }) => tags.headings.has(items[0]?.markedContent ?? -1));
    for (const element of Map.groupBy(tagged, line => line.element).values()) {
      headings++;
      if (element.reduce((sum, { items }) => sum + items.length, 0) > HEADING_WORDS_MAX) long++;
    }
  }
  return long > TAGGED_LONG_SHARE * headings;
}

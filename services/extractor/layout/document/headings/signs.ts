/** The signs of a heading, each between 0 and 1. None decides alone; `weights.ts` says how much each counts. */

import { isCode } from '../../one-page/blocks/code.ts';
import { type Block, BOLD_SHARE, isBold } from '../../page/block.ts';
import type { Flow } from '../../page/flow.ts';
import { isCapitals } from '../../text/capitals.ts';
import { startsItem } from '../../text/markers.ts';
import { startsSmall } from '../../text/scripts.ts';
import { isNumberInWords, type Numbering } from '../../text/section-numbers.ts';
import { endsStatement, holdsSentenceEnd } from '../../text/sentence-ends.ts';
import { flush, gap, isWider, leans, stands, widthAmong } from './place.ts';
import type { Situation } from './situation.ts';
import { RUNNING_WORDS_MIN, styleOf } from './style.ts';
import { wordingOf } from './wording.ts';

/** A definition is indented from its term by at least this much. */
const DEFINITION_EM = 1;

type Sign = (situation: Situation) => number | boolean;

const ratio = ({ block, bodySize }: Situation): number => block.size / bodySize;
const numberingOf = ({ block }: Situation): Numbering | null => wordingOf(block).numbering;
const use = ({ styles, block }: Situation) => styles.uses.get(styleOf(block));

/**
 * Returns the end of a text, enough for a word of four letters and what stands before it, so that patterns need not
 * search a whole paragraph.
 */
const endOf = (text: string): string => text.slice(-5);

/** Relation signs between the sides of a formula. */
const EQUATION = /\s[=≠≈≡≤≥∈→⇒]\s/;
const MANY_COMMAS = /(?:[,،、，][^,،、，]*){3}/;
const ADDRESS = /@|https?:|www\.|\.(?:com|org|net|edu)\b/i;

export const SIGNS = {
  'slightly larger than body': s => ratio(s) > 1.06 && ratio(s) <= 1.15,
  'larger than body': s => ratio(s) > 1.15 && ratio(s) <= 1.35,
  'much larger than body': s => ratio(s) > 1.35,
  'smaller than body': s => ratio(s) < 0.93,
  'bold where the body is not': s => isBold(s.block) && s.styles.bodyBold < 0.5,
  'bold where the body is too': s => isBold(s.block) && s.styles.bodyBold >= 0.5,
  italic: s => s.block.italic >= BOLD_SHARE,
  capitals: s => isCapitals(s.text),
  monospaced: s => s.block.monospace >= BOLD_SHARE,
  'another colour than the body': s => s.block.color !== s.styles.bodyColor,
  'another font than the body': s => s.block.fontName !== s.styles.bodyFont,
  'one word': s => s.block.words === 1,
  'two to eight words': s => s.block.words >= 2 && s.block.words <= 8,
  'nine to fifteen words': s => s.block.words >= 9 && s.block.words <= 15,
  'more than twenty words': s => s.block.words > 20,
  'two lines': s => s.block.lines.length === 2,
  'three lines or more': s => s.block.lines.length >= 3,
  'ends like a sentence': s => endsStatement(s.text) && !/^\S+\.$/.test(s.text),
  'ends in the middle of one': s =>
    /[,;\-–—&]$|\b(?:the|a|an|and|or|of|to|in|for|with|by|on|at|from|that|is|are)$/i.test(endOf(s.text)),
  'ends with a colon': s => /[:：]$/.test(endOf(s.text)),
  'ends with a question mark': s => /[?؟？]$/.test(endOf(s.text)),
  'starts in lower case': s => startsSmall(s.text),
  // An emoji before a title is its picture.
  'starts with a sign': s => /^[^\p{L}\p{N}\p{Emoji_Presentation}]/u.test(s.text),
  'starts like a list item': s => startsItem(s.text) && numberingOf(s) === null,
  'section number': s => numberingOf(s) !== null && /\p{L}{2}/u.test(s.text),
  'section number of two levels or more': s => (numberingOf(s)?.depth ?? 0) >= 2 && /\p{L}{2}/u.test(s.text),
  'section number that counts': s => s.numberCounts,
  'chapter word': s => numberingOf(s)?.kind === 'worded',
  'no word in it': isNumberAlone,
  'address or link': s => ADDRESS.test(s.text),
  'many commas': s => MANY_COMMAS.test(s.text),
  'many digits': s => hasDigits(s.text, 0.3 * s.block.characters),
  'ends with a page number': s => numberingOf(s) === null && endsWithPageNumber(s.text),
  'sentence inside': s => holdsSentenceEnd(s.text),
  'first of the document': s => s.flow === s.opening,
  'first of its page': s => s.block === s.page.first,
  'largest type of its page': s => s.block.size > 0.97 * s.page.largest && ratio(s) > 1.06,
  'page of few words': s => s.page.words < 80,
  'before a figure': s => s.next?.kind === 'text' && s.next.role === 'figure',
  'in a figure': s => s.inFigure,
  'gap above': s => Math.min(1, Math.max(0, gap(s.previous, s.flow) / s.block.size) / 2),
  'starts its column': s => !stands(s.previous, s.flow),
  'gap below': s => Math.min(1, Math.max(0, gap(s.flow, s.next) / s.block.size) / 2),
  'ends its column': s => !stands(s.flow, s.next),
  'before running text': s => isRunningText(s.next, s),
  'term over its definition': s => isTerm(s),
  equation: s => EQUATION.test(s.text),
  'before a table': s => s.next?.kind === 'table',
  'before the same style': s => !s.pictureBelow && sameStyle(s.next, s.block) && !isTitle(s.flow, s),
  'after the same style': s => !s.pictureAbove && sameStyle(s.previous, s.block) && !isTitle(s.previous, s),
  'style of paragraphs': s => Math.min(1, (3 * (use(s)?.long ?? 0)) / (use(s)?.blocks ?? 1)),
  'style of much text': s => Math.min(1, (5 * (use(s)?.characters ?? 0)) / s.styles.characters),
  'style seen once': s => use(s)?.blocks === 1,
  'style of many blocks': s => (use(s)?.blocks ?? 0) > 0.3 * s.styles.blocks,
  'nearer to what follows': s => leans(s.previous, s.flow, s.next) === 'down',
  'nearer to what it follows': s => leans(s.previous, s.flow, s.next) === 'up',
  'gap above beyond the usual': s =>
    stands(s.previous, s.flow) && isWider(gap(s.previous, s.flow), s.page.gap),
  'short beside its neighbours': s => 1 - widthAmong(s.flow, [s.previous, s.next]),
  'flush with running text below': s =>
    s.next !== undefined &&
    stands(s.flow, s.next) &&
    isRunningText(s.next, s) &&
    flush(s.flow, s.next, s.block.size),
  'short pieces on its row': s => s.beside > 0 && !isOverText(s),
  'before lower case': s =>
    s.next?.kind === 'text' && s.next.zone === 'body' && startsSmall(s.next.block.lines[0]?.text ?? ''),
  'rare size': s => Math.max(0, 1 - 4 * s.larger),
  'bold before running text': s => isBold(s.block) && s.styles.bodyBold < 0.5 && isRunningText(s.next, s),
  'before a list': s => s.next?.kind === 'text' && startsItem(s.next.block.lines[0]?.text ?? ''),
} satisfies Record<string, Sign>;

export type SignName = keyof typeof SIGNS;

/** Versions and dates are the titles of entries in changelogs: `3.5.0 - 2026-06-28`. */
const RELEASE = /(?<![\d.])\d{1,4}(?:\.\d{1,5}){2,3}(?![\d.])|(?<![\d-])\d{4}-\d\d-\d\d(?![\d-])/g;
const RELEASED = /^\[?v?\d{1,4}(?:\.\d{1,5}){2}\b.*\d{4}-\d\d-\d\d/;

const ZERO = 0x30;
const NINE = 0x39;

const withoutReleases = (text: string): string =>
  /\p{L}{2}/u.test(text) || RELEASED.test(text) ? text.replaceAll(RELEASE, '') : text;

/**
 * Whether a text has more than `count` digits beside those of releases. The cheap check comes first, because few texts
 * have as many digits at all.
 */
const hasDigits = (text: string, count: number): boolean =>
  digitsIn(text) > count && digitsIn(withoutReleases(text)) > count;

function digitsIn(text: string): number {
  let count = 0;
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at);
    if (code >= ZERO && code <= NINE) count++;
  }
  return count;
}

const PAGE_NUMBER = /(?:\.{3,}|\s)\s*\d{1,4}$/;

const endsWithPageNumber = (text: string): boolean => /\d$/.test(endOf(text)) && PAGE_NUMBER.test(text);

/** Whether a text is only a number. Without its chapter word, a number in words is no more a title than one in digits. */
function isNumberAlone({ text, previous }: Situation): boolean {
  if (isNumberInWords(text)) return previous?.kind !== 'text' || !wordingOf(previous.block).isLabel;
  return !/\p{L}{2}/u.test(text) && !RELEASED.test(text);
}

/** Whether a block stands over a longer one that begins where it does: a heading of a column, not the label of a value. */
function isOverText({ flow, next, block }: Situation): boolean {
  if (next?.kind !== 'text' || !stands(flow, next) || sameStyle(next, block)) return false;
  return next.block.words >= block.words;
}

/**
 * Whether a piece is running text. A section may also begin with program text, but a line that ends in a colon only
 * leads to it.
 */
function isRunningText(flow: Flow | undefined, { bodySize, text }: Situation): boolean {
  if (flow?.kind !== 'text') return false;
  const { block } = flow;
  if (isCode(block) && !/[:：]$/.test(endOf(text))) return true;
  return block.words > RUNNING_WORDS_MIN && block.size < bodySize * 1.15 && !isBold(block);
}

/**
 * Whether a block is a term: it stands where running text does and is equally large, but the text after it hangs under
 * it. Lists hang under headings, too, and do not count.
 */
function isTerm(situation: Situation): boolean {
  const { block, next, flow, page } = situation;
  if (ratio(situation) > 1.06 || next?.kind !== 'text' || !stands(flow, next)) return false;
  if (startsItem(next.block.lines[0]?.text ?? '')) return false;
  const hangs = next.block.left - block.left > DEFINITION_EM * block.size;
  return hangs && page.textEdges.some(edge => Math.abs(edge - block.left) < block.size / 2);
}

/**
 * Whether two blocks have one style and neither is a title of another depth directly over the other: `2 Methods` over
 * `2.1 Materials`, `Appendix B` over its name.
 */
function sameStyle(flow: Flow | undefined, block: Block): boolean {
  if (flow?.kind !== 'text' || styleOf(flow.block) !== styleOf(block)) return false;
  const [one, other] = [wordingOf(flow.block), wordingOf(block)];
  if (one.isLabel !== other.isLabel) return false;
  return one.depth === 0 || other.depth === 0 || one.depth === other.depth;
}

/** Whether a piece is the document's title, which may have the bold type of its sections. */
const isTitle = (flow: Flow | undefined, { opening }: Situation): boolean =>
  flow?.kind === 'text' && flow === opening && isBold(flow.block) && wordingOf(flow.block).numbering === null;

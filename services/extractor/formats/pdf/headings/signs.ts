/**
 * The signs a heading is known by, each between 0 and 1. None decides alone; `weights.ts` says what each is worth.
 */
import type { Block } from '../blocks/block.ts';
import { sharedWidth } from '../geometry.ts';
import { BULLET, startsItem } from '../lines/markers.ts';
import type { Flow } from '../pages/flow.ts';
import { CAPTION } from '../text/captions.ts';
import { HEADINGS } from '../thresholds.ts';
import { numberingOf, sectionNumberOf } from './numbering.ts';
import { isCapitals, type Styles, styleOf, textOfBlock } from './style.ts';

/** A block among its neighbours in reading order. */
export interface Situation {
  block: Block;
  text: string;
  flow: Flow;
  previous: Flow | undefined;
  next: Flow | undefined;
  bodySize: number;
  styles: Styles;
  /** The first text of the document's body. */
  isFirst: boolean;
  inFigure: boolean;
  /** Opens with a section number that others in the document go on from. */
  numberCounts: boolean;
  page: PageSituation;
}

/** What all blocks of a page share. */
export interface PageSituation {
  /** The first text of its body. */
  first: Block | undefined;
  /** Points; its largest type. */
  largest: number;
  words: number;
  /** Left sides of its running text. */
  textEdges: readonly number[];
  /** Most of its lines end in page numbers. */
  isContents: boolean;
}

type Sign = (situation: Situation) => number | boolean;

const ratio = ({ block, bodySize }: Situation): number => block.size / bodySize;
const isBold = (block: Block): boolean => block.bold >= HEADINGS.boldShare;
const use = ({ styles, block }: Situation) => styles.uses.get(styleOf(block));

const NOTE = /^(?:source|note|notes|keywords?|quelle|fuente|nota|remarque)s?\s*[:.]/i;
/** What manuals set beside a hint in a box. */
const HINT =
  /^(?:note|tip|hint|caution|warning|important|attention|danger|notice|remember|nota|sugerencia|aviso|atenci[oó]n|consejo|advertencia|precauci[oó]n|importante|remarque|note|astuce|conseil|avertissement|hinweis|tipp|warnung|achtung|vorsicht|wichtig|suggerimento|attenzione|avviso|avvertenza|aten[cç][aã]o|dica|aviso|opmerking|waarschuwing|uwaga|wskaz[oó]wka|примечание|предупреждение|внимание|совет|подсказка|важно|注意|注記|注|提示|警告|小技巧|ヒント|重要|참고|주의|경고|팁)\s*[:!.：]?$/iu;
/** Signs between the sides of a formula. */
const EQUATION = /\s[=≠≈≡≤≥∈→⇒]\s/;
const ADDRESS = /@|https?:|www\.|\.(?:com|org|net|edu)\b/i;

export const SIGNS = {
  'slightly larger than body': s => ratio(s) > 1.06 && ratio(s) <= 1.15,
  'larger than body': s => ratio(s) > 1.15 && ratio(s) <= 1.35,
  'much larger than body': s => ratio(s) > 1.35,
  'smaller than body': s => ratio(s) < 0.93,
  'bold where the body is not': s => isBold(s.block) && s.styles.bodyBold < 0.5,
  'bold where the body is too': s => isBold(s.block) && s.styles.bodyBold >= 0.5,
  italic: s => s.block.italic >= HEADINGS.boldShare,
  capitals: s => isCapitals(s.text),
  monospaced: s => s.block.monospace >= HEADINGS.boldShare,
  'another colour than the body': s => s.block.color !== s.styles.bodyColor,
  'another font than the body': s => s.block.fontName !== s.styles.bodyFont,
  'one word': s => s.block.words === 1,
  'two to eight words': s => s.block.words >= 2 && s.block.words <= 8,
  'nine to fifteen words': s => s.block.words >= 9 && s.block.words <= 15,
  'more than twenty words': s => s.block.words > 20,
  'two lines': s => s.block.lines.length === 2,
  'three lines or more': s => s.block.lines.length >= 3,
  'ends like a sentence': s => /[.!。]["'”’)]?$/.test(s.text) && !/^\S+\.$/.test(s.text),
  'ends in the middle of one': s =>
    /[,;\-–—&]$|\b(?:the|a|an|and|or|of|to|in|for|with|by|on|at|from|that|is|are)$/i.test(s.text),
  'ends with a colon': s => /:$/.test(s.text),
  'ends with a question mark': s => /[?؟？]$/.test(s.text),
  'starts in lower case': s => /^\p{Ll}/u.test(s.text),
  'starts with a sign': s => /^[^\p{L}\p{N}]/u.test(s.text),
  'starts like a list item': s => startsItem(s.text) && numberingOf(s.text) === null,
  'section number': s => numberingOf(s.text) !== null && /\p{L}{2}/u.test(s.text),
  'section number of two levels or more': s =>
    (numberingOf(s.text)?.depth ?? 0) >= 2 && /\p{L}{2}/u.test(s.text),
  'section number that counts': s => s.numberCounts,
  'chapter word': s => numberingOf(s.text)?.kind === 'worded',
  'no word in it': s => !/\p{L}{2}/u.test(s.text) && !/[\u3040-\u9fff]{2}/.test(s.text),
  caption: s => CAPTION.test(s.text),
  'source or note': s => NOTE.test(s.text),
  'label of a hint': s => HINT.test(s.text),
  'address or link': s => ADDRESS.test(s.text),
  'many commas': s => (s.text.match(/,/g)?.length ?? 0) >= 3,
  'many digits': s => (s.text.match(/\d/g)?.length ?? 0) > 0.3 * s.block.characters,
  'ends with a page number': s => /(?:\.{3,}|\s{1})\s*\d{1,4}$/.test(s.text) && numberingOf(s.text) === null,
  'leaders to a page number': s => /(?:\.\s*){4,}\s*[\divxlc]+$/i.test(s.text),
  'sentence inside': s => /[\p{Ll})]{2}[.!?]\s+\p{Lu}/u.test(s.text),
  'in an edge band': s => s.flow.kind === 'text' && (s.flow.zone === 'header' || s.flow.zone === 'footer'),
  'first of the document': s => s.isFirst,
  'first of its page': s => s.block === s.page.first,
  'largest type of its page': s => s.block.size > 0.97 * s.page.largest && ratio(s) > 1.06,
  'page of few words': s => s.page.words < 80,
  'page of contents': s => s.page.isContents,
  'every word a capital': s => everyWordCapital(s.text),
  'before a figure': s => s.next?.kind === 'text' && s.next.role === 'figure',
  'in a figure': s => s.inFigure,
  'gap above': s => Math.min(1, Math.max(0, gap(s.previous, s.flow, s.block.size)) / 2),
  'starts its column': s => !stands(s.previous, s.flow),
  'gap below': s => Math.min(1, Math.max(0, gap(s.flow, s.next, s.block.size)) / 2),
  'ends its column': s => !stands(s.flow, s.next),
  'before running text': s => isRunningText(s.next, s),
  'term over its definition': s => isTerm(s),
  equation: s => EQUATION.test(s.text),
  'before a table': s => s.next?.kind === 'table',
  'before larger type': s => s.next?.page === s.flow.page && sizeOf(s.next) > s.block.size * 1.06,
  'before the same style': s => sameStyle(s.next, s.block),
  'after the same style': s => sameStyle(s.previous, s.block),
  'style of paragraphs': s => Math.min(1, (3 * (use(s)?.long ?? 0)) / (use(s)?.blocks ?? 1)),
  'style of much text': s => Math.min(1, (5 * (use(s)?.characters ?? 0)) / s.styles.characters),
  'style seen once': s => use(s)?.blocks === 1,
  'style of many blocks': s => (use(s)?.blocks ?? 0) > 0.3 * s.styles.blocks,
  'bullet alone': s => BULLET.test(s.text),
} satisfies Record<string, Sign>;

export type SignName = keyof typeof SIGNS;

function everyWordCapital(text: string): boolean {
  const words = text.match(/\p{L}{4,}/gu) ?? [];
  return words.length >= 2 && words.every(word => /^\p{Lu}/u.test(word));
}

const boxOf = (flow: Flow) => (flow.kind === 'text' ? flow.block : flow.found.region);

/** Whether one piece stands right above the other in one column. */
function stands(upper: Flow | undefined, lower: Flow | undefined): boolean {
  if (upper === undefined || lower === undefined || upper.page !== lower.page) return false;
  const [above, below] = [boxOf(upper), boxOf(lower)];
  return below.top >= above.top && sharedWidth(above, below) > 0;
}

/** Ems between two pieces of one column; 0 where they are not. */
function gap(upper: Flow | undefined, lower: Flow | undefined, size: number): number {
  if (upper === undefined || lower === undefined || !stands(upper, lower)) return 0;
  return (boxOf(lower).top - boxOf(upper).bottom) / size;
}

function isRunningText(flow: Flow | undefined, { bodySize }: Situation): boolean {
  if (flow?.kind !== 'text') return false;
  const { block } = flow;
  return block.words > HEADINGS.runningWordsMin && block.size < bodySize * 1.15 && !isBold(block);
}

/** Stands where running text does and is as large, but the text after it hangs under it; lists hang under headings, too. */
function isTerm(situation: Situation): boolean {
  const { block, next, flow, page } = situation;
  if (ratio(situation) > 1.06 || next?.kind !== 'text' || !stands(flow, next)) return false;
  if (startsItem(next.block.lines[0]?.text ?? '')) return false;
  const hangs = next.block.left - block.left > HEADINGS.definitionEm * block.size;
  return hangs && page.textEdges.some(edge => Math.abs(edge - block.left) < block.size / 2);
}

const sizeOf = (flow: Flow | undefined): number => (flow?.kind === 'text' ? flow.block.size : 0);

/** A title right over one of another depth may look like it: `2 Methods` over `2.1 Materials`. */
function sameStyle(flow: Flow | undefined, block: Block): boolean {
  if (flow?.kind !== 'text' || styleOf(flow.block) !== styleOf(block)) return false;
  const [one, other] = [depthOf(flow.block), depthOf(block)];
  return one === 0 || other === 0 || one === other;
}

/** Parts of the section number a block opens with. */
const depthOf = (block: Block): number => sectionNumberOf(textOfBlock(block))?.split('.').length ?? 0;

export { textOfBlock };

/** Decides whether text continues in another column or on another page. */

import { opensWithLabel } from '../../one-page/lines/labels.ts';
import { type Block, isBold } from '../../page/block.ts';
import type { Flow, FlowText } from '../../page/flow.ts';
import { sharedWidth } from '../../page/geometry.ts';
import type { Line } from '../../page/line.ts';
import { isSameSize } from '../../page/sizes.ts';
import { CAPTION } from '../../text/captions.ts';
import { startsSmall } from '../../text/scripts.ts';
import { endsClause } from '../../text/sentence-ends.ts';
import { isSetInLines } from './set-lines.ts';

/** A line is full when it ends this close to the right edge of its block. */
const FULL_LINE_EM = 1.5;
/** First lines are indented by at most this much; where an indent begins a new paragraph, by at least that much. */
const INDENT_MAX_EM = 2.5;
const INDENT_MIN_EM = 0.8;
/** Paragraphs begin with an indent if at least so many do, and this share of all with at least so many words. */
const INDENTED_MIN = 5;
const INDENTED_SHARE = 0.5;
const PARAGRAPH_WORDS_MIN = 12;
/** Lines of justified text end this close to the edge, if at least so many lines show it. */
const JUSTIFIED_EM = 0.2;
const JUSTIFIED_LINES_MIN = 3;

/** Running text has more words in a line than addresses and telephone numbers at the foot of a letter. */
const WORDS_A_LINE = 2.5;

/** Whether a piece stands elsewhere than below the one before it. */
export function isJump(before: FlowText, piece: FlowText): boolean {
  return (
    before.page !== piece.page ||
    piece.block.top < before.block.bottom - before.block.size ||
    sharedWidth(before.block, piece.block) <= 0
  );
}

/** Whether a piece ends in the middle of a sentence. */
export function isUnfinished({ block }: FlowText): boolean {
  return !endsClause(block.lines.at(-1)?.text ?? '');
}

/** Whether an unfinished paragraph continues in a piece after a box, a table or a figure. */
export function resumesParagraph(before: FlowText, piece: FlowText): boolean {
  return isAlike(before, piece) && startsSmall(piece.block.lines[0]?.text ?? '');
}

/** Whether a paragraph continues in a piece. `indents` says that the document's paragraphs begin with an indent. */
export function continuesParagraph(before: FlowText, piece: FlowText, indents = false): boolean {
  const [upper, lower] = [before.block, piece.block];
  const last = upper.lines.at(-1);
  const text = last?.text ?? '';
  if (!isAlike(before, piece) || areCaptions(upper, lower)) return false;
  if (endsClause(text)) {
    const goesOn = indents ? beginsFlush(lower) : endsFull(upper) && isFlush(lower);
    return isJump(before, piece) && goesOn;
  }
  const start = lower.lines[0]?.text ?? '';
  if (startsSmall(start)) return isJump(before, piece) || /\p{L}-$/u.test(text);
  // A sentence may break before a name: only a full last line at a jump shows that it continues.
  const isProse = upper.lines.length < 2 || upper.words >= WORDS_A_LINE * upper.lines.length;
  const runsOn = isProse && lower.lines.length >= 2 && /^[\p{L}\d("“«]/u.test(start);
  const areLines = isSetInLines(upper) || isSetInLines(lower);
  return isJump(before, piece) && isFull(upper, lower) && runsOn && !areLines && !isIndented(piece);
}

/** Whether both are captions: those of figures on consecutive pages end without a full stop, and are as wide as their figures. */
const areCaptions = (...blocks: readonly Block[]): boolean =>
  blocks.every(({ lines: [line] }) => CAPTION.test(line?.text ?? ''));

/**
 * Whether all lines of a block are full: the last line of a justified paragraph seldom reaches the edge, and if it
 * does, only a sentence ended there.
 */
function endsFull({ lines, right, size }: Block): boolean {
  const isFull = (line: Line | undefined) => line !== undefined && right - line.right < JUSTIFIED_EM * size;
  return lines.length >= JUSTIFIED_LINES_MIN && lines.every(isFull);
}

/** Whether most paragraphs of a text begin with an indented line. */
export function beginWithIndents(flow: readonly Flow[]): boolean {
  const texts = flow.filter(
    (piece): piece is FlowText => piece.kind === 'text' && piece.zone === 'body' && piece.role === 'text',
  );
  const paragraphs = texts.filter(
    ({ block }) => block.lines.length >= 2 && block.words >= PARAGRAPH_WORDS_MIN,
  );
  const indented = paragraphs.filter(isIndented).length;
  return indented >= INDENTED_MIN && indented > INDENTED_SHARE * paragraphs.length;
}

/** Whether a block begins at the edge where its other lines begin. */
function beginsFlush({ lines, left, size }: Block): boolean {
  const [first] = lines;
  return (
    first !== undefined &&
    lines.length >= 2 &&
    first.left - left < JUSTIFIED_EM * size &&
    /^[\p{L}\d("“«]/u.test(first.text)
  );
}

/** Whether a block begins like the inside of a justified paragraph: at the edge, with a full line. */
function isFlush({ lines, left, right, size }: Block): boolean {
  const [first] = lines;
  return (
    first !== undefined &&
    lines.length >= 2 &&
    first.left - left < JUSTIFIED_EM * size &&
    right - first.right < JUSTIFIED_EM * size &&
    /^[\p{L}\d("“]/u.test(first.text)
  );
}

/**
 * Whether the last line of a block is full: as long as its other lines, or as those that may continue it, and no row of
 * a form.
 */
function isFull(upper: Block, lower: Block): boolean {
  const last = upper.lines.at(-1);
  if (last === undefined || last.stop !== undefined || opensWithLabel(last)) return false;
  if (isFlushRight(upper)) return false;
  if (upper.lines.length >= 2) return upper.right - last.right < FULL_LINE_EM * upper.size;
  // A first line may be indented.
  const missing = lower.right - lower.left - (last.right - last.left);
  return missing < (FULL_LINE_EM + INDENT_MAX_EM) * upper.size;
}

/** Whether a block's lines end at one edge but do not begin at one, like dates and references at the right of a letter. */
function isFlushRight({ lines, left, right, size }: Block): boolean {
  const ragged = lines.filter(line => line.left - left > INDENT_MAX_EM * size).length;
  return ragged > 0 && ragged < lines.length && lines.every(line => right - line.right < JUSTIFIED_EM * size);
}

function isAlike(before: FlowText, piece: FlowText): boolean {
  const [upper, lower] = [before.block, piece.block];
  return isSameSize(lower, upper) && isBold(upper) === isBold(lower) && piece.page - before.page <= 1;
}

function isIndented(piece: FlowText): boolean {
  const [first, second] = piece.block.lines;
  return (
    first !== undefined && second !== undefined && first.left - second.left > INDENT_MIN_EM * piece.block.size
  );
}

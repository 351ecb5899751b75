/** Whether text goes on in another column or on another page. */
import { sharedWidth } from '../geometry.ts';
import type { FlowText } from '../pages/flow.ts';
import { ASSEMBLY } from '../thresholds.ts';

const ENDED = /[.!?:;。！？؟۔][)"'”’»\]]*$/;

/** Whether a piece stands elsewhere than below the one before it. */
export function isJump(before: FlowText, piece: FlowText): boolean {
  return (
    before.page !== piece.page ||
    piece.block.top < before.block.bottom - before.block.size ||
    sharedWidth(before.block, piece.block) <= 0
  );
}

export function continuesParagraph(before: FlowText, piece: FlowText): boolean {
  const [upper, lower] = [before.block, piece.block];
  const last = upper.lines.at(-1);
  const text = last?.text ?? '';
  if (!isAlike(before, piece) || ENDED.test(text)) return false;
  const start = lower.lines[0]?.text ?? '';
  if (/^\p{Ll}/u.test(start)) return isJump(before, piece) || /\p{L}-$/u.test(text);
  // A sentence may break before a name: only a full last line at a jump tells.
  const isFull =
    upper.lines.length >= 2 && upper.right - (last?.right ?? 0) < ASSEMBLY.fullLineEm * upper.size;
  const runsOn = lower.lines.length >= 2 && /^[\p{L}\d("“]/u.test(start);
  return isJump(before, piece) && isFull && runsOn && !isIndented(piece);
}

function isAlike(before: FlowText, piece: FlowText): boolean {
  const [upper, lower] = [before.block, piece.block];
  return (
    Math.abs(upper.size - lower.size) <= ASSEMBLY.sizeTolerance * upper.size &&
    upper.bold >= 0.8 === lower.bold >= 0.8 &&
    piece.page - before.page <= 1
  );
}

function isIndented(piece: FlowText): boolean {
  const [first, second] = piece.block.lines;
  return first !== undefined && second !== undefined && first.left - second.left > 0.8 * piece.block.size;
}

/** Pieces of recognised lines that belong together: a line of a column, a table cell. */
import type { Box, RecognizedLine, RecognizedWord } from '../../../ocr/engine.ts';
import { around, heightOf, median } from '../../page/geometry.ts';
import { isMostlyRightToLeft } from '../../text/direction-tokens.ts';

export interface Segment extends Box {
  words: readonly RecognizedWord[];
}

/** Words of one line farther apart than this, in the page's median segment height, belong to different columns. */
const WIDEST_WORD_GAP_HEIGHTS = 1.4;

/** Returns the segments. A page read from the right is mirrored, so that its columns follow the same rules. */
export function segmentsOf(lines: readonly RecognizedLine[]): Segment[] {
  const widestGap = WIDEST_WORD_GAP_HEIGHTS * median(lines.map(heightOf));
  const isMirrored = isMostlyRightToLeft(lines.flatMap(line => line.words.map(word => word.text)));
  return lines
    .flatMap(line => splitAtGaps(line.words, widestGap))
    .map(words => ({ ...(isMirrored ? mirrored(around(words)) : around(words)), words }));
}

const mirrored = ({ left, top, right, bottom }: Box): Box => ({ left: -right, top, right: -left, bottom });

function splitAtGaps(words: readonly RecognizedWord[], widestGap: number): RecognizedWord[][] {
  const pieces: RecognizedWord[][] = [];
  for (const word of [...words].sort((a, b) => a.left - b.left)) {
    const last = pieces.at(-1);
    const before = last?.at(-1);
    if (last && before && word.left - before.right <= widestGap) last.push(word);
    else pieces.push([word]);
  }
  return pieces;
}

export const middleOf = (box: Box): number => (box.top + box.bottom) / 2;

/** Returns the share of the lower of two boxes that is level with the other. */
export function levelShare(a: Box, b: Box): number {
  const overlap = Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top);
  return overlap / Math.max(1, Math.min(heightOf(a), heightOf(b)));
}

/** Paragraphs that follow each other without a gap: by their indent, by the room their last line leaves. */
import { around } from '../geometry.ts';
import type { Line } from '../lines/line.ts';
import { opensItem, textLeftOf } from '../lines/markers.ts';
import { NO_TRUST, type TagTrust } from '../tags/trust.ts';
import { BLOCKS } from '../thresholds.ts';

const ENDED = /[.!?:。！？][)"'”’»\]]*$/;

/** Lines that stand below each other in one column, cut into paragraphs; an element that is believed stays whole. */
export function paragraphsOf(lines: readonly Line[], trust: TagTrust = NO_TRUST): Line[][] {
  const [head, ...others] = lines;
  if (head === undefined) return [];
  const column = around(lines);
  const paragraphs = [[head]];
  others.forEach((line, at) => {
    const current = paragraphs.at(-1) as Line[];
    const starts = opensItem(current[0] as Line)
      ? endsItem(current, line, column)
      : isIndented(line, lines[at] as Line, others[at + 1], column) ||
        (lines.length >= BLOCKS.columnLinesMin && followsShortLine(line, lines[at] as Line, column));
    const isOneElement = trust.joins && line.element !== undefined && line.element === lines[at]?.element;
    if (starts && !isOneElement) paragraphs.push([line]);
    else current.push(line);
  });
  return paragraphs;
}

type Column = Pick<Line, 'left' | 'right'>;

/** Back at the margin after lines that hung under the item's text, or after a line that had room left. */
function endsItem(item: readonly Line[], line: Line, column: Column): boolean {
  const first = item[0] as Line;
  const last = item.at(-1) as Line;
  const hangs = (other: Line) => other.left > textLeftOf(first) - BLOCKS.indentEm * first.size;
  if (hangs(line)) return false;
  return (item.length > 1 && hangs(last)) || hasRoomFor(line, last, column);
}

/** A first line that stands in, after the end of a sentence; the line after it is back at the edge. */
function isIndented(line: Line, before: Line, after: Line | undefined, { left }: Column): boolean {
  const standsIn = (other: Line) => other.left - left > BLOCKS.indentEm * other.size;
  const atEdge = (other: Line) => other.left - left < BLOCKS.edgeEm * other.size;
  return (
    standsIn(line) && atEdge(before) && ENDED.test(before.text) && (after === undefined || atEdge(after))
  );
}

function followsShortLine(line: Line, before: Line, column: Column): boolean {
  return ENDED.test(before.text) && /^[\p{Lu}\p{N}"“«(]/u.test(line.text) && hasRoomFor(line, before, column);
}

/** Whether the line's first word would have fitted on the line before it. */
function hasRoomFor(line: Line, before: Line, { right }: Column): boolean {
  const width = line.items[0]?.width ?? 0;
  return before.right + width + BLOCKS.roomEm * line.size < right;
}

/** Keeps the words of charts, maps and drawings, their labels and values, together with their figure. */
import { blockOf } from '../../one-page/blocks/block-of.ts';
import type { Block } from '../../page/block.ts';
import type { Rectangle } from '../../page/content.ts';
import type { Figure, PageDraft } from '../../page/draft.ts';
import { areaOf, holdsCentre, median } from '../../page/geometry.ts';
import type { Line } from '../../page/line.ts';
import { CAPTION } from '../../text/captions.ts';
import { wordCount } from '../../text/scripts.ts';

/** A picture over more of the page than this share is its background. */
const BACKGROUND_SHARE = 0.6;
/** Labels outside a drawing have at most this share of the body's size and this many words, … */
const LABEL_SIZE_MAX = 0.95;
const LABEL_WORDS_MAX = 4;
/** … and are within this distance, in points. */
const LABEL_REACH_X = 25;
const LABEL_REACH_Y = 15;
/** Lines with more words than this are prose. */
const LINE_WORDS_MAX = 3;
/** Baselines of labels in one row differ by less than this. */
const ROW_EM = 0.6;

export interface FigureText {
  block: Block;
  lines: ReadonlySet<Line>;
}

/** Returns one block for each figure with labels, its lines in rows from top to bottom. */
export function figureTexts(draft: PageDraft, bodySize: number): FigureText[] {
  const taken = new Set<Line>();
  return draft.figures.flatMap(figure => {
    if (isBackground(figure, draft)) return [];
    const lines = [...draft.lines, ...draft.turned].filter(
      line => !taken.has(line) && belongs(line, figure, bodySize),
    );
    if (!areLabels(lines)) return [];
    for (const line of lines) taken.add(line);
    return [{ block: inRows(lines), lines: new Set(lines) }];
  });
}

/** Whether a figure is a picture behind the whole page, or a scan of it. */
function isBackground(figure: Figure, draft: PageDraft): boolean {
  return areaOf(figure) > BACKGROUND_SHARE * draft.width * draft.height;
}

function belongs(line: Line, figure: Figure, bodySize: number): boolean {
  if (CAPTION.test(line.text)) return false;
  // Text set over a picture is the page's own; only what OCR read belongs to the picture.
  if (figure.picture !== null) return line.fontName === '' && holdsCentre(figure, line);
  if (holdsCentre(figure, line)) return true;
  // Labels of axes stand beside the drawing.
  const isLabel = line.size <= LABEL_SIZE_MAX * bodySize && wordsOf(line) <= LABEL_WORDS_MAX;
  return isLabel && holdsCentre(widened(figure), line);
}

function widened({ left, top, right, bottom }: Rectangle): Rectangle {
  return {
    left: left - LABEL_REACH_X,
    top: top - LABEL_REACH_Y,
    right: right + LABEL_REACH_X,
    bottom: bottom + LABEL_REACH_Y,
  };
}

const wordsOf = (line: Line): number => wordCount(line.text);

/** Whether lines are labels; prose in a drawn frame is not. */
function areLabels(lines: readonly Line[]): boolean {
  return lines.length >= 2 && median(lines.map(wordsOf)) <= LINE_WORDS_MAX;
}

function inRows(lines: readonly Line[]): Block {
  const block = blockOf(lines);
  const sorted = [...lines].sort((one, other) => one.baseline - other.baseline);
  const rows: Line[][] = [];
  for (const line of sorted) {
    const row = rows.at(-1);
    const first = row?.[0];
    if (row && first && line.baseline - first.baseline < ROW_EM * line.size) row.push(line);
    else rows.push([line]);
  }
  return { ...block, lines: rows.flatMap(row => row.sort((one, other) => one.left - other.left)) };
}

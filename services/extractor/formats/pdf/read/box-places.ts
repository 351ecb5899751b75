/** Finds what a drawn check box stands for: the word beside it, or the row of its cell. */
import type { Rectangle, Rule, TextItem } from '../../../layout/page/content.ts';
import {
  heightOf,
  holdsCentre,
  holdsPoint,
  middleX,
  middleY,
  widthOf,
} from '../../../layout/page/geometry.ts';
import type { BoxShape } from './box-shapes.ts';

/** Least and greatest height of a box, and greatest distance to its label, in ems of the label's type. */
const HEIGHT_EM_MIN = 0.45;
const HEIGHT_EM_MAX = 2.2;
const LABEL_GAP_EM = 1.5;
/**
 * Greatest vertical distance of a box's middle from the middle of its label's small letters, and from that of its row
 * if the box is in a cell or under a head.
 */
const LEVEL_EM = 0.5;
const ROW_EM = 1;
const MIDDLE_EM = 0.3;
/** In points: a label may touch its box. */
const TOUCH_PT = 1;
/** Positions of boxes in one column, or one row, differ by less than this. */
const ALIGNED_PT = 2;
/** Boxes under heads are at least this far apart, as a share of a side. */
const GRID_GAP_SHARE = 1.5;
/** Cells that contain one box each are at most this large. */
const CELL_WIDTH_MAX_PT = 220;
const CELL_HEIGHT_MAX_PT = 60;

export interface Place {
  /** The word before or after which it is placed in the stream; if the box is a letter, that letter, which it replaces. */
  label: TextItem;
  isBefore: boolean;
  /** Whether it keeps its own place: in a cell of a table, or under the head of a column. */
  isApart: boolean;
}

export const endOf = ({ left, width }: TextItem): number => left + width;

const middleOf = ({ baseline, size }: TextItem): number => baseline - MIDDLE_EM * size;

export const isWithin = (item: TextItem, box: Rectangle): boolean =>
  holdsPoint(box, (item.left + endOf(item)) / 2, middleOf(item));

const isBelow = (one: Rectangle, other: Rectangle): boolean =>
  Math.abs(middleX(one) - middleX(other)) < ALIGNED_PT;

/** Text that names a row of answers. */
const ROW_LABEL = /\p{L}{2}|\p{Lo}/u;
const WORD = /[\p{L}\p{N}]/u;

export class Places {
  readonly #boxes: readonly BoxShape[];
  readonly #items: readonly TextItem[];
  readonly #rules: readonly Rule[];
  /** Cached, because they are asked for each pair of boxes. */
  readonly #levels = new Map<BoxShape, BoxShape[]>();
  readonly #cells = new Map<BoxShape, boolean>();

  constructor(boxes: readonly BoxShape[], items: readonly TextItem[], rules: readonly Rule[]) {
    this.#boxes = boxes;
    this.#items = items.filter(({ angle }) => angle === 0);
    this.#rules = rules;
  }

  itemsWithin(box: Rectangle): TextItem[] {
    return this.#items.filter(item => isWithin(item, box));
  }

  /** Returns the place of a box; null where nothing shows what it stands for. */
  of(box: BoxShape): Place | null {
    return this.#label(box) ?? (this.#isOfGrid(box) || this.#isAloneInCell(box) ? this.#row(box) : null);
  }

  /** Returns the nearest word in its row with no line between; a box may stand before or after its label. */
  #label(box: BoxShape): Place | null {
    let best: Place | null = null;
    let least = Number.POSITIVE_INFINITY;
    for (const label of this.#items) {
      const { size } = label;
      const [height, apart] = [heightOf(box) / size, Math.abs(middleOf(label) - middleY(box))];
      const isFitting = height > HEIGHT_EM_MIN && height < HEIGHT_EM_MAX && WORD.test(label.text);
      if (!isFitting || apart > LEVEL_EM * size) continue;
      const isBefore = label.left > middleX(box);
      const gap = isBefore ? label.left - box.right : box.left - endOf(label);
      if (gap < -TOUCH_PT || gap > LABEL_GAP_EM * size || gap >= least) continue;
      if (this.#isParted(box, isBefore ? [box.right, label.left] : [endOf(label), box.left])) continue;
      [best, least] = [{ label, isBefore, isApart: false }, gap];
    }
    return best;
  }

  /** Whether a vertical line that extends above and below the box stands between. */
  #isParted({ top, bottom }: Rectangle, [from, to]: readonly [number, number]): boolean {
    return this.#rules.some(
      ({ orientation, position, start, end }) =>
        orientation === 'vertical' &&
        start < top &&
        end > bottom &&
        position > from - TOUCH_PT &&
        position < to + TOUCH_PT,
    );
  }

  /**
   * Whether its row has several boxes, and another row has as many in the same columns: answers under heads. Marks of a
   * plot, in contrast, go up and down.
   */
  #isOfGrid(box: BoxShape): boolean {
    const row = this.#levelWith(box);
    const isApart = (each: BoxShape, at: number) =>
      at === 0 || each.left - (row[at - 1]?.right ?? 0) > GRID_GAP_SHARE * widthOf(each);
    if (row.length < 2 || !row.every(isApart)) return false;
    return this.#boxes.some(other => {
      if (!isBelow(other, box) || row.includes(other)) return false;
      const its = this.#levelWith(other);
      return its.length === row.length && its.every((each, at) => isBelow(each, row[at] as BoxShape));
    });
  }

  /** Returns the boxes at its height, from left to right. */
  #levelWith(box: BoxShape): BoxShape[] {
    const isLevel = (other: Rectangle) => Math.abs(middleY(other) - middleY(box)) < ALIGNED_PT;
    const level =
      this.#levels.get(box) ??
      this.#boxes
        .filter(other => other.isRound === box.isRound && isLevel(other))
        .sort((one, other) => one.left - other.left);
    this.#levels.set(box, level);
    return level;
  }

  /** Whether it is alone in a cell of a ruled table, and another box of its column is, too. */
  #isAloneInCell(box: BoxShape): boolean {
    return (
      this.#hasCell(box) &&
      this.#boxes.some(other => other !== box && isBelow(other, box) && this.#hasCell(other))
    );
  }

  #hasCell(box: BoxShape): boolean {
    const known = this.#cells.get(box) ?? this.#isAlone(box, this.#cellAround(box));
    this.#cells.set(box, known);
    return known;
  }

  #isAlone(box: BoxShape, cell: Rectangle | null): boolean {
    if (cell === null) return false;
    const isOther = (other: BoxShape) => other !== box && holdsCentre(cell, other);
    const isText = (item: TextItem) => isWithin(item, cell) && !isWithin(item, box);
    return !this.#boxes.some(isOther) && !this.#items.some(isText);
  }

  #cellAround(box: Rectangle): Rectangle | null {
    const [x, y] = [middleX(box), middleY(box)];
    const cell = { left: -Infinity, right: Infinity, top: -Infinity, bottom: Infinity };
    for (const { orientation, position, start, end } of this.#rules) {
      if (orientation === 'vertical') {
        if (start > box.top || end < box.bottom) continue;
        if (position <= box.left - TOUCH_PT) cell.left = Math.max(cell.left, position);
        else if (position >= box.right + TOUCH_PT) cell.right = Math.min(cell.right, position);
      } else {
        if (start > x || end < x) continue;
        if (position < Math.min(box.top - TOUCH_PT, y)) cell.top = Math.max(cell.top, position);
        else if (position > Math.max(box.bottom + TOUCH_PT, y)) cell.bottom = Math.min(cell.bottom, position);
      }
    }
    const isCell = cell.right - cell.left < CELL_WIDTH_MAX_PT && heightOf(cell) < CELL_HEIGHT_MAX_PT;
    return isCell ? cell : null;
  }

  /** Returns the place after the last word before it in its row; without one, the place before the first word after it. */
  #row(box: BoxShape): Place | null {
    const row = this.#items.filter(
      item =>
        !isWithin(item, box) &&
        ROW_LABEL.test(item.text) &&
        Math.abs(middleOf(item) - middleY(box)) < ROW_EM * item.size,
    );
    const before = row.filter(item => endOf(item) <= box.left + TOUCH_PT);
    const nearest = before.reduce<TextItem | undefined>(
      (best, item) => (best === undefined || endOf(item) > endOf(best) ? item : best),
      undefined,
    );
    const behind = row.find(item => item.left >= box.right - TOUCH_PT);
    const label = nearest ?? behind;
    return label === undefined ? null : { label, isBefore: label !== nearest, isApart: true };
  }
}

/** Finds tables without lines: rows whose texts leave the same vertical strips white. */

import { median, meetAcross, sidesOf } from '../../../page/geometry.ts';
import { BULLETED } from '../../../text/markers.ts';
import { ALIGNED_SIDE_PT } from '../shape/aligned-gaps.ts';
import { beforeSigns } from '../shape/amount-signs.ts';
import { assemble } from '../shape/assemble.ts';
import { edgesFromGaps, joinComplements, type Segment } from '../shape/columns.ts';
import type { Draft } from '../shape/draft.ts';
import { COLUMN_GAP_EM, type Gap } from '../shape/gaps.ts';
import { HEAD_LINES, spanValues, TIGHT_HEAD_PT } from '../shape/head.ts';
import { guessedGaps, leafLine } from '../shape/head-columns.ts';
import { LARGER_SIZE } from '../shape/prose.ts';
import { mergeRows } from '../shape/row-merge.ts';
import { ROW_PITCH_AIRY_EM, ROW_PITCH_EM, ROW_PITCH_PADDED_EM } from '../shape/row-pitch.ts';
import { withoutSignColumns } from '../shape/sign-columns.ts';
import { isBoldLine, type TableLine, toTableLine } from '../shape/table-lines.ts';
import type { VisualRow } from '../shape/visual-row.ts';
import { isMark } from '../shape/visual-rows.ts';
import { areBold, type Word } from '../shape/words.ts';
import { WRAP_PITCH_EM } from '../shape/wraps.ts';
import type { CutRow } from './cut-rows.ts';
import { isAboveHead, withoutFields } from './fields.ts';

/** Lines after the last row are kept if they are as near as lines of one text, or as those of rows before within this. */
const TRAILING_PITCH_EM = 1.3;
const WRAP_SLACK_EM = 0.05;
/** A row is at most this many times as far off as the rows before. */
const ROW_PITCH_SHARE = 1.9;
/** A single line farther off than rows by this factor is no row. */
const HEADING_PITCH_SHARE = 1.35;
/** A line nearer than rows by this factor continues the row above. */
const CLOSER_SHARE = 0.9;
/** Most lines of a label at the left that stand beside no value. */
const LABEL_LINES = 3;

/** From this many rows that fill the same columns on, a row of half as many texts does not decide which columns there are. */
const FULL_ROWS_LEAST = 3;
/** Rows with at least this many texts are no remarks. */
const FULL_ROW_TEXTS = 3;

/** At least this many rows whose texts begin at one place show a column there. */
const STARTS_LEAST = 2;

/** Finds the tables. `cut` are the rows in no table, from top to bottom. */
export function findUnruled(cut: readonly CutRow[]): Draft[] {
  const used = new Set<CutRow>();
  const found: Draft[] = [];
  // Rows found to have no columns, by the last of them: starting from each later row would find the same rows again.
  const plain = new Map<CutRow | undefined, readonly CutRow[]>();
  for (const least of [3, 2]) {
    for (const [at, seed] of cut.entries()) {
      if (used.has(seed) || seed.segments.length < least || isAboveHead(seed, cut[at + 1])) continue;
      const sequence = withoutCrossingEnd(growSequence(seed, cut, used));
      if (sequence.length < 2 || isTail(sequence, plain.get(sequence.at(-1)))) continue;
      const draft = draftRows(sequence, rowAbove(sequence, cut, used));
      if (!draft) plain.set(sequence.at(-1), sequence);
      if (!draft) continue;
      for (const row of sequence) used.add(row);
      found.push(draft);
    }
  }
  return found;
}

const isTail = (rows: readonly CutRow[], all: readonly CutRow[] = []): boolean =>
  all.length >= rows.length && rows.every((row, i) => row === all[all.length - rows.length + i]);

/** Returns the rows below the seed, and labels above it, that keep its strips white. */
function growSequence(seed: CutRow, rows: readonly CutRow[], used: ReadonlySet<CutRow>): CutRow[] {
  const at = rows.indexOf(seed);
  const down = new StripWalk(seed, gapsOf(seed));
  down.run(rows.slice(at + 1), used, Infinity);
  down.keepWraps();
  const up = new StripWalk(seed, down.gaps);
  up.run(rows.slice(0, at).reverse(), used, HEAD_LINES);
  up.addSpanning(rows.slice(0, at).reverse(), used);
  const above = withoutFields(up.rows, down.gaps[0]);
  return [...above.reverse(), ...down.rows];
}

/** Moves from row to row in one direction as long as strips stay white. */
class StripWalk {
  readonly rows: CutRow[];
  gaps: Gap[];
  /** Single lines that belong to the table only if another row follows. */
  #pending: CutRow[] = [];
  /** Whether one of them may be a heading of the rows that follow. */
  #headed = false;
  /** The widest step to one of them. */
  #pendingPitch = 0;
  #pitch = 0;
  /** The widest step to a line that continues a cell. */
  #wrapStep = 0;
  /** Where the texts of the rows begin, except the first ones, by place. */
  readonly #starts = new Map<number, number[]>();
  #countedRows = 0;

  constructor(seed: CutRow, gaps: Gap[]) {
    this.rows = [seed];
    this.gaps = gaps;
  }

  run(candidates: readonly CutRow[], used: ReadonlySet<CutRow>, limit: number): void {
    let aside: CutRow[] = [];
    for (const row of candidates) {
      if (this.rows.length > limit) return;
      if (!this.#isBeside(row)) {
        aside.push(row);
        continue;
      }
      if (used.has(row) || !this.#add(row, aside)) return;
      aside = [];
    }
  }

  /** Keeps the last lines of the last row if they are as close as lines of a cell. */
  keepWraps(): void {
    for (const row of this.#pending) {
      const last = this.rows.at(-1) ?? row;
      const limit = Math.max(TRAILING_PITCH_EM * row.size, this.#wrapStep + WRAP_SLACK_EM * row.size);
      const close = row.baseline - last.baseline <= limit;
      if (!close || !this.#isWrap(row, last)) return;
      this.rows.push(row);
    }
  }

  /** Also takes the next row if its labels run across strips but leave one of them white. */
  addSpanning(candidates: readonly CutRow[], used: ReadonlySet<CutRow>): void {
    const last = this.rows.at(-1);
    const next = candidates.find(row => !this.rows.includes(row) && this.#isBeside(row));
    if (!last || !next || used.has(next) || next.segments.length < 2 || this.rows.length > HEAD_LINES) return;
    const step = last.baseline - next.baseline;
    const near = step > 0 && step <= Math.max(WRAP_PITCH_EM * last.size, this.#pitch);
    const fewer = next.segments.length < last.segments.length;
    if (near && fewer && intersect(this.gaps, next, last.size).length >= next.segments.length - 1)
      this.rows.push(next);
  }

  #isBeside(row: CutRow): boolean {
    return this.rows.some(other => meetAcross(row, other));
  }

  /** Whether the row can be part of the table, at least for now. `aside` are the rows passed on the way to it. */
  #add(row: CutRow, aside: readonly CutRow[]): boolean {
    if (isMark(row, this.rows[0]?.size ?? 0)) return false;
    // A text under the first column but not under the head is a row between the two.
    const passed = aside.filter(other => meetAcross(other, row));
    const before = this.#pending.at(-1) ?? this.rows.at(-1) ?? row;
    const last = passed.at(-1) ?? before;
    const step = widestStep([before, ...passed, row]);
    const size = Math.max(row.size, last.size);
    const columns = passed.length > 0 ? 0 : Math.min(row.most, last.most);
    const even = passed.length === 0 && (row.baseline > before.baseline ? row : before).even;
    const limit = even ? evenLimit(this.gaps.length) : pitchLimit(columns);
    if (step > limit * size || (this.#pitch > 0 && step > ROW_PITCH_SHARE * this.#pitch)) return false;
    const segments = this.#parted(row);
    const gaps = intersect(this.gaps, { ...row, segments }, size);
    if (this.#takesColumns(gaps)) {
      // A note, or a label over empty columns.
      const isAcross = segments.length > 1 && 2 * segments.length <= this.gaps.length + 1;
      if (isAcross) return this.#wait(row, step);
      // The first of the rows that the heading above is over.
      if (this.#headed) return false;
    }
    if (segments.length > 1 && gaps.length >= Math.min(this.gaps.length, 2)) {
      row.segments = segments;
      this.gaps = gaps;
      if (this.#pending.length > 0 && !this.#headed)
        this.#wrapStep = Math.max(this.#wrapStep, widestStep([this.rows.at(-1) ?? row, ...this.#pending]));
      this.rows.push(...this.#pending, ...passed, row);
      this.#pending = [];
      this.#pitch = Math.max(this.#pitch, this.#pendingPitch, step);
      this.#pendingPitch = 0;
      this.#headed = false;
      return true;
    }
    const isWrap = this.#isWrap(row, last) || this.#isPart(row);
    if (!isWrap && (this.#headed || !this.#isHeading(row, step))) return false;
    this.#headed ||= !isWrap;
    return this.#wait(row, step);
  }

  /** Keeps a row that belongs to the table only if another one follows. */
  #wait(row: CutRow, step: number): boolean {
    this.#pending.push(row);
    this.#pendingPitch = Math.max(this.#pendingPitch, step);
    return true;
  }

  /** Whether a row would take columns from rows that all have them. */
  #takesColumns(gaps: readonly Gap[]): boolean {
    const full = this.rows.filter(row => row.segments.length === this.gaps.length + 1).length;
    return gaps.length < this.gaps.length && full >= FULL_ROWS_LEAST;
  }

  /** Cuts the texts of a row also before close words that begin where a column of several rows does. */
  #parted(row: CutRow): Segment[] {
    const isStart = (word: Word) => this.#startsAt(word.left) >= STARTS_LEAST;
    return row.segments.flatMap(segment => {
      const { words } = segment;
      const cuts: number[] = [];
      for (let at = 1; at < words.length; at++) {
        const word = words[at] as Word;
        const isApart = word.left - (words[at - 1] as Word).right >= COLUMN_GAP_EM * word.size;
        if (isApart && this.gaps.some(gap => gap.to >= word.left && gap.from < word.left) && isStart(word))
          cuts.push(at);
      }
      if (cuts.length === 0) return segment;
      return [0, ...cuts].map((from, at): Segment => {
        const part = words.slice(from, cuts[at]);
        return { ...sidesOf(part), words: part };
      });
    });
  }

  /** How many texts of the rows begin about there. Places are kept: a page may have hundreds of rows of fifty texts. */
  #startsAt(left: number): number {
    if (this.#countedRows < this.rows.length) {
      const added = this.rows.slice(this.#countedRows).flatMap(({ segments }) => segments.slice(1));
      for (const segment of added) {
        const place = placeOf(segment.left);
        const there = this.#starts.get(place);
        if (there === undefined) this.#starts.set(place, [segment.left]);
        else there.push(segment.left);
      }
      this.#countedRows = this.rows.length;
    }
    let count = 0;
    for (let place = placeOf(left) - 1; place <= placeOf(left) + 1; place++)
      for (const start of this.#starts.get(place) ?? [])
        if (Math.abs(start - left) <= ALIGNED_SIDE_PT && ++count >= STARTS_LEAST) return count;
    return count;
  }

  /** Whether a row is the next line of a wrapped cell: near, in one column, in the first one only a few of a label. */
  #isWrap(row: CutRow, last: CutRow): boolean {
    const near = Math.abs(row.baseline - last.baseline) <= WRAP_PITCH_EM * Math.max(row.size, last.size);
    const inside = intersect(this.gaps, row, row.size).length === this.gaps.length;
    if (!near || !inside || this.#isOther(row)) return false;
    const closer = Math.abs(row.baseline - last.baseline) < CLOSER_SHARE * this.#pitch;
    return !this.#isLabel(row) || (this.#pending.length < LABEL_LINES && (goesOn(row) || closer));
  }

  /** Whether a row is a line of a vertically centred text, above or below the row's others. */
  #isPart(row: CutRow): boolean {
    return (
      row.beside && !this.#isOther(row) && intersect(this.gaps, row, row.size).length === this.gaps.length
    );
  }

  /** Whether a line begins in the first column. */
  #isLabel(row: CutRow): boolean {
    return row.left <= (this.gaps[0]?.from ?? 0);
  }

  /** Whether a row is a title in larger type, or an item of a list where labels stand, as in a curriculum vitae. */
  #isOther(row: CutRow): boolean {
    const [first] = row.words;
    const isItem = this.#isLabel(row) && row.words.length > 1 && BULLETED.test(first?.text ?? '');
    return isItem || row.size >= LARGER_SIZE * (this.rows[0]?.size ?? row.size);
  }

  /** Whether a row is a line across the table in the style of the rows: a heading of rows, not of the page. */
  #isHeading(row: CutRow, step: number): boolean {
    const near = this.#pitch === 0 || step < HEADING_PITCH_SHARE * this.#pitch;
    return row.segments.length === 1 && !this.#isOther(row) && near;
  }
}

/** Steps wide enough that texts beginning at one place are at most one step apart despite rounding. */
const placeOf = (left: number): number => Math.floor(left / (2 * ALIGNED_SIDE_PT));

const goesOn = ({ words }: CutRow): boolean => /^\p{Ll}/u.test(words[0]?.text ?? '');

function widestStep(rows: readonly CutRow[]): number {
  const baselines = rows.map(row => row.baseline);
  return Math.max(...baselines.slice(1).map((y, i) => Math.abs(y - (baselines[i] ?? y))));
}

/** Greatest distance in ems of rows that share so many texts: the more texts, the less likely they align by chance. */
function pitchLimit(columns: number): number {
  if (columns < 3) return ROW_PITCH_EM;
  return columns > 3 ? ROW_PITCH_PADDED_EM : ROW_PITCH_AIRY_EM;
}

/** The same for rows at equal distances: all columns count, including those that a row between leaves empty. */
const evenLimit = (gaps: number): number => (gaps > 1 ? ROW_PITCH_PADDED_EM : ROW_PITCH_AIRY_EM);

function gapsOf(row: CutRow): Gap[] {
  return row.segments.slice(1).map((segment, i) => ({ from: row.segments[i]?.right ?? 0, to: segment.left }));
}

/** Returns the parts of the strips that a row leaves white. */
function intersect(gaps: readonly Gap[], row: CutRow, size: number): Gap[] {
  const { segments } = row;
  const last = segments.length;
  const both: Gap[] = [];
  for (const gap of gaps) {
    // Before the first text, between each two, and after the last.
    for (let at = 0; at <= last; at += 1) {
      const white = at === last ? row.right : (segments[at - 1]?.right ?? -Infinity);
      const end = at === 0 ? row.left : (segments[at]?.left ?? Infinity);
      const from = Math.max(gap.from, white);
      const to = Math.min(gap.to, end);
      if (to - from >= COLUMN_GAP_EM * size) both.push({ from, to });
    }
  }
  return both;
}

/** Returns the row directly above, if it is near enough to be the head. */
function rowAbove(
  sequence: readonly CutRow[],
  rows: readonly CutRow[],
  used: ReadonlySet<CutRow>,
): CutRow | null {
  const [first] = sequence;
  const above = rows.findLast(row => first && row.baseline < first.baseline && meetAcross(row, first));
  const near = above && first && first.baseline - above.baseline <= ROW_PITCH_EM * first.size;
  return near && !used.has(above) ? above : null;
}

/** Returns bold labels set close together, one at the left side of each column; null where there are none. */
function tightHead(row: VisualRow, lines: readonly TableLine[], xs: readonly number[]): TableLine | null {
  if (!areBold(row.words) || lines.every(isBoldLine)) return null;
  const columns = Map.groupBy(
    lines.flatMap(line => line.slots),
    slot => slot.column,
  );
  const starts = xs.slice(1).map((_, column) => {
    const left = median((columns.get(column) ?? []).map(slot => sidesOf(slot.words).left));
    return row.words.findIndex(word => Math.abs(word.left - left) <= TIGHT_HEAD_PT);
  });
  if (starts.includes(-1)) return null;
  const slots = starts.map((start, column) => ({
    column,
    colspan: 1,
    words: row.words.slice(start, starts[column + 1] ?? row.words.length),
  }));
  return { ...toTableLine(row.words, xs), slots };
}

/** Returns the edges of the columns of the rows, and those that may be joined to others. */
function columnsOf(rows: readonly CutRow[]) {
  const [left, right] = [Math.min(...rows.map(row => row.left)), Math.max(...rows.map(row => row.right))];
  const cut = rows.map(row => row.segments);
  const { gaps, leaves } = guessedGaps(cut, right - left);
  const all = edgesFromGaps(left, right, gaps);
  const words = rows.map(row => row.words);
  const xs = beforeSigns(withoutSignColumns(joinComplements(all, words), words, false), words);
  return { xs, all, leaves };
}

/** Returns the rows without last ones of few texts that run across one of many columns: remarks below a table. */
function withoutCrossingEnd(rows: CutRow[]): CutRow[] {
  const full = rows.findLastIndex(row => row.segments.length >= FULL_ROW_TEXTS) + 1;
  if (full < FULL_ROWS_LEAST || full === rows.length) return rows;
  const [last, rest] = [rows[full - 1], rows[full]];
  const isWrap = last && rest && rest.baseline - last.baseline <= TRAILING_PITCH_EM * last.size;
  const kept = rows.slice(0, isWrap && rest.segments.length === 1 ? full + 1 : full);
  return columnsOf(kept).xs.length > columnsOf(rows).xs.length ? kept : rows;
}

/**
 * Makes a table of rows whose columns their texts show; null where these are one column. `above` is the row directly
 * above; `merge` decides which lines form one row.
 */
export function draftRows(
  rows: readonly CutRow[],
  above: CutRow | null = null,
  merge: (lines: readonly TableLine[]) => TableLine[][] = mergeRows,
): Draft | null {
  const { xs, all, leaves } = columnsOf(rows);
  if (xs.length < 3) return null;
  const lines = rows.map((row, i) => {
    const labels = xs.length === all.length ? leaves.get(i) : undefined;
    return labels ? leafLine(labels, xs) : toTableLine(row.words, xs);
  });
  const [first, last] = [lines[0], lines.at(-1)];
  const [label] = first?.slots ?? [];
  if (label && first?.slots.length === 1 && (lines[1]?.slots.length ?? 0) > 2)
    spanValues(label, first.size, xs);
  const head = above && tightHead(above, lines, xs);
  return assemble({
    kind: 'unruled',
    xs,
    head: head ? [[head]] : [],
    body: merge(lines),
    top: head?.top ?? first?.top ?? 0,
    bottom: last?.bottom ?? 0,
  });
}

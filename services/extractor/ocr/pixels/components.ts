/** Connected pieces of ink (8 neighbours): letters, dots, rules, blots. */
import type { Box } from '../engine.ts';
import type { Mask } from './ink.ts';

/** `right` and `bottom` are exclusive. */
export interface Component extends Box {
  /** The number of ink pixels. */
  area: number;
}

/** In no particular order; iterative, in time linear in the runs of ink. */
export function inkComponents(mask: Mask): Component[] {
  const pieces = new Pieces();
  let [above, here] = [runsFor(mask.width), runsFor(mask.width)];
  for (let y = 0; y < mask.height; y++) {
    findRuns(mask, y, here);
    joinRuns(pieces, above, here, y);
    [above, here] = [here, above];
  }
  return pieces.finished();
}

/** The runs of ink in one row, from the left. Stored as columns of numbers, because a page has a hundred thousand runs. */
interface Runs {
  count: number;
  starts: Int32Array;
  /** Exclusive. */
  ends: Int32Array;
  /** The piece that each run belongs to. */
  pieces: Int32Array;
}

function runsFor(width: number): Runs {
  const most = (width + 1) >> 1;
  const column = () => new Int32Array(most);
  return { count: 0, starts: column(), ends: column(), pieces: column() };
}

function findRuns({ width, ink }: Mask, y: number, runs: Runs): void {
  const { starts, ends } = runs;
  const row = ink.subarray(y * width, (y + 1) * width);
  let count = 0;
  for (let start = row.indexOf(1); start >= 0; count++) {
    let end = start + 1;
    // Runs are short, so calling indexOf would cost more than the loop.
    while (end < width && row[end] === 1) end++;
    starts[count] = start;
    ends[count] = end;
    start = end;
    const near = Math.min(width, end + NEAR_PX);
    while (start < near && row[start] !== 1) start++;
    if (start === near) start = near < width ? row.indexOf(1, near) : -1;
  }
  runs.count = count;
}

/** Gaps between the strokes of letters are no wider; beyond that, calling indexOf pays off. */
const NEAR_PX = 24;

/** Each run of the row joins the pieces that it touches in the row above, or begins a new one. */
function joinRuns(pieces: Pieces, above: Runs, here: Runs, y: number): void {
  for (let run = 0, from = 0; run < here.count; run++) {
    const [start, end] = [here.starts[run] ?? 0, here.ends[run] ?? 0];
    while (from < above.count && (above.ends[from] ?? 0) < start) from++;
    let piece = -1;
    for (let at = from; at < above.count && (above.starts[at] ?? 0) <= end; at++) {
      const touching = above.pieces[at] ?? 0;
      piece = piece < 0 ? touching : pieces.join(piece, touching);
    }
    here.pieces[run] = piece < 0 ? pieces.begin(start, end, y) : pieces.grow(piece, start, end, y);
  }
}

/** Pieces under construction, merged when they turn out to touch (union-find). */
class Pieces {
  private readonly parents: number[] = [];
  private readonly boxes: Component[] = [];

  begin(start: number, end: number, y: number): number {
    this.boxes.push({ left: start, top: y, right: end, bottom: y + 1, area: end - start });
    return this.parents.push(this.parents.length) - 1;
  }

  grow(piece: number, start: number, end: number, y: number): number {
    const root = this.root(piece);
    const box = this.boxes[root];
    if (!box) return root;
    if (start < box.left) box.left = start;
    if (end > box.right) box.right = end;
    box.bottom = y + 1;
    box.area += end - start;
    return root;
  }

  join(first: number, second: number): number {
    const [root, other] = [this.root(first), this.root(second)];
    if (root === other) return root;
    this.parents[other] = root;
    const box = this.boxes[other];
    if (box) this.absorb(root, box);
    return root;
  }

  finished(): Component[] {
    return this.boxes.filter((_, piece) => this.parents[piece] === piece);
  }

  private root(piece: number): number {
    let at = piece;
    for (let up = this.parents[at] ?? at; up !== at; up = this.parents[at] ?? at) {
      this.parents[at] = this.parents[up] ?? up;
      at = up;
    }
    return at;
  }

  private absorb(root: number, box: Component): void {
    const grown = this.boxes[root];
    if (!grown) return;
    grown.left = Math.min(grown.left, box.left);
    grown.top = Math.min(grown.top, box.top);
    grown.right = Math.max(grown.right, box.right);
    grown.bottom = Math.max(grown.bottom, box.bottom);
    grown.area += box.area;
  }
}

/** Connected pieces of ink (8 neighbours): letters, dots, rules, blots. */
import type { Box } from '../engine.ts';
import type { Mask } from './ink.ts';

/** `right` and `bottom` are exclusive. */
export interface Component extends Box {
  /** Ink pixels. */
  area: number;
}

/** In no particular order; iterative, linear in the runs of ink. */
export function inkComponents(mask: Mask): Component[] {
  const pieces = new Pieces();
  let above: Run[] = [];
  for (let y = 0; y < mask.height; y++) {
    const runs = runsOfRow(mask, y);
    let from = 0;
    for (const run of runs) {
      while ((above[from]?.end ?? Number.POSITIVE_INFINITY) < run.start) from++;
      for (let at = from; (above[at]?.start ?? Number.POSITIVE_INFINITY) <= run.end; at++) {
        const touching = above[at];
        if (touching) run.piece = run.piece < 0 ? touching.piece : pieces.join(run.piece, touching.piece);
      }
      run.piece = pieces.grow(run, y);
    }
    above = runs;
  }
  return pieces.finished();
}

interface Run {
  start: number;
  /** Exclusive. */
  end: number;
  /** -1 before it belongs to one. */
  piece: number;
}

function runsOfRow({ width, ink }: Mask, y: number): Run[] {
  const runs: Run[] = [];
  const row = ink.subarray(y * width, (y + 1) * width);
  for (let start = row.indexOf(1); start >= 0; ) {
    let end = start + 1;
    // Runs are short: a search costs more to call than to do.
    while (end < width && row[end] === 1) end++;
    runs.push({ start, end, piece: -1 });
    start = end < width ? row.indexOf(1, end) : -1;
  }
  return runs;
}

/** Pieces under construction, joined as they turn out to touch (union-find). */
class Pieces {
  private readonly parents: number[] = [];
  private readonly boxes: Component[] = [];

  grow(run: Run, y: number): number {
    const box: Component = {
      left: run.start,
      top: y,
      right: run.end,
      bottom: y + 1,
      area: run.end - run.start,
    };
    if (run.piece < 0) {
      this.boxes.push(box);
      return this.parents.push(this.parents.length) - 1;
    }
    const root = this.root(run.piece);
    this.absorb(root, box);
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

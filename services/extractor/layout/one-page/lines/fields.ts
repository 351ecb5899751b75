/** Values of form fields stand on the line of their label, however far the form sets them apart. */
import type { TextItem } from '../../page/content.ts';

/** A value stands this far from its label at most; their baselines differ by less: fields are placed by eye. */
const LABEL_GAP_EM = 14;
const ROW_EM = 0.6;

type Piece = readonly TextItem[];

const TICK = /^[☒☐]$/u;
const startOf = (piece: Piece): number => piece[0]?.left ?? 0;
const endOf = (piece: Piece): number => {
  const last = piece.at(-1);
  return last === undefined ? 0 : last.left + last.width;
};

/** The pieces of a page's lines, values joined to what stands beside them. */
export function withFieldsJoined(pieces: readonly TextItem[][]): TextItem[][] {
  if (!pieces.some(piece => piece[0]?.field === true)) return [...pieces];
  const whole = new Map(pieces.map(piece => [piece as Piece, [...piece]]));
  for (const value of pieces.filter(piece => piece[0]?.field === true)) {
    const label = labelOf(value, pieces);
    const line = label && whole.get(label);
    if (!label || !line) continue;
    const joined = startOf(label) > startOf(value) ? [...value, ...line] : [...line, ...value];
    whole.set(label, joined);
    whole.delete(value);
  }
  return [...whole.values()];
}

/** The nearest text on the value's row: a value follows its label, a box to tick stands on either side of it. */
function labelOf(value: Piece, pieces: readonly Piece[]): Piece | null {
  const isBox = TICK.test(value[0]?.text ?? '');
  let best: Piece | null = null;
  let least = LABEL_GAP_EM * (value[0]?.size ?? 0);
  for (const piece of pieces) {
    if (piece === value || !isOnRow(value, piece)) continue;
    const before = startOf(value) - endOf(piece);
    const gap = before > -1 ? before : startOf(piece) - endOf(value);
    if (gap <= -1 || gap > least) continue;
    const isLabel = piece[0]?.field !== true && (before > -1 || isBox);
    // What stands between keeps a value from the labels behind it.
    if (before > -1 || isBox) [best, least] = [isLabel ? piece : null, gap];
  }
  return best;
}

function isOnRow(value: Piece, piece: Piece): boolean {
  const [one, other] = [value[0], piece[0]];
  if (one === undefined || other === undefined) return false;
  return Math.abs(one.baseline - other.baseline) < ROW_EM * Math.max(one.size, other.size);
}

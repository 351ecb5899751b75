/** Joins the value of a form field to the line of its label, however far apart the form sets them. */
import { TICKED, UNTICKED } from '../../../tick-signs.ts';
import type { TextItem } from '../../page/content.ts';

/** A value is at most this far from its label, and their baselines differ by less than `ROW_EM`: fields are placed by eye. */
const LABEL_GAP_EM = 14;
const ROW_EM = 0.6;

type Piece = readonly TextItem[];

const TICK = new RegExp(`^[${TICKED}${UNTICKED}]$`, 'u');
const startOf = (piece: Piece): number => piece[0]?.left ?? 0;
const endOf = (piece: Piece): number => {
  const last = piece.at(-1);
  return last === undefined ? 0 : last.left + last.width;
};

/** Returns the pieces of a page's lines, with values joined to what stands beside them. */
export function withFieldsJoined(pieces: readonly TextItem[][]): TextItem[][] {
  if (!pieces.some(piece => piece[0]?.field === true)) return [...pieces];
  const whole = new Map(pieces.map(piece => [piece as Piece, [...piece]]));
  for (const value of pieces.filter(piece => piece[0]?.field === true)) {
    const onBlank = pieces.find(piece => isOnRow(value, piece) && blankUnder(value, piece) !== null);
    const label = onBlank ?? labelOf(value, pieces);
    const line = label && whole.get(label);
    if (!label || !line) continue;
    const joined = startOf(label) > startOf(value) ? [...value, ...line] : [...line, ...value];
    whole.set(label, (onBlank && filledIn(line, value)) ?? joined);
    whole.delete(value);
  }
  return [...whole.values()];
}

/** A row of full stops or underscores: a blank over which a value is typed. */
const BLANK = /[._]{3,}|…{2,}/gu;

/** Returns the word that contains the blank under a value. */
function blankUnder(value: Piece, piece: Piece): TextItem | null {
  if (piece[0]?.field === true) return null;
  const middle = middleOf(value);
  const under = piece.find(({ left, width }) => left <= middle && middle <= left + width);
  return under !== undefined && under.text.search(BLANK) >= 0 ? under : null;
}

const middleOf = (value: Piece): number => (startOf(value) + endOf(value)) / 2;

/** Returns the line with a value after the blank that it stands on. A word with several blanks is divided there. */
function filledIn(line: readonly TextItem[], value: Piece): TextItem[] | null {
  const word = blankUnder(
    value,
    line.filter(item => item.field !== true),
  );
  if (word === null) return null;
  const share = (middleOf(value) - word.left) / word.width;
  const ends = [...word.text.matchAll(BLANK)].map(({ 0: blank, index }) => index + blank.length);
  const end = ends.find(place => place >= share * word.text.length) ?? word.text.length;
  const width = (word.width * end) / word.text.length;
  const head = { ...word, text: word.text.slice(0, end), width };
  const tail = { ...word, text: word.text.slice(end), left: word.left + width, width: word.width - width };
  const rest = tail.text === '' ? [] : [{ ...tail, spaceBefore: true }];
  const at = line.indexOf(word);
  const behind = line.slice(at + 1);
  const earlier = behind.findIndex(item => item.field !== true || item.left > startOf(value));
  const others = behind.slice(0, earlier < 0 ? behind.length : earlier);
  return line.toSpliced(at, 1 + others.length, head, ...others, ...value, ...rest);
}

/** Returns the nearest text on the value's row: a value follows its label, a check box may stand on either side of it. */
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
    // A text between a value and a label farther off separates them.
    if (before > -1 || isBox) [best, least] = [isLabel ? piece : null, gap];
  }
  return best;
}

function isOnRow(value: Piece, piece: Piece): boolean {
  const [one, other] = [value[0], piece[0]];
  if (one === undefined || other === undefined) return false;
  return Math.abs(one.baseline - other.baseline) < ROW_EM * Math.max(one.size, other.size);
}

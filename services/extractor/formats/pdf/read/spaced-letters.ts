/**
 * Joins words with wide letter-spacing, on pages that draw their spaces: letters with no drawn space between them form
 * one word.
 */
import type { TextItem } from '../../../layout/page/content.ts';
import { BASELINE_SHIFT_EM, WORD_GAP_EM } from './font-tally.ts';

/**
 * A page draws its spaces if it draws at least this many, and leaves at most this share open between words of at least
 * so many letters.
 */
const DRAWN_SPACES_MIN = 3;
const OPEN_SPACES_SHARE_MAX = 0.05;
const WORD_LETTERS_MIN = 3;
/** Wider room is a tab. */
const SPACE_WIDTH_MAX_EM = 0.6;
/** Letters of one word are at most this far apart; digits in narrow columns are farther. */
const LETTER_SPACING_MAX_EM = 0.3;
/** Some letters of such a word are closer by kerning and come as one piece; at least this share are single. */
const SINGLE_LETTERS_SHARE = 0.5;
/** Letters of one string that kerning has moved apart are nearer than this. */
const KERNING_MAX_EM = 0.17;
/** A style is letter-spaced if it leaves at least so many gaps open, each at most this share of its narrowest drawn space, … */
const OPEN_ROOMS_MIN = 2;
const OPEN_ROOM_SHARE_MAX = 0.6;
/** … and at least this share of them are between small letters; others may be columns close to each other. */
const IN_WORDS_SHARE = 0.5;
/**
 * On the page as a whole, a word has at most this many such gaps: producers that draw few of their spaces leave all
 * others open.
 */
const OPEN_ROOMS_A_SPACE_MAX = 4;
const ENDS_SMALL = /\p{Ll}$/u;
const BEGINS_SMALL = /^\p{Ll}/u;
/** Characters that such a word may contain. Symbols of formulas are set apart, and a single Korean syllable is often a word. */
const OF_WORDS = /^(?:(?!\p{sc=Hang})[\p{L}\p{N}.,:;!?/&'’"“”–-])+$/u;
const LETTER = /^[\p{L}\p{N}]\.?$/u;
/** Fewer pieces may be the letters of a formula, unless they are capitals and digits. */
const WORD_PIECES_MIN = 4;
const CAPITALS = /^[\p{Lu}\p{N}.,:&/–]+$/u;
/** Two pieces with more letters may be a number and its unit. */
const PAIR_LETTERS_MAX = 3;

/**
 * Word draws each of its spaces; with at least this many gaps inside its strings, they are kerning of a page set for
 * another printer.
 */
const KERNED_GAPS_MIN = 2;

/**
 * Whether strings of a page have gaps as wide as spaces beside drawn spaces: some producers leave spaces out of their
 * strings.
 */
export function hasGapsInStrings(items: readonly TextItem[]): boolean {
  let [drawn, open] = [0, 0];
  for (let at = 1; at < items.length; at++) {
    const before = items[at - 1] as TextItem;
    const item = items[at] as TextItem;
    if (isInString(before, item)) open++;
    else if (item.spaceBefore && item.operator === before.operator && !item.isSpaceLeftOpen) drawn++;
  }
  return open >= KERNED_GAPS_MIN && drawn >= DRAWN_SPACES_MIN;
}

/**
 * Returns the same words, joined where a gap inside one string or between two separates them: for producers that draw
 * each of their spaces.
 */
export function withGapsClosed(items: TextItem[]): TextItem[] {
  return joinedWhere(items, (before, item) => isInString(before, item) || goesOnInNextString(before, item));
}

function goesOnInNextString(before: TextItem | undefined, item: TextItem): boolean {
  return (
    before !== undefined &&
    item.isSpaceLeftOpen === true &&
    !item.invisible &&
    isOneLook(before, item) &&
    before.markedContent === item.markedContent &&
    isBeside(before, item, KERNING_MAX_EM)
  );
}

/** Whether a string continues after a gap of at most `roomMaxEm`. OCR strings leave spaces open like this and are excluded. */
function isInString(
  before: TextItem | undefined,
  item: TextItem,
  roomMaxEm = LETTER_SPACING_MAX_EM,
): boolean {
  return (
    before !== undefined &&
    item.isSpaceLeftOpen === true &&
    !item.invisible &&
    item.operator !== undefined &&
    item.operator === before.operator &&
    isBeside(before, item, roomMaxEm)
  );
}

/** Returns the same words with letter-spaced ones joined; if there is one, indexes are given anew. */
export function withSpacedLettersJoined(placed: TextItem[]): TextItem[] {
  const looks = spacedLooks(placed);
  const drawn = looks.size === 0 ? placed : withLooksJoined(placed, looks);
  const mayBeJoined = drawn.some((item, at) => isOpenLetter(item) || isKernedTo(drawn[at - 1], item));
  if (!mayBeJoined || !drawsSpaces(drawn)) return drawn;
  const items = joinedWhere(drawn, isKernedTo);
  const words = [...wordsInPieces(items)];
  // Where longer words are letter-spaced, short ones of the same style are, too, whatever their letters.
  const spaced = new Set(looks);
  for (const { pieces } of words) if (isLong(pieces)) spaced.add(lookOf(pieces[0]));
  const whole = words.filter(
    ({ pieces }) => isLong(pieces) || isShort(pieces) || spaced.has(lookOf(pieces[0])),
  );
  if (spaced.size === 0 && whole.length === 0) return items;
  const joined: TextItem[] = [];
  let done = 0;
  for (const { start, pieces } of whole) {
    for (; done < start; done++) joined.push(items[done] as TextItem);
    joined.push(asOne(pieces));
    done += pieces.length;
  }
  for (; done < items.length; done++) joined.push(items[done] as TextItem);
  return joined.map((item, index) => {
    const before = joined[index - 1];
    const isOpen = item.isSpaceLeftOpen === true && before !== undefined;
    // Even where the font changes, letter-spaced text has spaces only where they are drawn.
    const goesOn = isOpen && spaced.has(lookOf(before)) && isBeside(before, item, LETTER_SPACING_MAX_EM);
    return { ...item, index, spaceBefore: item.spaceBefore && !goesOn };
  });
}

/** Gaps between the words of a style, in ems: the narrowest with a drawn space, and the widest without one. */
interface Rooms {
  drawnMin: number;
  openMax: number;
  open: number;
  /** The number of those between two small letters. */
  inWords: number;
}

/**
 * Returns styles whose spaces are all drawn, and wider than any gap without a drawn space: these gaps are
 * letter-spacing so wide that most pairs of letters seem to be words (certificates of Coursera).
 */
function spacedLooks(items: readonly TextItem[]): ReadonlySet<string> {
  if (!items.some(item => item.isSpaceLeftOpen === true)) return new Set();
  const byLook = new Map<string, Rooms>();
  let drawn = 0;
  // Neighbours usually share a style, whose name is built only once.
  let last: { item: TextItem; rooms: Rooms } | null = null;
  for (let at = 1; at < items.length; at++) {
    const [before, item] = [items[at - 1] as TextItem, items[at] as TextItem];
    const room = roomBetween(before, item);
    if (room === null || room > SPACE_WIDTH_MAX_EM) continue;
    last = {
      item,
      rooms: last !== null && isOneLook(last.item, item) ? last.rooms : roomsOf(byLook, lookOf(item)),
    };
    const { rooms } = last;
    if (item.isSpaceLeftOpen !== true) {
      drawn++;
      rooms.drawnMin = Math.min(rooms.drawnMin, room);
    } else if (room > WORD_GAP_EM) {
      rooms.open++;
      if (ENDS_SMALL.test(before.text) && BEGINS_SMALL.test(item.text)) rooms.inWords++;
      rooms.openMax = Math.max(rooms.openMax, room);
    }
  }
  const open = [...byLook.values()].reduce((sum, rooms) => sum + rooms.open, 0);
  if (drawn < Math.max(DRAWN_SPACES_MIN, open / OPEN_ROOMS_A_SPACE_MAX)) return new Set();
  const isSpacedLook = ({ open: rooms, inWords, drawnMin, openMax }: Rooms): boolean =>
    rooms >= OPEN_ROOMS_MIN &&
    inWords >= IN_WORDS_SHARE * rooms &&
    drawnMin <= SPACE_WIDTH_MAX_EM &&
    openMax < OPEN_ROOM_SHARE_MAX * drawnMin;
  return new Set([...byLook].filter(([, rooms]) => isSpacedLook(rooms)).map(([look]) => look));
}

function roomsOf(byLook: Map<string, Rooms>, look: string): Rooms {
  const known = byLook.get(look);
  if (known !== undefined) return known;
  const rooms = { drawnMin: Number.POSITIVE_INFINITY, openMax: 0, open: 0, inWords: 0 };
  byLook.set(look, rooms);
  return rooms;
}

/** Returns the same words, with those of these styles between two spaces joined. */
function withLooksJoined(items: TextItem[], looks: ReadonlySet<string>): TextItem[] {
  return joinedWhere(
    items,
    (before, item) =>
      before !== undefined &&
      item.isSpaceLeftOpen === true &&
      looks.has(lookOf(item)) &&
      isBeside(before, item, LETTER_SPACING_MAX_EM) &&
      isSameLook(before, item),
  );
}

/** Returns the distance in ems to a word before in the same style and line; null where there is none. */
function roomBetween(before: TextItem, item: TextItem): number | null {
  if (item.invisible || item.angle !== 0 || before.angle !== 0 || !isOneLook(before, item)) return null;
  if (Math.abs(item.baseline - before.baseline) >= BASELINE_SHIFT_EM * item.size) return null;
  const room = (item.left - before.left - before.width) / item.size;
  return room < 0 ? null : room;
}

/** Whether one string continues with small letters, farther off only by its own kerning. */
function isKernedTo(before: TextItem | undefined, item: TextItem): boolean {
  return (
    isInString(before, item, KERNING_MAX_EM) &&
    ENDS_SMALL.test(before?.text ?? '') &&
    BEGINS_SMALL.test(item.text)
  );
}

function joinedWhere(
  items: TextItem[],
  goesOn: (before: TextItem | undefined, item: TextItem) => boolean,
): TextItem[] {
  const joined: TextItem[] = [];
  items.forEach((item, at) => {
    const before = goesOn(items[at - 1], item) ? joined.pop() : undefined;
    joined.push(before === undefined ? item : asOne([before, item]));
  });
  return joined.length === items.length ? items : joined.map((item, index) => ({ ...item, index }));
}

type Pieces = [TextItem, ...TextItem[]];

/** Yields consecutive spaced letters that may be one word. */
function* wordsInPieces(items: readonly TextItem[]): Generator<{ start: number; pieces: Pieces }> {
  for (let start = 0, end = 0; start < items.length; start = end) {
    end = endOfWord(items, start);
    if (end === start + 1) continue;
    const pieces = items.slice(start, end) as Pieces;
    if (isSpaced(pieces)) yield { start, pieces };
  }
}

const lookOf = ({ font, size }: TextItem): string => `${font.name} ${size}`;

const isOneLook = (one: TextItem, other: TextItem): boolean =>
  one.size === other.size && one.font.name === other.font.name;

const isOpenLetter = ({ text, isSpaceLeftOpen }: TextItem): boolean =>
  isSpaceLeftOpen === true && text.length === 1;

function drawsSpaces(items: readonly TextItem[]): boolean {
  let [drawn, open] = [0, 0];
  for (let at = 1; at < items.length; at++) {
    const before = items[at - 1] as TextItem;
    const item = items[at] as TextItem;
    if (!item.spaceBefore || !isBeside(before, item, SPACE_WIDTH_MAX_EM)) continue;
    if (item.isSpaceLeftOpen !== true) drawn++;
    else if (Math.min(before.text.length, item.text.length) >= WORD_LETTERS_MIN) open++;
  }
  return drawn >= DRAWN_SPACES_MIN && open <= OPEN_SPACES_SHARE_MAX * drawn;
}

/** Whether a word begins directly after another on its line, with room for a space and at most `roomMaxEm`. */
function isBeside(before: TextItem, item: TextItem, roomMaxEm: number): boolean {
  const room = item.left - before.left - before.width;
  return (
    item.angle === 0 &&
    before.angle === 0 &&
    Math.abs(item.baseline - before.baseline) < BASELINE_SHIFT_EM * item.size &&
    room > WORD_GAP_EM * item.size &&
    room < roomMaxEm * item.size
  );
}

/** Returns the index after the last piece that continues in the style of the first, with no drawn space. */
function endOfWord(items: readonly TextItem[], start: number): number {
  let end = start + 1;
  for (; end < items.length; end++) {
    const before = items[end - 1] as TextItem;
    const item = items[end] as TextItem;
    if (item.isSpaceLeftOpen !== true || !isSameLook(before, item)) break;
    if (!isBeside(before, item, LETTER_SPACING_MAX_EM)) break;
  }
  return end;
}

const isSameLook = (one: TextItem, other: TextItem): boolean =>
  one.font === other.font &&
  one.size === other.size &&
  one.color === other.color &&
  one.invisible === other.invisible &&
  one.markedContent === other.markedContent &&
  OF_WORDS.test(one.text) &&
  OF_WORDS.test(other.text);

function isSpaced(pieces: Pieces): boolean {
  const letters = pieces.filter(({ text }) => LETTER.test(text)).length;
  return letters >= SINGLE_LETTERS_SHARE * pieces.length;
}

const isLong = (pieces: Pieces): boolean => pieces.length >= WORD_PIECES_MIN;

function isShort(pieces: Pieces): boolean {
  const text = pieces.map(piece => piece.text).join('');
  return CAPITALS.test(text) && (pieces.length > 2 || text.length <= PAIR_LETTERS_MAX);
}

function asOne(pieces: Pieces): TextItem {
  const [first, last] = [pieces[0], pieces.at(-1) ?? pieces[0]];
  return {
    ...first,
    text: pieces.map(({ text }) => text).join(''),
    width: last.left + last.width - first.left,
  };
}

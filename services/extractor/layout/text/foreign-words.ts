/**
 * Finds the parts of a right-to-left stretch that are read from left to right: numbers, foreign words, and what stands
 * between them.
 */
import { isArabic, type Token } from './direction-tokens.ts';
import { mirrored } from './mirrored-signs.ts';

/** Signs that belong to the number beside them; after Arabic letters they do not (UAX 9, W2 and W5). */
const NUMBER_SIGN = /^[%$€£₪¥°#]$/u;
/** Characters between digits that make them one number, except in Arabic (W4). */
const NUMBER_JOINT = /^[-+–]$/u;
/** Punctuation that follows a word; before a word it belongs to the right-to-left line. */
const STOP = /^[,;:!?،؛]$/;
/** Brackets and quotes. The signs for less and greater do not count, because they also stand in the tags of program text. */
const OPENING = /^[([{«‹]$/;
const CLOSING = /^[)\]}»›]$/;

/** Whether there is room between two consecutive tokens. */
type IsApart<T> = (before: T, after: T) => boolean;

/**
 * Returns the parts of a right-to-left stretch, each read from left to right, in their order on the page. If `isApart`
 * says which of them touch, punctuation shows which words belong together; without it, turning a text twice restores
 * it. `bySight` says that brackets of right-to-left text are given by their looks.
 */
export function groupsOf<T extends Token>(
  tokens: readonly T[],
  isApart?: IsApart<T>,
  bySight = false,
): T[][] {
  const arabic = tokens.some(token => isArabic(token.text));
  const groups: T[][] = [];
  for (let at = 0; at < tokens.length; ) {
    const group = { tokens, start: at, arabic, isApart, bySight };
    const end = isForeign(tokens[at]) ? endOfGroup(group) : at + 1;
    const opening = isApart === undefined ? [] : openingOf(group, end, groups);
    groups.push([...opening, ...tokens.slice(at, end)]);
    at = end;
  }
  return arabic ? groups : groups.reduce<T[][]>(joinSigns, []);
}

const isForeign = (token: Token | undefined): boolean =>
  token !== undefined && (token.kind === 'left-to-right' || token.kind === 'number');

interface Group<T> {
  tokens: readonly T[];
  start: number;
  arabic: boolean;
  isApart: IsApart<T> | undefined;
  bySight: boolean;
}

/** Returns the end of a group: foreign words include what stands between them; numbers alone only a joint. */
function endOfGroup<T extends Token>(group: Group<T>): number {
  const { tokens, start, arabic } = group;
  let end = start + 1;
  let worded = tokens[start]?.kind === 'left-to-right';
  for (let next = end; next < tokens.length && tokens[next]?.kind !== 'right-to-left'; next++) {
    const token = tokens[next];
    if (!isForeign(token)) continue;
    const isJoint = next === end + 1 && !arabic && NUMBER_JOINT.test(tokens[end]?.text ?? '');
    if (!worded && token?.kind === 'number' && next > end && !isJoint) break;
    if (isParted(group, end, next, worded)) break;
    worded ||= token?.kind === 'left-to-right';
    end = next + 1;
  }
  return group.isApart === undefined ? end : pastBrackets(group, end);
}

/** Whether punctuation between two foreign words is set as right-to-left text: then they are two, read from the right. */
function isParted<T extends Token>(group: Group<T>, from: number, next: number, worded: boolean): boolean {
  if (group.isApart === undefined) return false;
  for (let at = from; at < next; at++) {
    const text = group.tokens[at]?.text ?? '';
    const isBehind = !isApartAt(group, at);
    const isBefore = !isApartAt(group, at + 1);
    if (STOP.test(text) && isBefore && !isBehind) return true;
    if (text === '.' && isBefore && !isBehind && isFullStop(group, next, worded)) return true;
    if (OPENING.test(text) && isBehind && !isBefore) return true;
    if (CLOSING.test(text) && ((isBefore && !isBehind) || isOwnPair(group, at))) return true;
  }
  return false;
}

/**
 * Whether a full stop before a word ends something: it may also be the word's own (`.NET`), but not after a number, nor
 * before the number of an item.
 */
const isFullStop = <T extends Token>({ tokens }: Group<T>, next: number, worded: boolean): boolean =>
  !worded || (next === tokens.length - 1 && tokens[next]?.kind === 'number');

/** Whether there is room before a token. */
function isApartAt<T extends Token>({ tokens, isApart }: Group<T>, at: number): boolean {
  const before = tokens[at - 1];
  const after = tokens[at];
  return before === undefined || after === undefined || isApart?.(before, after) === true;
}

/**
 * Whether a bracket closes one directly before the group as right-to-left text: no punctuation of the foreign words
 * follows it without a space.
 */
function isOwnPair<T extends Token>(group: Group<T>, at: number): boolean {
  const isTight = STOP.test(group.tokens[at + 1]?.text ?? '') && !isApartAt(group, at + 1);
  return group.bySight && !isTight && isClosedAtStart(group, at);
}

/** Whether a closing bracket has its opening one directly before the group instead of in it. */
function isClosedAtStart<T extends Token>(group: Group<T>, at: number): boolean {
  const { tokens, start } = group;
  const opening = mirrored(tokens[at]?.text ?? '');
  return (
    tokens[start - 1]?.text === opening &&
    !isApartAt(group, start) &&
    !tokens.slice(start, at).some(token => token.text === opening)
  );
}

/** Takes the bracket that one in the group closes from the groups before it. */
function openingOf<T extends Token>(group: Group<T>, end: number, groups: T[][]): T[] {
  const before = groups.at(-1);
  const inside = group.tokens.slice(group.start, end);
  const at = inside.findIndex(token => CLOSING.test(token.text));
  if (before?.length !== 1 || at < 0 || !isClosedAtStart(group, group.start + at)) return [];
  groups.pop();
  return before;
}

/**
 * Returns the index after brackets that follow a group and close one in it, and after empty pairs, which are calls in
 * program text.
 */
function pastBrackets<T extends Token>(group: Group<T>, end: number): number {
  const { tokens } = group;
  const sign = tokens[end]?.text ?? '';
  const isPair = OPENING.test(sign) && tokens[end + 1]?.text === mirrored(sign);
  if (isPair && !isApartAt(group, end) && !isApartAt(group, end + 1)) return pastBrackets(group, end + 2);
  return closesBracket(group, end) ? pastBrackets(group, end + 1) : end;
}

/** Whether the character after a group closes the last bracket opened in it. */
function closesBracket<T extends Token>({ tokens, start }: Group<T>, end: number): boolean {
  const closing = tokens[end]?.text ?? '';
  if (!CLOSING.test(closing)) return false;
  const opening = mirrored(closing);
  const inside = tokens.slice(start, end).map(token => token.text);
  const count = (sign: string) => inside.filter(text => text === sign).length;
  return count(opening) > count(closing);
}

function joinSigns<T extends Token>(groups: T[][], group: T[]): T[][] {
  const before = groups.at(-1);
  const isSign = (part: readonly T[] | undefined) =>
    part?.length === 1 && NUMBER_SIGN.test(part[0]?.text ?? '');
  const joins =
    before !== undefined &&
    ((isSign(group) && before.at(-1)?.kind === 'number') || (isSign(before) && group[0]?.kind === 'number'));
  if (joins) before.push(...group);
  else groups.push(group);
  return groups;
}

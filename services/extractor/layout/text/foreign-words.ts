/** The parts of a right-to-left stretch that are read from left to right: numbers, foreign words, and what stands between them. */
import { isArabic, type Token } from './direction-tokens.ts';
import { mirrored } from './mirrored-signs.ts';

/** Signs that belong to a number beside them; after Arabic letters they do not (UAX 9, W2 and W5). */
const NUMBER_SIGN = /^[%$€£₪¥°#]$/u;
/** Between digits these make one number, but for Arabic (W4). */
const NUMBER_JOINT = /^[-+–]$/u;
/** Signs that stand behind a word; before one they are the right-to-left line's. */
const STOP = /^[,;:!?،؛]$/;
/** Of brackets and quotes; signs of less and more are none in the tags of a program. */
const OPENING = /^[([{«‹]$/;
const CLOSING = /^[)\]}»›]$/;

/** Whether room is left between two tokens that follow each other. */
type IsApart<T> = (before: T, after: T) => boolean;

/**
 * Parts of a right-to-left stretch, each read from left to right, in the order they have on the page. Where it is known
 * which of them touch, signs tell which words belong together; a text is turned there and back without. `bySight` says
 * that brackets of right-to-left text stand for what is seen.
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

/** Foreign words hold together what stands between them; numbers alone only with a joint. */
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

/** Whether a sign between two foreign words is set as right-to-left text: the words are two, read from the right. */
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

/** A full stop before a word may be its own (`.NET`): not behind a number, nor before the number of an item. */
const isFullStop = <T extends Token>({ tokens }: Group<T>, next: number, worded: boolean): boolean =>
  !worded || (next === tokens.length - 1 && tokens[next]?.kind === 'number');

/** Whether room is left before a token. */
function isApartAt<T extends Token>({ tokens, isApart }: Group<T>, at: number): boolean {
  const before = tokens[at - 1];
  const after = tokens[at];
  return before === undefined || after === undefined || isApart?.(before, after) === true;
}

/** Whether a bracket closes one right before the group as right-to-left text: no sign of the foreign words stands tight behind it. */
function isOwnPair<T extends Token>(group: Group<T>, at: number): boolean {
  const isTight = STOP.test(group.tokens[at + 1]?.text ?? '') && !isApartAt(group, at + 1);
  return group.bySight && !isTight && isClosedAtStart(group, at);
}

/** Whether a closing bracket has its opening one not in the group but right before it. */
function isClosedAtStart<T extends Token>(group: Group<T>, at: number): boolean {
  const { tokens, start } = group;
  const opening = mirrored(tokens[at]?.text ?? '');
  return (
    tokens[start - 1]?.text === opening &&
    !isApartAt(group, start) &&
    !tokens.slice(start, at).some(token => token.text === opening)
  );
}

/** The bracket before a group that another in it closes, taken from the groups before. */
function openingOf<T extends Token>(group: Group<T>, end: number, groups: T[][]): T[] {
  const before = groups.at(-1);
  const inside = group.tokens.slice(group.start, end);
  const at = inside.findIndex(token => CLOSING.test(token.text));
  if (before?.length !== 1 || at < 0 || !isClosedAtStart(group, group.start + at)) return [];
  groups.pop();
  return before;
}

/** Past the brackets behind a group that close one in it, and pairs of nothing: calls in programs. */
function pastBrackets<T extends Token>(group: Group<T>, end: number): number {
  const { tokens } = group;
  const sign = tokens[end]?.text ?? '';
  const isPair = OPENING.test(sign) && tokens[end + 1]?.text === mirrored(sign);
  if (isPair && !isApartAt(group, end) && !isApartAt(group, end + 1)) return pastBrackets(group, end + 2);
  return closesBracket(group, end) ? pastBrackets(group, end + 1) : end;
}

/** Whether the sign behind a group closes the bracket that was last opened in it. */
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

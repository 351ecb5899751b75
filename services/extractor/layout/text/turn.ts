/**
 * From the order on the page (visual) to the order of reading (logical) and back: right-to-left text is turned
 * around, the numbers and foreign words inside it keep their own direction.
 */
import { isArabic, isRightToLeft, type Token, tokensOf } from './direction-tokens.ts';

/** Signs that belong to a number beside them; after Arabic letters they do not (UAX 9, W2 and W5). */
const NUMBER_SIGN = /^[%$€£₪¥°#]$/u;
/** Between digits these make one number, but for Arabic (W4). */
const NUMBER_JOINT = /^[-+–]$/u;

const PAIRS = '()[]{}<>«»‹›';

export function mirrored(sign: string): string {
  const at = PAIRS.indexOf(sign);
  return at < 0 ? sign : (PAIRS[at ^ 1] ?? sign);
}

export const reversed = (text: string): string => [...text].reverse().join('');

/** Parts of a right-to-left stretch, each read from left to right, in the order they have on the page. */
export function groupsOf<T extends Token>(tokens: readonly T[]): T[][] {
  const arabic = tokens.some(token => isArabic(token.text));
  const groups: T[][] = [];
  for (let at = 0; at < tokens.length; ) {
    const end = isForeign(tokens[at]) ? endOfGroup(tokens, at, arabic) : at + 1;
    groups.push(tokens.slice(at, end));
    at = end;
  }
  return arabic ? groups : groups.reduce<T[][]>(joinSigns, []);
}

const isForeign = (token: Token | undefined): boolean =>
  token !== undefined && (token.kind === 'left-to-right' || token.kind === 'number');

/** Foreign words hold together what stands between them; numbers alone only with a joint. */
function endOfGroup(tokens: readonly Token[], start: number, arabic: boolean): number {
  let end = start + 1;
  let worded = tokens[start]?.kind === 'left-to-right';
  for (let next = end; next < tokens.length && tokens[next]?.kind !== 'right-to-left'; next++) {
    const token = tokens[next];
    if (!isForeign(token)) continue;
    const isJoint = next === end + 1 && !arabic && NUMBER_JOINT.test(tokens[end]?.text ?? '');
    if (!worded && token?.kind === 'number' && next > end && !isJoint) break;
    worded ||= token?.kind === 'left-to-right';
    end = next + 1;
  }
  return end;
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

/** A text in the other order; what has no right-to-left letter is the same in both. */
export function turnedText(text: string): string {
  if (!isRightToLeft(text)) return text;
  return groupsOf(tokensOf(text))
    .reverse()
    .map(group =>
      group.map(({ text: part, kind }) => (kind === 'right-to-left' ? reversed(part) : part)).join(''),
    )
    .join('');
}

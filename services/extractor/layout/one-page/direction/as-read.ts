/**
 * Puts right-to-left text in reading order. Fonts are drawn from left to right whatever the script, so Hebrew and
 * Arabic words arrive with their last letter first. A page of mostly such text is mirrored as a whole, so that columns,
 * tables, list markers and indents follow the same rules as on any other page.
 */

import type { PageContent, TextItem } from '../../page/content.ts';
import { SPACE_EM } from '../../page/line.ts';
import { isMostlyRightToLeft, isRightToLeft, type Token, tokensOf } from '../../text/direction-tokens.ts';
import { groupsOf } from '../../text/foreign-words.ts';
import { mirrored } from '../../text/mirrored-signs.ts';
import { reversed } from '../../text/turn.ts';
import { withMarks } from './marks.ts';
import { mirroredPage } from './mirror.ts';
import { stretchesOf } from './stretches.ts';

/** A part of a word with its position. */
interface Placed extends Token {
  item: TextItem;
  left: number;
  width: number;
}

export function asRead(page: PageContent): PageContent {
  if (!page.items.some(item => isRightToLeft(item.text))) return page;
  const upright = page.items.filter(item => item.angle === 0);
  const stretches = stretchesOf(upright, page.rules).map(stretch => withMarks(stretch).flatMap(partsOf));
  const turned = hasMirroredSigns(stretches);
  const isMirrored = isMostlyRightToLeft(page.items.map(item => item.text));
  const inOrder = isMirrored ? mirroredOrder : turnedInPlace;
  const read = stretches.flatMap(parts =>
    isMirrored || parts.some(isTurned) ? words(inOrder(parts, turned)) : parts.map(part => part.item),
  );
  const items = [...new Set([...read, ...page.items.filter(item => item.angle !== 0)])];
  const whole = { ...page, items: items.map((item, index) => ({ ...item, index })) };
  return isMirrored ? mirroredPage(whole) : whole;
}

const isTurned = (part: Token): boolean => part.kind === 'right-to-left';

function partsOf(item: TextItem): Placed[] {
  let at = item.left;
  return tokensOf(item.text).map(token => {
    const width = (item.width * token.text.length) / item.text.length;
    const left = at;
    at += width;
    return { ...token, item, left, width };
  });
}

/**
 * Whether brackets are written by their looks. Some producers write the bracket that opens a right-to-left passage by
 * its shape, which is that of a closing bracket, others by its meaning. Brackets of foreign words are the same either
 * way.
 */
function hasMirroredSigns(stretches: readonly Placed[][]): boolean {
  let bySight = 0;
  for (const parts of stretches.filter(each => each.some(isTurned))) {
    const own = groupsOf(parts, isSpaced).filter(group => group.length === 1);
    const signs = own.flat().filter(part => mirrored(part.text) !== part.text);
    signs.forEach((sign, at) => {
      const before = signs[at - 1]?.text;
      if (before !== undefined && mirrored(before) === sign.text)
        bySight += '([{<«‹'.includes(before) ? 1 : -1;
    });
  }
  return bySight > 0;
}

const STOP = /^[.,;:!?،؛]$/;

/** Whether a bracket or quote, taken by its shape, encloses what it touches; null where it touches both sides or neither. */
function enclosesBySight(parts: readonly Placed[], sign: Placed): boolean | null {
  if (mirrored(sign.text) === sign.text) return null;
  const at = parts.indexOf(sign);
  const touches = (one: Placed | undefined, other: Placed | undefined) =>
    one !== undefined && other !== undefined && !isSpaced(one, other);
  const before = parts[at - 1];
  const after = parts[at + 1];
  const isBehind = touches(before, sign) && !STOP.test(before?.text ?? '');
  const isBefore = touches(sign, after) && !STOP.test(after?.text ?? '');
  if (isBehind === isBefore) return null;
  return '([{<«‹'.includes(sign.text) ? isBefore : isBehind;
}

/** A full stop that ends a foreign line. It stands at the left where the line is set as right-to-left text. */
const ENDED = /^[.,:;!?]$/;

/** A bullet to the right of a foreign line; a number with a full stop counts as one, too. */
const BULLET = /^[•●○▪■□◦‣➢❖✓\ue000-\uf8ff–—-]$/;
/** A marker stands at least this far from its text. */
const MARKER_GAP_EM = 0.5;

/** Returns a foreign line and the marker at its right, in the order on the page; only the line where it has no marker. */
function beforeMarker(parts: readonly Placed[]): Placed[][] {
  const last = parts.at(-1);
  const size = last?.kind === 'number' && parts.at(-2)?.text === '.' ? 2 : 1;
  const marker = parts.slice(-size);
  const text = parts.slice(0, -size);
  const [first] = marker;
  const before = text.at(-1);
  if (first === undefined || last === undefined || before === undefined) return [[...parts]];
  const isMarker = size === 2 ? !isSpaced(first, last) : BULLET.test(first.text);
  const gap = first.left - before.left - before.width;
  if (!isMarker || gap < MARKER_GAP_EM * first.item.size) return [[...parts]];
  return [text, ...marker.map(part => [part])];
}

/** Returns the words of a right-to-left page, read from the right, so that mirrored positions ascend. */
function mirroredOrder(parts: readonly Placed[], turned: boolean): Placed[] {
  // A line of symbols only belongs to something foreign, such as a program: its symbols show what they are.
  const isOwn = parts.some(isTurned);
  const isEnded = ENDED.test(parts[0]?.text ?? '') && parts.some(part => part.kind !== 'neutral');
  const isForeign = !isOwn && !isEnded;
  return (isForeign ? beforeMarker(parts) : groupsOf(parts, isSpaced, turned))
    .reverse()
    .flatMap(group =>
      group.length > 1
        ? inMirror(group)
        : group.map(part => readPart(part, isOwn && (enclosesBySight(parts, part) ?? turned))),
    );
}

/** Turns the right-to-left stretches of an ordinary page around within the room they take. */
function turnedInPlace(parts: readonly Placed[], turned: boolean): Placed[] {
  const read: Placed[] = [];
  for (let at = 0; at < parts.length; ) {
    const end = endOfTurned(parts, at);
    if (end > at) read.push(...inMirror(mirroredOrder(parts.slice(at, end), turned)));
    else read.push(parts[at] as Placed);
    at = Math.max(end, at + 1);
  }
  return read;
}

/** Returns the index after the last right-to-left word before a foreign one; `start` where no such stretch begins there. */
function endOfTurned(parts: readonly Placed[], start: number): number {
  let end = start;
  if (parts[start]?.kind !== 'right-to-left') return end;
  for (let at = start; at < parts.length && parts[at]?.kind !== 'left-to-right'; at++) {
    if (parts[at]?.kind === 'right-to-left') end = at + 1;
  }
  return end;
}

/** Returns the same parts in the same order, their positions mirrored within the room they take together. */
function inMirror(parts: readonly Placed[]): Placed[] {
  const left = Math.min(...parts.map(part => part.left));
  const right = Math.max(...parts.map(part => part.left + part.width));
  return parts.map(part => ({ ...part, left: left + right - part.left - part.width }));
}

function readPart(part: Placed, turned: boolean): Placed {
  if (part.kind === 'right-to-left') return { ...part, text: reversed(part.text) };
  return turned ? { ...part, text: mirrored(part.text) } : part;
}

/** Joins parts that touch and look alike to words again, even where each letter was placed separately. */
function words(parts: readonly Placed[]): TextItem[] {
  const items: TextItem[] = [];
  parts.forEach((part, at) => {
    const before = parts[at - 1];
    const last = items.at(-1);
    const spaceBefore = before === undefined || isSpaced(before, part);
    if (before === undefined || last === undefined || spaceBefore || !isAlike(before.item, part.item))
      items.push({ ...part.item, text: part.text, left: part.left, width: part.width, spaceBefore });
    else items[items.length - 1] = joined(last, part);
  });
  return items;
}

function joined(item: TextItem, part: Placed): TextItem {
  const left = Math.min(item.left, part.left);
  const right = Math.max(item.left + item.width, part.left + part.width);
  return { ...item, text: item.text + part.text, left, width: right - left };
}

function isSpaced(before: Placed, part: Placed): boolean {
  if (before.item !== part.item && before.item.isWhole && part.item.isWhole) return true;
  const gap = Math.max(part.left - before.left - before.width, before.left - part.left - part.width);
  return gap > SPACE_EM * Math.min(before.item.size, part.item.size);
}

function isAlike(one: TextItem, other: TextItem): boolean {
  return (
    one === other ||
    (one.font === other.font &&
      one.size === other.size &&
      one.color === other.color &&
      one.markedContent === other.markedContent)
  );
}

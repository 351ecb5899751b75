/**
 * Handles the content of `noscript`: mostly trackers' pixels and requests to enable scripts, but the page's own text
 * where its scripts draw it again.
 */
import type { Block } from '../../../schemas/document.ts';

const OPENING = /<noscript\b[^<>]*>/gi;
const TAG = /<(\/?)noscript\b[^<>]*>/gi;
/** A tracker's pixel and "please enable scripts" are shorter. */
const CHARACTERS_MIN = 200;
/** A request to enable scripts is shorter, even in several languages; a longer text may mention scripts. */
const PLEA_CHARACTERS_MAX = 1_000;
const PLEA = /scripts?\b|スクリプト|скрипт|脚本/i;
/** If the page has more than this share of the text's words, it already shows what its scripts make of it. */
const TOLD_SHARE = 0.7;
const WORD = /\p{L}[\p{L}\p{N}]{2,}/gu;
/** Contents that are no text. */
const UNREAD = /<(?:style|script|iframe|template)\b/i;

/**
 * Returns the page with those `noscript` elements as ordinary ones that contain text of their own which the `read`
 * blocks do not have; null where there are none.
 */
export function withFallbacks(html: string, read: readonly Block[]): string | null {
  const texts = heldTexts(html);
  const mayBeText = texts.map(text => text.length >= CHARACTERS_MIN && !isPlea(text));
  if (!mayBeText.includes(true)) return null;
  const told = new Set(wordsIn(saidBy(read).replace(/\\[nt]/g, ' ')));
  const isOpened = texts.map((text, at) => mayBeText[at] === true && !isTold(text, told));
  return isOpened.includes(true) ? openedWhere(html, isOpened) : null;
}

/**
 * Returns the page with all of them as ordinary elements: a request to enable scripts is better than nothing. Null
 * where they contain next to nothing.
 */
export function withAllFallbacks(html: string): string | null {
  const texts = heldTexts(html);
  const characters = texts.reduce((sum, text) => sum + text.length, 0);
  const all = texts.map(() => true);
  return characters < CHARACTERS_MIN ? null : openedWhere(html, all);
}

/** Returns the text of the blocks, with a few characters around each. */
export const saidBy = (blocks: readonly Block[]): string => JSON.stringify(blocks.map(textOf));

const textOf = (block: Block): unknown =>
  block.kind === 'list'
    ? block.items
    : block.kind === 'table'
      ? block.rows
      : 'text' in block
        ? block.text
        : '';

function openedWhere(html: string, isOpened: readonly boolean[]): string {
  const body = html.search(/<body\b/i);
  let count = -1;
  return html.replace(TAG, (tag, slash: string, at: number) => {
    if (slash === '') count++;
    // An element that is not allowed in the head would end it.
    return at < body || isOpened[count] !== true ? tag : `<${slash}div>`;
  });
}

/** Markup that scripts are to unwrap, and that nobody is meant to see. */
const WRAPPED = /&lt;\/?[a-z]/i;

/** Returns the text of each `noscript` element. */
const heldTexts = (html: string): string[] =>
  /<noscript\b/i.test(html) ? html.split(OPENING).slice(1).map(heldText) : [];

/** Returns the text after an opening tag, up to the element's end, without tags; empty where it is no text. */
function heldText(rest: string): string {
  const [held = ''] = rest.split(/<\/noscript/i, 1);
  if (WRAPPED.test(held)) return '';
  const [first = '', ...pieces] = held.split(UNREAD);
  // The text of these elements contains no tags except in scripts' strings.
  const behind = (piece: string): string => (piece.includes('</') ? piece.slice(piece.indexOf('</')) : '');
  return [first, ...pieces.map(behind)]
    .join(' ')
    .replace(/<[^<>]*>|&#?\w{1,10};/g, ' ')
    .replace(/\s+/g, ' ')
    .trim();
}

const isPlea = (text: string): boolean => text.length < PLEA_CHARACTERS_MAX && PLEA.test(text);

function isTold(text: string, told: ReadonlySet<string>): boolean {
  const words = [...new Set(wordsIn(text))];
  return words.filter(word => told.has(word)).length > words.length * TOLD_SHARE;
}

const wordsIn = (text: string): string[] => text.toLowerCase().match(WORD) ?? [];

/** Decides which parts of a mail are its body: every inline text, and the better one of alternative versions. */
import type { Block } from '../../../../schemas/document.ts';
import type { MailPart } from '../../mime/mime-parts.ts';
import { isPage } from '../../mime/page-part.ts';
import type { PartBlocks } from './part-blocks.ts';

/** A version with less than this share of the other's words is a stub ("your program cannot show this message") or abridged. */
const STUB_SHARE = 0.5;

/**
 * Two versions with less than this share of words in common are not the same text: libraries write a sentence for
 * programs that show no pages, and their callers leave it beside a page that may be equally short.
 */
const SHARED_SHARE = 0.5;

/** With this many addresses for its words, a plain text was made from the page by a program, including pictures' addresses. */
const LINKS = { shareOfWords: 0.1, least: 5 } as const;

/**
 * Addresses this long track who opens them. If a text has at least this many, and they fill this share of it, a program
 * made it, and the targets of its links say nothing.
 */
const TRACKERS = { address: /https?:\S{92,}/g, least: 5, shareOfText: 1 / 3 } as const;

/** Returns the bodies with what was read from them, in the mail's order. */
export function chosenBodies(
  parts: readonly MailPart[],
  read: (part: MailPart) => PartBlocks,
): Map<MailPart, PartBlocks> {
  const bodies = parts.filter(isBody).map(part => [part, read(part)] as const);
  if (bodies.every(([part]) => part.alternative === null)) return new Map(bodies);
  const versions = Map.groupBy(bodies, ([part]) => part.alternative);
  const dropped = new Set<MailPart>();
  for (const [alternative, members] of versions) {
    if (alternative === null) continue;
    const pages = members.filter(([part]) => isPage(part));
    const plain = members.filter(([part]) => !isPage(part));
    for (const [part] of worseOf(pages, plain)) dropped.add(part);
  }
  return new Map(bodies.filter(([part]) => !dropped.has(part)));
}

function isBody(part: MailPart): boolean {
  if (part.isAttachment) return false;
  if (isPage(part) || /^text\/(?:enriched|richtext)$/.test(part.mediaType)) return true;
  return /^(?:text\/plain|message\/delivery-status|text\/rfc822-headers)$/.test(part.mediaType);
}

const blocksOf = (members: Members): Block[] => members.flatMap(([, { blocks }]) => blocks);

type Members = (readonly [MailPart, PartBlocks])[];

function worseOf(pages: Members, plain: Members): Members {
  const [page, text] = [blocksOf(pages), blocksOf(plain)];
  if (isPageBetter(page, text)) return plain;
  return isEachItsOwn(page, text) ? [] : pages;
}

/** Whether both versions are texts of their own: then both are read, since no rule says which of them is the mail. */
function isEachItsOwn(page: Block[], plain: Block[]): boolean {
  return sharedShare(plain, page) < SHARED_SHARE && sharedShare(page, plain) < SHARED_SHARE;
}

/**
 * Whether the page is better: it has what plain text cannot contain (tables, lists, headings), or much more text.
 * Otherwise the plain text is, which names the targets of links and has no traces of layout.
 */
function isPageBetter(page: Block[], plain: Block[]): boolean {
  if (plain.length === 0) return true;
  const pageWords = wordCount(page);
  const plainWords = wordCount(plain);
  if (pageWords < plainWords * STUB_SHARE) return false;
  if (plainWords < pageWords * STUB_SHARE) return true;
  if (linkCount(plain) >= Math.max(LINKS.least, plainWords * LINKS.shareOfWords)) return true;
  if (isFilledWithTrackers(plain)) return true;
  return page.some(({ kind }) => kind === 'table' || kind === 'list' || kind === 'heading');
}

/** Counts words without addresses of links, which only one of the versions spells out. */
function wordCount(blocks: Block[]): number {
  return blocks.reduce((sum, block) => sum + wordsIn(textOf(block), WORD).length, 0);
}

function linkCount(blocks: Block[]): number {
  return blocks.reduce((sum, block) => sum + textOf(block).split(/https?:\/\//).length - 1, 0);
}

function isFilledWithTrackers(blocks: Block[]): boolean {
  let [count, characters, all] = [0, 0, 0];
  for (const block of blocks) {
    const text = textOf(block);
    all += text.length;
    for (const [address] of text.matchAll(TRACKERS.address))
      [count, characters] = [count + 1, characters + address.length];
  }
  return count >= TRACKERS.least && characters >= all * TRACKERS.shareOfText;
}

/**
 * Returns the share of one version's words that the other has; characters of scripts without spaces count separately,
 * because lines break anywhere in them.
 */
function sharedShare(version: Block[], other: Block[]): number {
  const words = [...distinctWords(version)];
  const known = distinctWords(other);
  return words.length === 0 ? 1 : words.filter(word => known.has(word)).length / words.length;
}

const distinctWords = (blocks: Block[]): Set<string> =>
  new Set(blocks.flatMap(block => wordsIn(textOf(block), WORD_OR_SIGN)));

const WORD = /[\p{L}\p{N}]+/gu;
const WORD_OR_SIGN = /[\p{scx=Han}\p{scx=Hira}\p{scx=Kana}\p{scx=Thai}]|[\p{L}\p{N}]+/gu;

function wordsIn(text: string, word: RegExp): string[] {
  return (
    text
      .replace(/https?:\S+/g, ' ')
      .toLowerCase()
      .match(word) ?? []
  );
}

function textOf(block: Block): string {
  if (block.kind === 'table') return block.rows.flatMap(row => row.map(cell => cell.text)).join(' ');
  if (block.kind === 'image') return block.alt;
  if (block.kind !== 'list') return block.text;
  const texts: string[] = [];
  const pending = [...block.items];
  for (let item = pending.pop(); item !== undefined; item = pending.pop()) {
    texts.push(item.text);
    for (const list of item.lists) for (const nested of list.items) pending.push(nested);
  }
  return texts.join(' ');
}

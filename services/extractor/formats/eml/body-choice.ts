/** Which parts of a mail are its body: every inline text, and of alternative versions the better one. */
import type { Block } from '../../../../schemas/document.ts';
import type { MailPart } from '../../mime/mime-parts.ts';
import { isPage } from '../../mime/page-part.ts';
import type { PartBlocks } from './part-blocks.ts';

/**
 * Of two versions one that holds less than this share of the other's words is a stub ("your program cannot show this
 * message") or abridged.
 */
const STUB_SHARE = 0.5;

/** Plain text with more addresses to words was made from the page by a program, pictures' addresses included. */
const LINKS = { shareOfWords: 0.1, least: 5 } as const;

/** Bodies with what was read from them, in the mail's order. */
export function chosenBodies(
  parts: readonly MailPart[],
  read: (part: MailPart) => PartBlocks,
): Map<MailPart, PartBlocks> {
  const bodies = parts.filter(isBody).map(part => [part, read(part)] as const);
  const versions = Map.groupBy(bodies, ([part]) => part.alternative);
  const dropped = new Set<MailPart>();
  for (const [alternative, members] of versions) {
    if (alternative === null) continue;
    const pages = members.filter(([part]) => isPage(part));
    const plain = members.filter(([part]) => !isPage(part));
    const worse = isPageBetter(blocksOf(pages), blocksOf(plain)) ? plain : pages;
    for (const [part] of worse) dropped.add(part);
  }
  return new Map(bodies.filter(([part]) => !dropped.has(part)));
}

function isBody(part: MailPart): boolean {
  if (part.isAttachment) return false;
  if (isPage(part) || /^text\/(?:enriched|richtext)$/.test(part.mediaType)) return true;
  return /^(?:text\/plain|message\/delivery-status|text\/rfc822-headers)$/.test(part.mediaType);
}

const blocksOf = (members: (readonly [MailPart, PartBlocks])[]): Block[] =>
  members.flatMap(([, { blocks }]) => blocks);

/**
 * The page wins by what plain text cannot carry (tables, lists, headings) or by holding much more; otherwise the plain
 * text, which names the targets of links and has no layout to leave traces.
 */
function isPageBetter(page: Block[], plain: Block[]): boolean {
  if (plain.length === 0) return true;
  const pageWords = wordCount(page);
  const plainWords = wordCount(plain);
  if (pageWords < plainWords * STUB_SHARE) return false;
  if (plainWords < pageWords * STUB_SHARE) return true;
  if (linkCount(plain) >= Math.max(LINKS.least, plainWords * LINKS.shareOfWords)) return true;
  return page.some(({ kind }) => kind === 'table' || kind === 'list' || kind === 'heading');
}

/** Addresses of links, which only one of the versions spells out, are no words here. */
function wordCount(blocks: Block[]): number {
  return blocks.reduce((sum, block) => sum + wordsOf(textOf(block)), 0);
}

function linkCount(blocks: Block[]): number {
  return blocks.reduce((sum, block) => sum + textOf(block).split(/https?:\/\//).length - 1, 0);
}

function wordsOf(text: string): number {
  return text.replace(/https?:\S+/g, ' ').match(/[\p{L}\p{N}]+/gu)?.length ?? 0;
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

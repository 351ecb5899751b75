/**
 * A page's visible text as blocks. Everything a reader sees is kept, menus and footers included: what is the main
 * content depends on who asks. Shared by the HTML format and by mails with an HTML body.
 */
import type { Block, Warning } from '../../../schemas/document.ts';
import type { Ceilings } from '../format.ts';
import { Frames } from './frames.ts';
import { PageReader } from './page-reader.ts';
import { openShadowRoots } from './shadow-roots.ts';
import { placeStreamedParts } from './streamed-parts.ts';
import { survey } from './survey.ts';
import { type HtmlDocument, isElement, parseHtml, traverse } from './tree.ts';
import { isUnseenKind } from './visibility.ts';

export interface HtmlBlocks {
  blocks: Block[];
  /** The page's `title`; empty where there is none. No part of the visible text. */
  title: string;
  warnings: Warning[];
}

/**
 * Parses and walks one page. Of a page that shows nothing until its scripts have run, what they would show is read.
 * Throws a bomb's `ExtractionError` where a ceiling is crossed.
 */
export function htmlBlocks(html: string, ceilings: Ceilings): HtmlBlocks {
  const read = readPage(html, ceilings);
  const fallback = withFallbacks(html);
  if (fallback === null) return read;
  const readFallback = readPage(fallback, ceilings);
  // What stands for pages without scripts is the page itself where it says more than all the rest.
  return charactersOf(readFallback.blocks) > charactersOf(read.blocks) * FALLBACK_FACTOR
    ? readFallback
    : read;
}

/** A tracker's pixel and "please enable scripts" are shorter. */
const FALLBACK_CHARACTERS_MIN = 200;
const FALLBACK_FACTOR = 2;

/** The page with its `noscript` elements as ordinary ones; null where these hold next to nothing. */
function withFallbacks(html: string): string | null {
  if (!/<noscript\b/i.test(html)) return null;
  const held = html.split(/<noscript\b[^<>]*>/i).slice(1);
  const texts = held.map(rest => (rest.split(/<\/noscript/i, 1)[0] ?? '').replace(/<[^<>]*>/g, ' '));
  const characters = texts.reduce((sum, text) => sum + text.replace(/\s+/g, ' ').trim().length, 0);
  return characters < FALLBACK_CHARACTERS_MIN ? null : html.replace(/<(\/?)noscript\b/gi, '<$1div');
}

const charactersOf = (blocks: readonly Block[]): number => JSON.stringify(blocks.map(textOf)).length;

const textOf = (block: Block): unknown =>
  block.kind === 'list'
    ? block.items
    : block.kind === 'table'
      ? block.rows
      : 'text' in block
        ? block.text
        : '';

function readPage(html: string, ceilings: Ceilings): HtmlBlocks {
  const document = parseHtml(html, ceilings.elements);
  // Both are written with templates, which few pages have.
  if (html.includes('<template')) {
    placeStreamedParts(document, html);
    openShadowRoots(document);
  }
  const found = survey(document, new Frames(html.length, ceilings.elements));
  const shown = new PageReader(found, ceilings);
  const isCut = walk(document, shown, ceilings.depth);
  let blocks = shown.finish();
  if (blocks.length === 0) {
    const hidden = new PageReader(found, ceilings, isUnseenKind);
    walk(document, hidden, ceilings.depth);
    blocks = hidden.finish();
  }
  const warnings = isCut ? [{ code: 'depth-ceiling', page: null }] : [];
  return { blocks, title: titleOf(document), warnings };
}

/** Whether elements were too deep to be read. */
function walk(document: HtmlDocument, reader: PageReader, depthCeiling: number): boolean {
  let isCut = false;
  traverse(
    document,
    (node, depth) => {
      if (isElement(node)) {
        isCut ||= depth > depthCeiling;
        return depth <= depthCeiling && reader.enter(node);
      }
      if ('value' in node) reader.readText(node.value);
      return false;
    },
    element => reader.leave(element),
  );
  return isCut;
}

function titleOf(document: HtmlDocument): string {
  let title = '';
  traverse(document, (node, depth) => {
    const isTitle = node.nodeName === 'title' && depth === TITLE_DEPTH && isElement(node);
    const text = isTitle ? node.childNodes[0] : undefined;
    if (text && 'value' in text && title === '') title = text.value.replace(/\s+/g, ' ').trim();
    return depth < TITLE_DEPTH && node.nodeName !== 'body';
  });
  return title;
}

/** html, head, title. */
const TITLE_DEPTH = 3;

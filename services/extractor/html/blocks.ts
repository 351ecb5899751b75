/**
 * Reads a page's visible text as blocks. Everything a reader sees is kept, including menus and footers: what the main
 * content is depends on the use. Shared by the HTML format and by mails with an HTML body.
 */
import type { Block, Warning } from '../../../schemas/document.ts';
import type { Ceilings } from '../format.ts';
import { saidBy, withAllFallbacks, withFallbacks } from './fallbacks.ts';
import { Frames } from './frames.ts';
import { PageReader } from './page-reader.ts';
import { openShadowRoots } from './shadow-roots.ts';
import { placeStreamedParts } from './streamed-parts.ts';
import { survey } from './survey.ts';
import { type HtmlDocument, isElement, parseHtml, traverse } from './tree.ts';
import { isUnseenKind } from './visibility.ts';

export interface HtmlBlocks {
  blocks: Block[];
  /** The page's `title`; empty where there is none. It is not part of the visible text. */
  title: string;
  warnings: Warning[];
}

/**
 * Parses and reads one page. If it shows nothing until its scripts have run, the data that they would show is read.
 * Throws a bomb's `ExtractionError` where a ceiling is crossed.
 */
export function htmlBlocks(html: string, ceilings: Ceilings): HtmlBlocks {
  const read = readPage(html, ceilings);
  const withOwnText = withFallbacks(html, read.blocks);
  if (withOwnText !== null) return readPage(withOwnText, ceilings);
  const fallback = withAllFallbacks(html);
  if (fallback === null) return read;
  const readFallback = readPage(fallback, ceilings);
  const isMost = saidBy(readFallback.blocks).length > saidBy(read.blocks).length * FALLBACK_FACTOR;
  return isMost ? readFallback : read;
}

/** The text for readers without scripts replaces the rest of the page if it is longer by this factor. */
const FALLBACK_FACTOR = 2;

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
  const warnings: Warning[] = isCut ? [{ code: 'depth-ceiling', page: null }] : [];
  return { blocks, title: titleOf(document), warnings };
}

/** Walks a page, and returns whether elements were too deep to be read. */
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

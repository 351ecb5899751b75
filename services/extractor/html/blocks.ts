/**
 * A page's visible text as blocks. Everything a reader sees is kept, menus and footers included: what is the main
 * content depends on who asks. Shared by the HTML format and by mails with an HTML body.
 */
import type { Block, Warning } from '../../../schemas/document.ts';
import type { Ceilings } from '../format.ts';
import { PageReader } from './page-reader.ts';
import { survey } from './survey.ts';
import { type HtmlDocument, isElement, parseHtml, traverse } from './tree.ts';

export interface HtmlBlocks {
  blocks: Block[];
  /** The page's `title`; empty where there is none. No part of the visible text. */
  title: string;
  warnings: Warning[];
}

/** Parses and walks one page. Throws a bomb's `ExtractionError` where a ceiling is crossed. */
export function htmlBlocks(html: string, ceilings: Ceilings): HtmlBlocks {
  const document = parseHtml(html, ceilings.elements);
  const reader = new PageReader(survey(document), ceilings);
  let isCut = false;
  traverse(
    document,
    (node, depth) => {
      if (isElement(node)) {
        isCut ||= depth > ceilings.depth;
        return depth <= ceilings.depth && reader.enter(node);
      }
      if ('value' in node) reader.readText(node.value);
      return false;
    },
    element => reader.leave(element),
  );
  const warnings = isCut ? [{ code: 'depth-ceiling', page: null }] : [];
  return { blocks: reader.finish(), title: titleOf(document), warnings };
}

function titleOf(document: HtmlDocument): string {
  let title = '';
  traverse(
    document,
    (node, depth) => {
      const isTitle = node.nodeName === 'title' && depth === TITLE_DEPTH && isElement(node);
      const text = isTitle ? node.childNodes[0] : undefined;
      if (text && 'value' in text && title === '') title = text.value.replace(/\s+/g, ' ').trim();
      return depth < TITLE_DEPTH && node.nodeName !== 'body';
    },
    () => {},
  );
  return title;
}

/** html, head, title. */
const TITLE_DEPTH = 3;

/** Renders elements as XHTML: headings, paragraphs, nested lists, tables with spans, code, and images' descriptions. */
import type { Element } from '../../schemas/api.ts';
import { escapeHtml } from './table.ts';

export interface HtmlOptions {
  /** Names and contents of the head's `<meta>` elements. */
  metadata?: Readonly<Record<string, string>>;
  /** Whether to put `<div class="page">` around the elements of each page, if the document has pages. */
  pages?: boolean;
}

export function renderHtml(elements: readonly Element[], { metadata = {}, pages = false }: HtmlOptions = {}) {
  const meta = Object.entries(metadata).map(
    ([name, value]) => `<meta name="${escapeHtml(name)}" content="${escapeHtml(value)}" />\n`,
  );
  const body = pages ? byPage(elements).map(pageHtml) : elements.map(htmlOf);
  return `<html xmlns="http://www.w3.org/1999/xhtml">\n<head>\n${meta.join('')}<title></title>\n</head>\n<body>${body.join('\n')}\n</body></html>`;
}

/** Runs of elements on one page, in their order. */
export function byPage(elements: readonly Element[]): { page: number | null; elements: Element[] }[] {
  const runs: { page: number | null; elements: Element[] }[] = [];
  for (const element of elements) {
    const last = runs.at(-1);
    if (last !== undefined && last.page === element.page) last.elements.push(element);
    else runs.push({ page: element.page, elements: [element] });
  }
  return runs;
}

function pageHtml({ page, elements }: { page: number | null; elements: Element[] }): string {
  const html = elements.map(htmlOf).join('\n');
  return page === null ? html : `<div class="page">${html}\n</div>`;
}

function htmlOf(element: Element): string {
  switch (element.type) {
    case 'heading':
      return `<h${element.level ?? 1}>${inline(element.text)}</h${element.level ?? 1}>`;
    case 'code':
      return `<pre>${escapeHtml(element.text)}</pre>`;
    case 'table':
      return element.html ?? '';
    case 'list':
      return listHtml(element);
    default:
      return `<p>${inline(element.text)}</p>`;
  }
}

function listHtml({ items = [], ordered = false }: Element): string {
  const tag = ordered ? 'ol' : 'ul';
  const html = items.map(item => `<li>${inline(item.text)}${(item.items ?? []).map(listHtml).join('')}</li>`);
  return `<${tag}>${html.join('\n')}</${tag}>`;
}

const inline = (text: string): string => escapeHtml(text).replaceAll('\n', '<br />');

/**
 * Renders elements as Markdown: CommonMark 0.31 with tables of GFM (GitHub Flavored Markdown 4.10). Text is escaped
 * only where Markdown would read it as markup, so that all other text is unchanged.
 */
import type { Cell, Element } from '../../schemas/api.ts';

const SEPARATOR = '\n\n';
/** Separates two consecutive lists of one kind, which would otherwise merge (CommonMark 5.3, example 308). */
const BETWEEN_LISTS = '<!-- -->';

/** Ends with a line break unless it is empty. */
export function renderMarkdown(elements: readonly Element[]): string {
  const parts: string[] = [];
  let before: Element | undefined;
  for (const element of elements) {
    const part = markdownOf(element);
    if (part === '') continue;
    if (before?.type === 'list' && element.type === 'list' && before.ordered === element.ordered)
      parts.push(BETWEEN_LISTS);
    parts.push(part);
    before = element;
  }
  return parts.length === 0 ? '' : `${parts.join(SEPARATOR)}\n`;
}

/** One element; empty if it has nothing to show. */
export function markdownOf(element: Element): string {
  switch (element.type) {
    case 'heading':
      return `${'#'.repeat(element.level ?? 1)} ${escapeHeading(element.text)}`;
    case 'code':
      return codeBlock(element.text);
    case 'table':
      return tableMarkdown(element);
    case 'image':
      return imageMarkdown(element);
    case 'list':
      return listMarkdown(element);
    default:
      return paragraph(element.text);
  }
}

/** Lines of a paragraph are meaningful in our elements, so each is kept by a hard break (CommonMark 6.7). */
function paragraph(text: string): string {
  const lines = text.split('\n').map(line => line.trim());
  return lines
    .filter(line => line !== '')
    .map(line => escapeStart(escapeInline(line)))
    .join('\\\n');
}

/** A heading is one line; number signs at its end would be taken for a closing sequence (CommonMark 4.2). */
function escapeHeading(text: string): string {
  return escapeInline(text.replace(/\s+/g, ' ').trim()).replace(/(^|\s)(#+)$/, '$1\\$2');
}

/** A code block whose fence is longer than any run of backticks in it (CommonMark 4.5). */
function codeBlock(text: string): string {
  const longest = [...text.matchAll(/`{3,}/g)].reduce((most, [run]) => Math.max(most, run.length), 2);
  const fence = '`'.repeat(longest + 1);
  return `${fence}\n${text}\n${fence}`;
}

/** A pipe table cannot have spans: a table with spans is written as HTML, which contains no empty line that would end it. */
function tableMarkdown({ markdown = '', html = '', cells = [] }: Element): string {
  if (cells.some(row => row.some(isSpanning))) return html;
  return markdown
    .split('\n')
    .map((line, at) => (at === 1 ? line : escapeInline(line, TABLE_ESCAPED)))
    .join('\n');
}

const isSpanning = ({ colspan, rowspan }: Cell): boolean => colspan > 1 || rowspan > 1;

/** There is no address to show an image from, so its description and caption stand for it. */
function imageMarkdown({ alt = '', caption }: Element): string {
  return [alt, caption ?? '']
    .map(text => text.replace(/\s+/g, ' ').trim())
    .filter(text => text !== '')
    .map(text => `*${escapeInline(text)}*`)
    .join(SEPARATOR);
}

function listMarkdown({ items = [], ordered = false }: Element): string {
  return items.map((item, at) => itemMarkdown(item, ordered ? `${at + 1}. ` : '- ')).join('\n');
}

/** An item's lines are indented by the width of its marker (CommonMark 5.2). */
function itemMarkdown({ text, items = [] }: Element, marker: string): string {
  const indent = ' '.repeat(marker.length);
  const parts = [paragraph(text), ...items.map(listMarkdown)].filter(part => part !== '');
  const lines = parts.join('\n').split('\n');
  return lines.map((line, at) => (at === 0 ? marker : line === '' ? '' : indent) + line).join('\n');
}

/**
 * Characters that begin markup inside a line: code, emphasis next to a non-space, links and images, tags, entities,
 * strikethrough. An underscore inside a word and a bracket without an address begin nothing.
 */
const ESCAPED =
  /\\(?=[!-/:-@[-`{-~])|`|\*(?=\S)|(?<=\S)\*|(?<![\p{L}\p{N}])_(?=\S)|(?<=\S)_(?![\p{L}\p{N}])|\](?=[([:])|<(?=[a-z/!?])|&(?=#?\w+;)|~(?=~)/giu;
/** As `ESCAPED`, for cells of a pipe table, in which backslashes and pipes are escaped already and line breaks are tags. */
const TABLE_ESCAPED =
  /`|\*(?=\S)|(?<=\S)\*|(?<![\p{L}\p{N}])_(?=\S)|(?<=\S)_(?![\p{L}\p{N}])|\](?=[([:])|<(?!br>)(?=[a-z/!?])|&(?=#?\w+;)|~(?=~)/giu;

function escapeInline(text: string, pattern = ESCAPED): string {
  return text.replace(pattern, mark => `\\${mark}`);
}

/** Escapes what would turn a line into another kind of block: a heading, quotation, list, rule or fence. */
function escapeStart(line: string): string {
  if (/^(#{1,6}(\s|$)|>|[-+*](\s|$)|=+$|-+$|~~~|(?:[-_*]\s*){3,}$)/.test(line)) return `\\${line}`;
  return line.replace(/^(\d{1,9})([.)])(?=\s|$)/, '$1\\$2');
}

/**
 * Turns programs whose lines are blocks or rows into preformatted text before the page is read. Doxygen, LaTeXML,
 * SyntaxHighlighter, GitHub and editors in pages (Monaco, CodeMirror) write them like this; only an external style
 * sheet keeps their indents.
 */
import { attribute, type HtmlElement, type HtmlNode, isElement, traverse } from './tree.ts';

const LATEXML_LINE = 'ltx_listingline';
/**
 * The class of a program, with the class of its lines (for SyntaxHighlighter, of its first line). Both must be present,
 * since slides and verses use one or the other.
 */
const LINES: Record<string, string | undefined> = {
  __proto__: null as never,
  fragment: 'line',
  ltx_listing: LATEXML_LINE,
  'view-lines': 'view-line',
  'cm-content': 'cm-line',
  container: 'number1',
};
/** Doxygen puts folded lines in blocks of their own. */
const FOLD = 'foldopen';
/** Tooltips, and a link to the file. */
const AIDS = new Set(['ttc', 'ltx_listing_data']);

/** Tests the class only once, because nearly every page has `div` elements by the thousand. */
const MAY_BE_PROGRAM = /fragment|listing|view-lines|cm-content|foldopen|container/;

export function takeCodeLines(element: HtmlElement): void {
  if (element.tagName === 'table') takeFileLines(element);
  if (element.tagName !== 'div') return;
  const classes = attribute(element, 'class');
  if (classes === undefined || !MAY_BE_PROGRAM.test(classes)) return;
  const names = classesOf(element);
  const line = names.map(name => LINES[name]).find(name => name !== undefined);
  const isProgram =
    line !== undefined && element.childNodes.some(node => hasClass(node, line) || hasClass(node, FOLD));
  if (isProgram) element.tagName = 'pre';
  // White space between two blocks is no line.
  if (isProgram || names.includes(FOLD))
    element.childNodes = element.childNodes.filter(node => isElement(node) && !classesOf(node).some(isAid));
  if (names.includes(LATEXML_LINE)) withoutLineEnds(element);
}

/** Handles files and gists shown by GitHub: a row for each line, with an empty cell for its number. */
function takeFileLines(table: HtmlElement): void {
  if (!attribute(table, 'class')?.includes('js-file-line-container')) return;
  const lines: HtmlElement[] = [];
  traverse(table, node => {
    if (!isElement(node) || !hasClass(node, 'js-file-line')) return true;
    lines.push(node);
    return false;
  });
  for (const line of lines) line.parentNode = table;
  table.childNodes = lines;
  table.tagName = 'pre';
}

/** Removes line breaks that LaTeXML puts in its own source inside a line of the program, whose spaces are elements. */
function withoutLineEnds({ childNodes }: HtmlElement): void {
  for (const node of childNodes) if ('value' in node) node.value = node.value.replaceAll('\n', '');
}

const isAid = (name: string): boolean => AIDS.has(name);

const hasClass = (node: HtmlNode, name: string): boolean => isElement(node) && classesOf(node).includes(name);

const classesOf = (element: HtmlElement): string[] => attribute(element, 'class')?.split(/\s+/) ?? [];

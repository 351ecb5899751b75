/**
 * Turns a mail's plain text into paragraphs: flowed lines are joined (RFC 3676), and hard-wrapped ones where they can
 * be recognised.
 */
import type { Block, ListItem } from '../../../../schemas/document.ts';
import { type EmbeddedFile, partUuencoded, UUENCODED } from '../../mime/uuencode.ts';

export interface Flow {
  isFlowed: boolean;
  deletesSpace: boolean;
}

/** Mailers wrap at 60 to 80 characters; text with a longer line was not wrapped. */
const WRAP_WIDTH = { least: 60, most: 80 } as const;

export function plainBlocks(text: string, flow: Flow): { blocks: Block[]; files: EmbeddedFile[] } {
  const unified = text.includes('\r') ? text.replace(/\r\n?/g, '\n') : text;
  const all = unified.split('\n');
  const { lines, files } = UUENCODED.test(unified) ? partUuencoded(all) : { lines: all, files: [] };
  const joined = flow.isFlowed ? joinFlowed(lines, flow.deletesSpace) : lines;
  const blocks = paragraphs(joined).flatMap(blocksOf);
  return { blocks, files };
}

function paragraphs(lines: string[]): string[][] {
  const result: string[][] = [];
  let open: string[] = [];
  for (const written of lines) {
    const line = written.trimEnd();
    if (line !== '') open.push(line);
    else if (open.length > 0) {
      result.push(open);
      open = [];
    }
  }
  if (open.length > 0) result.push(open);
  return result;
}

/**
 * Divides a paragraph into text and a list, which begins at its first item line if there are at least two and nothing
 * but their continuations. Only dashes count: they are output as written, while other bullets would be changed.
 */
function blocksOf(lines: string[]): Block[] {
  const first = lines.findIndex(line => ITEM.test(line));
  if (first === -1) return paragraph(lines);
  const rest = lines.slice(first);
  const isList =
    rest.filter(line => ITEM.test(line)).length > 1 &&
    rest.every(line => ITEM.test(line) || /^\s{2,}\S/.test(line));
  if (!isList) return paragraph(lines);
  const items: ListItem[] = [];
  for (const line of rest) {
    const last = items.at(-1);
    if (ITEM.test(line)) items.push({ text: line.replace(ITEM, ''), lists: [] });
    else if (last !== undefined) last.text += ` ${line.trim()}`;
  }
  return [...paragraph(lines.slice(0, first)), { kind: 'list', ordered: false, items, page: null }];
}

/** A dash before a word; a line of dashes is a rule. */
const ITEM = /^\s{0,8}-\s+(?=[^-\s])/;

function paragraph(lines: string[]): Block[] {
  const width = Math.max(0, ...lines.slice(0, LINES_MEASURED).map(line => line.length));
  const isOfMailers = width >= WRAP_WIDTH.least && width <= WRAP_WIDTH.most;
  const text = (isOfMailers ? joinWrapped(lines, width) : lines.join('\n')).trim();
  return text === '' ? [] : [{ kind: 'paragraph', text, page: null }];
}

function joinWrapped(lines: readonly string[], width: number): string {
  let text = '';
  let before: string | undefined;
  for (const line of lines) {
    if (before === undefined) text = line;
    else text += couldNotTake(before, line, width) ? ` ${line.trimStart()}` : `\n${line}`;
    before = line;
  }
  return text;
}

/** Number of lines whose lengths show the width; enough for any paragraph, and few enough to be spread into one call. */
const LINES_MEASURED = 10_000;

/**
 * Whether a line was broken because the next line's first word did not fit; quotations, items and indented lines are
 * separate.
 */
function couldNotTake(line: string, next: string, width: number): boolean {
  if (/^(?:[>|\s]|[-*+•·]\s|\(?\w{1,3}[.)]\s|--|__|==)/.test(next) || /^[>|]/.test(line)) return false;
  const word = /^\S+/.exec(next)?.[0] ?? '';
  return line.length + 1 + word.length > width;
}

/** Joins lines: one that ends in a space continues in the next one of the same quotation depth, except the signature's `-- `. */
function joinFlowed(lines: string[], deletesSpace: boolean): string[] {
  const result: string[] = [];
  let open: { depth: number; parts: string[] } | null = null;
  const close = () => {
    if (open) result.push((open.depth > 0 ? `${'>'.repeat(open.depth)} ` : '') + open.parts.join(''));
    open = null;
  };
  for (const line of lines) {
    const quotes = /^>*/.exec(line)?.[0].length ?? 0;
    const content = line.slice(quotes).replace(/^ /, '');
    const isSignature = content === '-- ';
    if (open && (open.depth !== quotes || isSignature)) close();
    open ??= { depth: quotes, parts: [] };
    const flows = content.endsWith(' ') && !isSignature;
    open.parts.push(flows && deletesSpace ? content.slice(0, -1) : content);
    if (!flows) close();
  }
  close();
  return result;
}

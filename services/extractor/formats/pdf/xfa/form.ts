/**
 * Reads forms described only by XFA (ISO 32000-1, 12.7.8; `NeedsRendering`), whose only page asks for another viewer.
 * pdf.js lays out template and data as an HTML-like tree for each page; its texts and fields are read here in visual
 * order.
 */

import type { Block, TableCell } from '../../../../../schemas/document.ts';
import { TICKED, UNTICKED } from '../../../tick-signs.ts';

/** A node as pdf.js describes it. */
export interface FormNode {
  name: string;
  value?: string | null;
  attributes?: {
    class?: string[];
    style?: Record<string, string | undefined>;
    value?: string;
    textContent?: string;
    type?: string;
    checked?: boolean;
    selected?: boolean;
    role?: string;
  };
  children?: (FormNode | null)[];
}

/** Elements that are pressed or looked at. */
const NOT_READ = new Set(['button', 'svg', 'img']);
/** A number or asterisk before what it counts: `4`, `12.`, `*`. */
const LABEL = /^(?:\d{1,3}|\p{L})?[.)*]?$/u;
/** Two things are in one row if one begins within this share of the lower one's height. */
const ROW_SHARE = 0.5;
/** In CSS pixels: tolerance for the edges of columns. */
const EDGE_TOLERANCE = 2;

/**
 * Returns the blocks of a page of the form. `furniture` are texts of the page's own frame that were read before and are
 * not repeated.
 */
export function formBlocks(page: FormNode, number: number, furniture: Set<string>): Block[] {
  return inRows(childrenOf(page)).flatMap(({ nodes }) =>
    nodes.flatMap(node => {
      const blocks = blocksOf(node, number);
      if (hasClass(node, 'xfaContentarea')) return blocks;
      const fresh = blocks.filter(block => !('text' in block && furniture.has(block.text)));
      for (const block of blocks) if ('text' in block) furniture.add(block.text);
      return fresh;
    }),
  );
}

function blocksOf(node: FormNode, page: number): Block[] {
  if (NOT_READ.has(node.name) || isHidden(node)) return [];
  if (hasClass(node, 'xfaTable')) return tableOf(node, page);
  if (hasClass(node, 'xfaDraw')) return paragraphs(linesOf(node), page);
  if (hasClass(node, 'xfaField')) return paragraphs([fieldText(node)], page);
  if (!isPlaced(node)) return childrenOf(node).flatMap(child => blocksOf(child, page));
  const isChoice = hasClass(node, 'xfaExclgroup');
  return inRows(childrenOf(node)).flatMap(({ nodes }) =>
    joined(
      nodes.flatMap(child => blocksOf(child, page)),
      isChoice,
    ),
  );
}

const paragraphs = (lines: readonly string[], page: number): Block[] =>
  lines.filter(line => line !== '').map(text => ({ kind: 'paragraph', text, page }));

/** Joins a number to what it counts, and the choices of one row to one line. */
function joined(blocks: Block[], isChoice: boolean): Block[] {
  const [first, second, ...rest] = blocks;
  if (first?.kind !== 'paragraph' || second?.kind !== 'paragraph') return blocks;
  if (!isChoice && !LABEL.test(first.text)) return blocks;
  const both: Block = { ...first, text: `${first.text} ${second.text}` };
  return isChoice ? joined([both, ...rest], true) : [both, ...rest];
}

/** Groups what is placed by its left and upper edge into rows; children that follow one another stay as they are. */
function inRows(nodes: readonly FormNode[]): { top: number; height: number; nodes: FormNode[] }[] {
  const placed = nodes
    .map(node => ({ node, top: pixels(node, 'top'), height: pixels(node, 'height') }))
    .sort((one, other) => one.top - other.top);
  const rows: { top: number; height: number; nodes: FormNode[] }[] = [];
  for (const { node, top, height } of placed) {
    const row = rows.at(-1);
    if (row !== undefined && top - row.top <= ROW_SHARE * Math.min(height, row.height)) row.nodes.push(node);
    else rows.push({ top, height, nodes: [node] });
  }
  for (const row of rows)
    row.nodes.sort(
      (one, other) =>
        pixels(one, 'left') - pixels(other, 'left') || pixels(one, 'width') - pixels(other, 'width'),
    );
  return rows;
}

function isPlaced(node: FormNode): boolean {
  return ['xfaPosition', 'xfaArea'].some(name => hasClass(node, name));
}

/** Returns the lines of drawn text; in rich text, each paragraph is one. */
function linesOf(node: FormNode): string[] {
  const lines = [''];
  const visit = (part: FormNode): void => {
    if (isHidden(part)) return;
    const isLine = part.name === 'p' || part.name === 'li' || part.name === 'div' || part.name === 'br';
    if (isLine) lines.push('');
    lines.push((lines.pop() ?? '') + textOf(part));
    for (const child of childrenOf(part)) visit(child);
    if (isLine) lines.push('');
  };
  visit(node);
  return lines.map(tidy).filter(line => line !== '');
}

const textOf = ({ attributes, value }: FormNode): string => attributes?.textContent ?? value ?? '';

/** Returns the caption and the value of a field, in their order side by side. */
function fieldText(field: FormNode): string {
  const captions: string[] = [];
  const values: string[] = [];
  let isCaptionRight = false;
  const visit = (node: FormNode): void => {
    if (NOT_READ.has(node.name) || isHidden(node)) return;
    isCaptionRight ||= hasClass(node, 'xfaRight');
    if (hasClass(node, 'xfaCaption') || hasClass(node, 'xfaCaptionForCheckButton'))
      captions.push(...linesOf(node));
    else if (INPUTS.has(node.name)) values.push(inputText(node));
    else for (const child of childrenOf(node)) visit(child);
  };
  visit(field);
  return tidy((isCaptionRight ? [...values, ...captions] : [...captions, ...values]).join(' '));
}

const INPUTS = new Set(['input', 'textarea', 'select']);

function inputText(node: FormNode): string {
  const { type, checked, value } = node.attributes ?? {};
  if (type === 'checkbox' || type === 'radio') return checked === true ? TICKED : UNTICKED;
  if (type === 'password') return '';
  if (node.name !== 'select') return textOf({ ...node, value: node.attributes?.value ?? node.value ?? '' });
  const chosen = new Set((value ?? '').split('\n'));
  const options = childrenOf(node).filter(
    ({ attributes }) => attributes?.selected === true || chosen.has(attributes?.value ?? ''),
  );
  return options.length > 0 ? options.map(textOf).join(', ') : (value ?? '');
}

/** Returns the blocks of a table. One of a single column or row only places things and is no table. */
function tableOf(table: FormNode, page: number): Block[] {
  const rows = rowsOf(table).map(row => cellsOf(row, page));
  const edges = [...new Set(rows.flatMap(row => row.map(({ left }) => left)))].sort((a, b) => a - b);
  const columns = edges.filter((edge, at) => at === 0 || edge - (edges[at - 1] ?? 0) > EDGE_TOLERANCE);
  if (columns.length < 2 || rows.length < 2) return rows.flat().flatMap(({ blocks }) => blocks);
  const cells = rows.map(row =>
    row.map(({ left, right, blocks, isHead }): TableCell => {
      const covered = columns.filter(edge => edge > left - EDGE_TOLERANCE && edge < right - EDGE_TOLERANCE);
      const text = blocks.map(textOfBlock).join('\n');
      return { text, colspan: Math.max(1, covered.length), rowspan: 1, header: isHead };
    }),
  );
  return cells.flat().some(({ text }) => text !== '') ? [{ kind: 'table', rows: cells, page }] : [];
}

function rowsOf(node: FormNode): FormNode[] {
  return childrenOf(node).flatMap(child =>
    isHidden(child) ? [] : hasClass(child, 'xfaRow') ? [child] : rowsOf(child),
  );
}

interface PlacedCell {
  left: number;
  right: number;
  isHead: boolean;
  blocks: Block[];
}

function cellsOf(row: FormNode, page: number): PlacedCell[] {
  let right = 0;
  return childrenOf(row)
    .filter(node => !hasClass(node, 'xfaBorder'))
    .map(node => {
      const left = right;
      right += pixels(node, 'width');
      const isHead = node.attributes?.role === 'columnheader' || row.attributes?.role === 'columnheader';
      return { left, right, isHead, blocks: blocksOf(node, page) };
    });
}

function textOfBlock(block: Block): string {
  if (block.kind === 'table') return block.rows.map(row => row.map(({ text }) => text).join(' ')).join('\n');
  return 'text' in block ? block.text : '';
}

const childrenOf = (node: FormNode): FormNode[] => (node.children ?? []).filter(child => child !== null);

const hasClass = (node: FormNode, name: string): boolean => node.attributes?.class?.includes(name) ?? false;

function isHidden({ attributes }: FormNode): boolean {
  return attributes?.style?.visibility === 'hidden' || attributes?.style?.display === 'none';
}

/** Returns a length in CSS pixels, which equal points here; 0 where it is not given. */
function pixels(node: FormNode, side: 'left' | 'top' | 'width' | 'height'): number {
  const value = Number.parseFloat(node.attributes?.style?.[side] ?? '');
  return Number.isFinite(value) ? value : 0;
}

const tidy = (text: string): string => text.replace(/\s+/gu, ' ').trim();

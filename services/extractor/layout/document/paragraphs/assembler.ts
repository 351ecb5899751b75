/** Takes the pieces of all pages in reading order and joins what columns and pages have separated. */

import type { Block as DocumentBlock, HeadingLevel } from '../../../../../schemas/document.ts';
import { isCode, Listing } from '../../one-page/blocks/code.ts';
import { continueTable } from '../../one-page/tables/extend/continue.ts';
import { type Block, isBold } from '../../page/block.ts';
import type { Flow, FlowTable, FlowText } from '../../page/flow.ts';
import { CAPTION } from '../../text/captions.ts';
import { type Compounds, joinLines, joinPair, RunningText } from '../../text/joining.ts';
import { isLabel } from '../../text/section-numbers.ts';
import { SIZE_STEP } from '../facts/body-size.ts';
import { ListBuilder } from '../lists/list-builder.ts';
import { HANGING_EM, type ListItemStart } from '../lists/series.ts';
import { continuesParagraph, isJump, isUnfinished, resumesParagraph } from './continuation.ts';
import { isSetInLines } from './set-lines.ts';
import { hasColumns } from './typewritten.ts';

export interface Roles {
  /** Headings with their levels. */
  headings: ReadonlyMap<Flow, HeadingLevel>;
  items: ReadonlyMap<Flow, ListItemStart>;
  /** The list item that a piece belongs to, according to the structure tree, where that is trusted, or to its place. */
  owners: ReadonlyMap<Flow, string>;
  compounds: Compounds;
  /** In points. */
  bodySize: number;
  /** Whether paragraphs begin with an indent. */
  indents: boolean;
  /** Whether everything is set in fixed-pitch type, as on a typewriter. */
  typed: boolean;
}

/** Display type is larger than the body by more than this factor. */
const DISPLAY_RATIO = 1.35;

/** The last block of the body, the only one that may continue. */
type Open =
  | OpenParagraph
  | { kind: 'code'; block: DocumentBlock & { kind: 'code' }; listing: Listing; piece: FlowText }
  | { kind: 'list'; builder: ListBuilder; at: number; piece: FlowText }
  | { kind: 'table'; piece: FlowTable };

interface OpenParagraph {
  kind: 'paragraph';
  block: DocumentBlock & { kind: 'paragraph' };
  text: RunningText;
  piece: FlowText;
}

export class Assembler {
  readonly blocks: DocumentBlock[] = [];
  private readonly roles: Roles;
  private open: Open | null = null;
  /** The last heading, which may be the label of the next one. */
  private label: FlowText | null = null;
  /** An unfinished paragraph that a box, a table or a figure interrupts. */
  private interrupted: OpenParagraph | null = null;

  constructor(roles: Roles) {
    this.roles = roles;
  }

  add(piece: Flow): void {
    if (piece.zone === 'body') this.interrupt(piece);
    if (piece.zone === 'body' && this.resumes(piece)) return;
    if (piece.zone !== 'body') this.blocks.push(this.paragraph(piece));
    else if (piece.kind === 'text' && piece.role === 'figure') this.blocks.push(labels(piece));
    else if (piece.kind === 'text' && piece.role === 'entry') this.addEntry(piece);
    else if (piece.kind === 'table') this.addTable(piece);
    else if (this.roles.headings.has(piece)) this.addHeading(piece);
    else if (this.opensItem(piece)) this.addItem(piece, this.roles.items.get(piece) as ListItemStart);
    else if (isCode(piece.block) && !(this.roles.typed && !hasColumns(piece.block))) this.addCode(piece);
    else this.addParagraph(piece);
  }

  /** Adds an image. Images interrupt nothing. */
  addImage(image: DocumentBlock & { kind: 'image' }): void {
    this.blocks.push(image);
  }

  finish(): DocumentBlock[] {
    this.close();
    return this.blocks;
  }

  /** Handles something set into the text, which ends no sentence: the open paragraph may continue after it. */
  private interrupt(piece: Flow): void {
    if (this.open !== null && this.open.kind !== 'table' && isElsewhere(this.open.piece, piece)) {
      const paragraph = this.open;
      this.close();
      if (paragraph.kind === 'paragraph' && isSetInto(piece) && !isSetInto(paragraph.piece))
        this.interrupted = isUnfinished(paragraph.piece) ? paragraph : null;
    }
  }

  /** Whether the piece continues a paragraph that was interrupted. */
  private resumes(piece: Flow): boolean {
    const paragraph = this.interrupted;
    if (paragraph === null || isSetInto(piece)) return false;
    this.interrupted = null;
    const isText = piece.kind === 'text' && !this.roles.headings.has(piece) && !this.roles.items.has(piece);
    if (!isText || !resumesParagraph(paragraph.piece, piece)) return false;
    this.close();
    this.settle(paragraph.block, this.textOf(piece.block).length);
    paragraph.text.add(this.textOf(piece.block));
    this.open = { ...paragraph, piece };
    return true;
  }

  /** Places what interrupts a paragraph before it, if most of the paragraph stood after: nearest to where it was drawn. */
  private settle(paragraph: OpenParagraph['block'], charactersBehind: number): void {
    const at = this.blocks.lastIndexOf(paragraph);
    const between = this.blocks.slice(at + 1);
    if (paragraph.text.length >= charactersBehind || between.some(block => block.page !== paragraph.page))
      return;
    this.blocks.splice(at, 1);
    this.blocks.push(paragraph);
  }

  private close(): void {
    if (this.open?.kind === 'list') this.blocks[this.open.at] = this.open.builder.finish();
    if (this.open?.kind === 'code') layOut(this.open);
    if (this.open?.kind === 'paragraph') this.open.block.text = this.open.text.toString();
    this.open = null;
  }

  private paragraph(piece: FlowText): DocumentBlock & { kind: 'paragraph' } {
    return { kind: 'paragraph', text: this.paragraphText(piece), page: piece.page };
  }

  private textOf(block: Block): string {
    return joinLines(
      block.lines.map(line => line.text),
      this.roles.compounds,
    );
  }

  /** Returns the text of a paragraph, with line breaks where its author set them. */
  private paragraphText({ role, block }: FlowText): string {
    if (role !== 'text' || !isSetInLines(block)) return this.textOf(block);
    return block.lines.map(line => line.text).join('\n');
  }

  private addHeading(piece: FlowText): void {
    this.close();
    const level = this.roles.headings.get(piece) ?? 1;
    const text = this.textOf(piece.block);
    const label = this.blocks.at(-1);
    if (
      label?.kind === 'heading' &&
      this.label !== null &&
      isLabel(label.text) &&
      this.isOpening(this.label, piece)
    )
      label.text += ` ${text}`;
    else this.blocks.push({ kind: 'heading', level, text, page: piece.page });
    this.label = piece;
  }

  /**
   * Whether a label over a title is the number of the same heading: "Chapter 9" in display type or in a type of its
   * own. Otherwise the two are separate headings.
   */
  private isOpening(label: FlowText, title: FlowText): boolean {
    const [upper, lower] = [label.block, title.block];
    const isOneSize = Math.abs(upper.size - lower.size) <= SIZE_STEP;
    const isOneType = isOneSize && isBold(upper) === isBold(lower);
    return label.page === title.page && (!isOneType || lower.size > DISPLAY_RATIO * this.roles.bodySize);
  }

  private addEntry(piece: FlowText): void {
    this.close();
    this.blocks.push(this.paragraph(piece));
  }

  private addTable(piece: FlowTable): void {
    if (this.open?.kind === 'table' && this.open.piece.page !== piece.page) {
      if (continueTable(this.open.piece.found, piece.found)) {
        this.open.piece.page = piece.page;
        return;
      }
    }
    this.close();
    this.blocks.push({ kind: 'table', rows: piece.found.rows, page: piece.page });
    this.open = { kind: 'table', piece: { ...piece } };
  }

  /** Whether a piece opens an item. The rest of an item without a marker is tagged on its page like the beginning of one. */
  private opensItem(piece: FlowText): boolean {
    const start = this.roles.items.get(piece);
    if (start === undefined) return false;
    const isRest = this.open?.kind === 'list' && continuesParagraph(this.open.piece, piece);
    return start.marker.text !== '' || !isRest;
  }

  private addItem(piece: FlowText, start: ListItemStart): void {
    const { block } = piece;
    const text = this.textOf({ ...block, lines: withoutMarker(block, start) });
    if (this.open?.kind === 'list') {
      const jumped = isJump(this.open.piece, piece);
      if (this.open.builder.add(start, text, piece.page, block.size, jumped)) {
        this.open.piece = piece;
        return;
      }
    }
    this.close();
    const builder = new ListBuilder(start, text, piece.page);
    this.open = { kind: 'list', builder, at: this.blocks.length, piece };
    this.blocks.push(builder.finish());
  }

  private addCode(piece: FlowText): void {
    const { open } = this;
    if (open?.kind === 'code') {
      if (open.piece.page === piece.page && open.listing.holds(piece.block)) open.listing.add(piece.block);
      else {
        layOut(open);
        open.listing = new Listing(piece.block);
      }
      open.piece = piece;
      return;
    }
    this.close();
    const block = { kind: 'code' as const, text: '', page: piece.page };
    this.blocks.push(block);
    this.open = { kind: 'code', block, listing: new Listing(piece.block), piece };
  }

  private addParagraph(piece: FlowText): void {
    if (this.open?.kind === 'list' && this.belongsToItem(this.open, piece)) {
      const { builder } = this.open;
      builder.lastText = joinPair(builder.lastText, this.textOf(piece.block), this.roles.compounds);
      this.open.piece = piece;
      return;
    }
    if (this.open?.kind === 'paragraph' && continuesParagraph(this.open.piece, piece, this.roles.indents)) {
      this.open.text.add(this.paragraphText(piece));
      this.open.piece = piece;
      return;
    }
    this.close();
    const block = this.paragraph(piece);
    const text = new RunningText(this.roles.compounds);
    text.add(block.text);
    this.blocks.push(block);
    this.open = { kind: 'paragraph', block, text, piece };
  }

  /** Whether text hangs under an item's text, or continues it on the next page. */
  private belongsToItem({ builder, piece: last }: Open & { kind: 'list' }, piece: FlowText): boolean {
    const owner = this.roles.owners.get(piece);
    if (owner !== undefined && owner === this.roles.owners.get(last)) return true;
    if (isJump(last, piece)) return continuesParagraph(last, piece);
    const slack = HANGING_EM * piece.block.size;
    const gap = piece.block.top - last.block.bottom;
    return (
      Math.abs(piece.block.left - builder.textLeft) < slack &&
      builder.textLeft > last.block.left + slack / 2 &&
      gap < 1.5 * piece.block.size
    );
  }
}

/** Whether a piece stands in running text without being part of it: a box, a table, a figure or a caption. */
function isSetInto(piece: Flow): boolean {
  if (piece.kind === 'table' || piece.aside !== undefined || piece.role === 'figure') return true;
  return CAPTION.test(piece.block.lines[0]?.text ?? '');
}

/** Whether two pieces belong to different texts: one is in a box and the other is not in that box. */
function isElsewhere(before: FlowText, piece: Flow): boolean {
  if (isSetInto(piece) && !isSetInto(before)) return true;
  if (before.aside === piece.aside) return false;
  // A box may continue on the next page.
  return before.aside === undefined || piece.aside === undefined || before.page === piece.page;
}

/** Adds the lines of one page or column to a listing. */
function layOut({ block, listing }: Open & { kind: 'code' }): void {
  block.text += (block.text === '' ? '' : '\n') + listing;
}

/** Makes a block of labels in rows, one row to a line. */
function labels(piece: FlowText): DocumentBlock {
  let text = '';
  piece.block.lines.forEach((line, at) => {
    const before = piece.block.lines[at - 1];
    const newRow = before !== undefined && line.left <= before.left;
    text += (before === undefined ? '' : newRow ? '\n' : ' ') + line.text;
  });
  return { kind: 'paragraph', text, page: piece.page };
}

function withoutMarker(block: Block, start: ListItemStart): Block['lines'] {
  const [first, ...others] = block.lines;
  return first === undefined ? [] : [{ ...first, text: start.item.rest }, ...others];
}

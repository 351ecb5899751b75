/**
 * Collects blocks in reading order. Text runs are gathered in a line buffer; where a block ends, the buffer goes to
 * whatever is open: a cell, heading or caption (a capture), or a list item; otherwise it becomes a paragraph.
 */
import type { Block, HeadingLevel, Image } from '../../../schemas/document.ts';
import { InlineText } from './inline-text.ts';
import { ListStack } from './list-stack.ts';
import { markerBeside } from './markers-beside.ts';
import type { HtmlElement } from './tree.ts';

/** Consecutive line breaks, with which mails and old pages separate paragraphs. */
const EMPTY_LINES = /\n{2,}/;

export class BlockWriter {
  readonly blocks: Block[] = [];
  readonly lists = new ListStack(this.blocks);
  readonly text = new InlineText();
  /** Lines of the open cells, headings and captions, innermost last. */
  private readonly captures: string[][] = [];
  /** Pictures of the paragraph being collected, after which they are placed. */
  private pendingImages: Image[] = [];

  /** Ends the block of the line buffer. */
  flush(): void {
    const text = this.text.take();
    if (text !== '') this.place(text);
    if (this.pendingImages.length === 0) return;
    this.lists.split();
    for (const image of this.pendingImages) this.blocks.push(image);
    this.pendingImages = [];
  }

  private place(text: string): void {
    const capture = this.captures.at(-1);
    if (capture !== undefined) capture.push(text);
    else if (!this.lists.addLine(text)) {
      for (const part of text.split(EMPTY_LINES)) this.put({ kind: 'paragraph', text: part, page: null });
    }
  }

  /** Adds a finished block, between the list items if any are open. */
  put(block: Block): void {
    this.lists.split();
    this.blocks.push(block);
  }

  beginCapture(): void {
    this.flush();
    this.captures.push([]);
  }

  endCapture(): string[] {
    this.flush();
    return this.captures.pop() ?? [];
  }

  /** Whether only text can be added: inside a cell, a heading or a caption. */
  get isCapturing(): boolean {
    return this.captures.length > 0;
  }

  putHeading(level: HeadingLevel, lines: string[]): void {
    const text = lines.flatMap(line => line.split('\n')).join(' ');
    if (text === '') return;
    if (this.isCapturing) this.captures.at(-1)?.push(text);
    else this.put({ kind: 'heading', level, text, page: null });
  }

  /** Adds lines that were captured and turned out to be running text. */
  putLines(lines: string[]): void {
    const text = lines.join('\n');
    if (text !== '') this.place(text);
  }

  putCode(text: string): void {
    if (text.trim() === '') return;
    if (this.isCapturing) this.captures.at(-1)?.push(text);
    else this.put({ kind: 'code', text, page: null });
  }

  /**
   * Adds a picture as a block where the page shows it as one and returns it; where only text is possible, adds its
   * alternative text and returns null.
   */
  putImage(alt: string, isInline: boolean): Image | null {
    if (isInline || this.isCapturing || this.lists.isInItem) {
      this.text.append(isInline ? alt : ` ${alt} `);
      return null;
    }
    const image: Image = { kind: 'image', alt, caption: null, page: null };
    this.pendingImages.push(image);
    return image;
  }

  beginList(element: HtmlElement): void {
    this.flush();
    if (!this.isCapturing) this.lists.begin(element);
  }

  endList(): void {
    this.flush();
    if (!this.isCapturing) this.lists.end();
  }

  beginItem(element: HtmlElement): void {
    this.flush();
    if (!this.isCapturing) this.lists.beginItem(element);
    else if (element.attrs.length > 0) this.text.append(markerBeside(element));
  }

  endItem(): void {
    this.flush();
    if (!this.isCapturing) this.lists.endItem();
  }

  beginDefinition(part: 'dt' | 'dd', element: HtmlElement): void {
    this.flush();
    if (part === 'dt') this.lists.beginTerm(element);
    else this.lists.beginDefinition(element);
  }

  endDefinitions(): void {
    this.flush();
    this.lists.endDefinitions();
  }
}

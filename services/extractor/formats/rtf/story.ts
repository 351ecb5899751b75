import type { FlowItem } from '../../story/flow.ts';
import type { TextLook } from '../../story/look-headings.ts';
import { TextEnd } from '../../story/raised.ts';
import type { Indents } from './marker.ts';
import type { GroupState } from './state.ts';
import type { TableDraft } from './table.ts';

/** A story while it is read: body, note, header. */
export class Story {
  readonly flow: FlowItem[] = [];
  readonly kind: GroupState['story'];
  text = '';
  end = new TextEnd();
  /** The look of the text in the paragraph being read. */
  shown: TextLook = { characters: 0, bold: 0, points: 0 };
  marker = '';
  author = '';
  style: number | null = null;
  outline: number | null = null;
  listLevel = 0;
  list = '';
  indents: Indents = { left: 0, first: 0 };
  isInTable = false;
  cell: string[] = [];
  /** Numbers of paragraphs of the cell that have no text: a column of serial numbers is a list without texts. */
  numbersAlone: string[] = [];
  /** Number of pictures in the paragraph being read. */
  pictures = 0;
  table: TableDraft | null = null;
  /** Whether the paragraph being read has a field that shows the page. */
  countsPages = false;

  constructor(kind: GroupState['story'] = null) {
    this.kind = kind;
  }

  write(text: string, { isRaised, isBold, halfPoints }: GroupState): void {
    this.text += this.end.next(text, isRaised);
    const { shown } = this;
    const { length } = text.trim();
    shown.characters += length;
    shown.points += (length * halfPoints) / 2;
    if (isBold) shown.bold += length;
  }

  /** Returns the content of the paragraph that ends. */
  takeParagraph(): { text: string; marker: string; pictures: number; countsPages: boolean; shown: TextLook } {
    const { text, marker, pictures, countsPages, shown } = this;
    this.text = this.marker = '';
    this.end = new TextEnd();
    this.shown = { characters: 0, bold: 0, points: 0 };
    this.pictures = 0;
    this.countsPages = false;
    return { text: text.replace(/\0/g, '').trim(), marker: marker.trim(), pictures, countsPages, shown };
  }

  /** Returns the text of the cell that ends. */
  takeCell(): string {
    const { cell, numbersAlone } = this;
    this.cell = [];
    this.numbersAlone = [];
    return (cell.length === 0 ? numbersAlone : cell).join('\n');
  }
}

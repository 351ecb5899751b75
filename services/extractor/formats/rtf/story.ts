import type { FlowItem } from '../../story/flow.ts';
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
  /** Pictures in the paragraph that is being read. */
  pictures = 0;
  table: TableDraft | null = null;
  /** The paragraph that is being read has a field that tells the page. */
  countsPages = false;

  constructor(kind: GroupState['story'] = null) {
    this.kind = kind;
  }

  /** The text of the cell that ends. */
  takeCell(): string {
    const { cell, numbersAlone } = this;
    this.cell = [];
    this.numbersAlone = [];
    return (cell.length === 0 ? numbersAlone : cell).join('\n');
  }
}

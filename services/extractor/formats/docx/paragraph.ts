/** One `w:p` while it is read. */
import type { Image, PageNumber } from '../../../../schemas/document.ts';
import type { FlowItem } from '../../story/flow.ts';
import { TextEnd } from '../../story/raised.ts';
import type { ShownText } from './look-code.ts';

/** What a paragraph's mark says about the paragraph. */
interface MarkProperties {
  style: string | undefined;
  list: string | undefined;
  level: number | null;
  outline: number | undefined;
}

export class ParagraphDraft {
  text = '';
  /** Kept separately from the text, which would be flattened each time it is examined. */
  endsInSpace = true;
  readonly end = new TextEnd();
  /** Size of the text written last. */
  points = 0;
  /** The page of its first text. */
  page: PageNumber = null;
  style: string | undefined;
  list: string | undefined;
  level: number | null = null;
  outline: number | undefined;
  /** Whether it continues in the next paragraph: a tracked change deleted or moved its mark, or it is a drop cap. */
  runsOn = false;
  /** Whether some of its text was left out because it is hidden. */
  holdsHidden = false;
  /** Whether the last of its text is hidden. */
  endsHidden = false;
  /** Whether its mark is hidden; undefined where the style decides. */
  markHidden: boolean | undefined;
  /** Whether a field in it shows the page, or the number of pages. */
  countsPages = false;
  readonly shown: ShownText = { characters: 0, bold: 0, monospaced: 0, forText: 0, points: 0, source: '' };
  readonly images: Image[] = [];
  /** The contents of its text boxes. */
  readonly boxes: FlowItem[] = [];
  private before: { mark: MarkProperties; characters: number } | undefined;

  /** Begins the next `w:p` within this paragraph. The last mark remains, and so its properties apply (17.13.5.15). */
  beginNext(): void {
    const { style, list, level, outline } = this;
    this.before = { mark: { style, list, level, outline }, characters: this.text.length };
    Object.assign(this, { style: undefined, list: undefined, level: null, outline: undefined });
    this.markHidden = undefined;
  }

  /** Keeps a heading to which only an empty paragraph was joined a heading. */
  settle(): void {
    const { before, text } = this;
    if (before !== undefined && text.length === before.characters && text !== '')
      Object.assign(this, before.mark);
    this.before = undefined;
  }
}

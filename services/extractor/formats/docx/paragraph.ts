/** One `w:p` while it is read. */
import type { Image, PageNumber } from '../../../../schemas/document.ts';
import type { FlowItem } from '../../story/flow.ts';
import { TextEnd } from '../../story/raised.ts';
import type { ShownText } from './look-code.ts';

/** What a paragraph's mark says it is. */
interface MarkProperties {
  style: string | undefined;
  list: string | undefined;
  level: number | null;
  outline: number | undefined;
}

export class ParagraphDraft {
  text = '';
  /** Kept apart from the text, which would be made flat again each time it is looked at. */
  endsInSpace = true;
  readonly end = new TextEnd();
  /** Size of what was written last. */
  points = 0;
  /** Page on which its first text stands. */
  page: PageNumber = null;
  style: string | undefined;
  list: string | undefined;
  level: number | null = null;
  outline: number | undefined;
  /** It goes on in the next paragraph: its mark was deleted or moved away by a tracked change, or it is a drop cap. */
  runsOn = false;
  /** Text of it was left out because it is hidden. */
  holdsHidden = false;
  /** What was written last is. */
  endsHidden = false;
  /** What its mark says of being hidden; undefined where that is left to the style. */
  markHidden: boolean | undefined;
  /** A field in it tells the page, or how many there are. */
  countsPages = false;
  readonly shown: ShownText = { characters: 0, bold: 0, monospaced: 0, forText: 0, points: 0, source: '' };
  readonly images: Image[] = [];
  /** What its text boxes hold. */
  readonly boxes: FlowItem[] = [];
  private before: { mark: MarkProperties; characters: number } | undefined;

  /** The next `w:p` begins in this paragraph: its mark stays, and so what that says (17.13.5.15). */
  beginNext(): void {
    const { style, list, level, outline } = this;
    this.before = { mark: { style, list, level, outline }, characters: this.text.length };
    Object.assign(this, { style: undefined, list: undefined, level: null, outline: undefined });
    this.markHidden = undefined;
  }

  /** A heading that only an empty paragraph was joined to is one still. */
  settle(): void {
    const { before, text } = this;
    if (before !== undefined && text.length === before.characters && text !== '')
      Object.assign(this, before.mark);
    this.before = undefined;
  }
}

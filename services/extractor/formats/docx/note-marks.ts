/** Marks of footnotes, endnotes and comments (ECMA-376 part 1, 17.11 and 17.13.4), in the order of the text. */
import { formatNumber } from '../../ooxml/number-format.ts';

/** Notes in a part of their own, by its relationship type. */
export type NotePart = 'footnotes' | 'endnotes' | 'comments';

/** How Word numbers them by default; a comment has no number on the page. */
const NUMBER_FORMATS: Record<NotePart, string | null> = {
  footnotes: 'decimal',
  endnotes: 'lowerRoman',
  comments: null,
};

export class NoteMarks {
  private readonly marks: Record<NotePart, Map<string, string | null>> = {
    footnotes: new Map(),
    endnotes: new Map(),
    comments: new Map(),
  };
  private readonly counts: Record<NotePart, number> = { footnotes: 0, endnotes: 0, comments: 0 };

  /**
   * Returns the mark where the text refers to a note: its number in brackets, so that it joins no word. Empty where the
   * author typed a mark, which is in the text and in the note anyway; such a note is not counted.
   */
  refer(part: NotePart, id: string, hasOwnMark: boolean): string {
    const known = this.marks[part].get(id);
    if (known !== undefined && known !== null) return known;
    const format = NUMBER_FORMATS[part];
    const isNumbered = format !== null && !hasOwnMark;
    const mark = isNumbered ? `[${formatNumber(++this.counts[part], format)}]` : '';
    this.marks[part].set(id, mark);
    return mark;
  }

  /** Hides a note to which only hidden text refers. */
  hide(part: NotePart, id: string): void {
    if (!this.marks[part].has(id)) this.marks[part].set(id, null);
  }

  /** Returns the marks of the notes that the text refers to, in its order; null for a hidden one. */
  of(part: NotePart): ReadonlyMap<string, string | null> {
    return this.marks[part];
  }
}

/** Marks of footnotes, endnotes and comments (ECMA-376 part 1, 17.11 and 17.13.4), in the order of the text. */
import { formatNumber } from '../../ooxml/number-format.ts';

/** What stands in a part of its own, by its type of relationship. */
export type NotePart = 'footnotes' | 'endnotes' | 'comments';

/** How Word numbers them unless told otherwise; a comment has no number on the page. */
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
   * The mark where the text refers to a note: its number in brackets, so that it joins no word. Empty where the author
   * typed one, which then stands in the text and in the note anyway; such a note is not counted.
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

  /** A note that only hidden text refers to is not shown. */
  hide(part: NotePart, id: string): void {
    if (!this.marks[part].has(id)) this.marks[part].set(id, null);
  }

  /** Of each note that the text refers to, in its order; null for one that is hidden. */
  of(part: NotePart): ReadonlyMap<string, string | null> {
    return this.marks[part];
  }
}

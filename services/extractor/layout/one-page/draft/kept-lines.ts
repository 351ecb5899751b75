/**
 * Keeps the lines of a long document between reading and assembly. A word takes about 240 bytes as an object; here its
 * numbers are in arrays that a page shares, its text is a part of its line's text, and the object is made again when
 * asked for.
 */

import type { FontStyle, TextItem } from '../../page/content.ts';
import type { Line } from '../../page/line.ts';

/** The properties that neighbouring words usually share. */
type Style = Required<Pick<TextItem, 'spaceBefore' | 'angle' | 'font' | 'color' | 'invisible' | 'field'>>;

/** Numbers for each word: left, baseline, width, size. */
const LENGTHS = 4;
/** Numbers for each word: index, marked content, element, style, position in the line's text, characters. */
const NUMBERS = 6;
const NO_MARKED_CONTENT = -1;
/** Elements are counted from 1. */
const NO_ELEMENT = 0;

const WORDS = Symbol('where the words of a line are kept');

interface Kept {
  store: WordStore;
  /** The index of the first word. */
  from: number;
  count: number;
}

/** Defines `items` as an own property of the line, so that copies of the line have the words, too. */
const ITEMS: PropertyDescriptor & ThisType<Line & { [WORDS]: Kept }> = {
  enumerable: true,
  get() {
    const { store, from, count } = this[WORDS];
    return store.words(this.text, from, count);
  },
};

/** Returns the same lines in less memory. Their words are new objects each time they are asked for. */
export function keptLines(lines: readonly Line[]): Line[] {
  const store = new WordStore(lines.reduce((sum, line) => sum + line.items.length, 0));
  return lines.map(line => {
    const places = placesOf(line);
    if (places === null) return line;
    const { items, ...rest } = line;
    const small = { ...rest, [WORDS]: { store, from: store.add(items, places), count: items.length } };
    return Object.defineProperty(small, 'items', ITEMS) as typeof small & Pick<Line, 'items'>;
  });
}

/** Returns where each word begins in the line's text; null where the text differs from the words. */
function placesOf({ items, text }: Line): number[] | null {
  let end = 0;
  const places: number[] = [];
  for (const item of items) {
    const place = text.startsWith(item.text, end) ? end : end + 1;
    if (!text.startsWith(item.text, place)) return null;
    places.push(place);
    end = place + item.text.length;
  }
  return places;
}

class WordStore {
  private readonly lengths: Float64Array;
  private readonly numbers: Int32Array;
  private readonly styles = new Styles();
  private size = 0;

  constructor(words: number) {
    this.lengths = new Float64Array(words * LENGTHS);
    this.numbers = new Int32Array(words * NUMBERS);
  }

  /** Returns the index of the first word added. */
  add(items: readonly TextItem[], places: readonly number[]): number {
    const from = this.size;
    items.forEach((item, at) => {
      const { lengths, numbers } = this;
      const [length, number] = [this.size * LENGTHS, this.size * NUMBERS];
      lengths[length] = item.left;
      lengths[length + 1] = item.baseline;
      lengths[length + 2] = item.width;
      lengths[length + 3] = item.size;
      numbers[number] = item.index;
      numbers[number + 1] = item.markedContent ?? NO_MARKED_CONTENT;
      numbers[number + 2] = item.element ?? NO_ELEMENT;
      numbers[number + 3] = this.styles.indexOf(item);
      numbers[number + 4] = places[at] ?? 0;
      numbers[number + 5] = item.text.length;
      this.size++;
    });
    return from;
  }

  words(text: string, from: number, count: number): TextItem[] {
    return Array.from({ length: count }, (_, at) => this.word(text, from + at));
  }

  private word(text: string, at: number): TextItem {
    const length = (index: number) => this.lengths[at * LENGTHS + index] ?? 0;
    const number = (index: number) => this.numbers[at * NUMBERS + index] ?? 0;
    const { field, ...style } = this.styles.at(number(3));
    const [markedContent, element] = [number(1), number(2)];
    return {
      ...style,
      text: text.slice(number(4), number(4) + number(5)),
      left: length(0),
      baseline: length(1),
      width: length(2),
      size: length(3),
      index: number(0),
      ...(markedContent !== NO_MARKED_CONTENT && { markedContent }),
      ...(element !== NO_ELEMENT && { element }),
      ...(field && { field }),
    };
  }
}

/** Stores each combination once. */
class Styles {
  private readonly styles: Style[] = [];
  private readonly byKey = new Map<string, number>();
  private readonly fonts = new Map<FontStyle, number>();
  private last = -1;

  at(index: number): Style {
    return this.styles[index] as Style;
  }

  indexOf({ spaceBefore, angle, font, color, invisible, field = false }: TextItem): number {
    const style: Style = { spaceBefore, angle, font, color, invisible, field };
    const last = this.styles[this.last];
    if (last === undefined || !isSame(last, style)) this.last = this.find(style);
    return this.last;
  }

  private find(style: Style): number {
    const { font, spaceBefore, angle, color, invisible, field } = style;
    const fontNumber = this.fonts.get(font) ?? this.fonts.size;
    this.fonts.set(font, fontNumber);
    const key = [fontNumber, spaceBefore, angle, color, invisible, field].join();
    const index = this.byKey.get(key) ?? this.styles.push(style) - 1;
    this.byKey.set(key, index);
    return index;
  }
}

function isSame(one: Style, other: Style): boolean {
  return (
    one.spaceBefore === other.spaceBefore &&
    one.font === other.font &&
    one.color === other.color &&
    one.angle === other.angle &&
    one.invisible === other.invisible &&
    one.field === other.field
  );
}

/** Divides the glyphs of a content stream into words. All positions are in view space, lengths in points. */

import type { Gap, TextItem } from '../../../layout/page/content.ts';
import { isRightToLeft } from '../../../layout/text/direction-tokens.ts';
import { accented, isAccent } from './accents.ts';
import { characterOf } from './characters.ts';
import { BASELINE_SHIFT_EM, FontTally } from './font-tally.ts';
import type { DrawnGlyph, GlyphPlace, GlyphStyle } from './glyph.ts';
import { fits, followsLetterSpacing, isSpreadOut } from './glyph-gaps.ts';
import { LayerWords } from './layer-words.ts';
import { isSetBack, itemOf, type OpenWord, sameStyle } from './open-word.ts';
import { endOf, isOneLine, isPartOf, spreadOver, wordsOf } from './replacement.ts';
import { afterRing, isRing, withSaraAm } from './sara-am.ts';
import { BESIDE_MAX_EM } from './side-by-side.ts';

/** A glyph this close to the same glyph before it is painted twice: the narrowest letters are a fifth of an em wide. */
const PAINTED_AGAIN_EM = 0.1;
/** A mark is moved back over its letter by more than this. */
const SET_BACK_EM = 0.02;
/** Superscripts and subscripts stay with their word when raised or lowered by less than this. */
const SCRIPT_SHIFT_EM = 0.8;

/** Stands for glyphs without a mapping to Unicode until their replacement text is known. */
const UNKNOWN = '\ufffd';
/** Stands for a space that is drawn where the replacement text has none. */
const UNSAID_SPACE = '\ufffc';

interface LastGlyph {
  x: number;
  y: number;
  start: number;
  width: number;
  style: GlyphStyle;
  text: string;
}

const MARK = /\p{M}/u;
const JOINERS = /^[\u200c\u200d]+$/;
/** Tolerance for the width of the same glyph, through rounding. */
const SAME_WIDTH_POINTS = 0.05;

/**
 * Whether a text begins with a vowel or tone sign: no word begins with one, and it is drawn at most `MARK_REACH_EM`
 * from its consonant. In right-to-left scripts it comes before the consonant.
 */
const beginsWithMark = (text: string): boolean => text > '\u02ff' && BEGINS_WITH_MARK.test(text);
const BEGINS_WITH_MARK =
  /^(?![\p{Script=Inherited}\p{Script=Hebrew}\p{Script=Arabic}\p{Script=Syriac}\p{Script=Thaana}\p{Script=Nko}])\p{M}/u;
const MARK_REACH_EM = 1;
/** Accents are this near after their letter; TeX draws them before it, farther from the word before. */
const ACCENT = /^[\u0300-\u036f]/;
const ACCENT_REACH_EM = 0.22;

/** Whether a text is white space. Every glyph is tested, and most are ASCII, whose codes are compared faster than texts. */
function isWhite(text: string): boolean {
  const code = text.charCodeAt(0);
  return !(code > 0x20 && code < 0x7f) && text.trim() === '';
}

export class WordBuilder {
  readonly items: TextItem[] = [];
  /** Index of the current operator. */
  operator = 0;
  readonly tally = new FontTally();
  private word: OpenWord | null = null;
  private spacePending = true;
  /** Whether the glyphs drawn now will be replaced by the text they stand for. */
  private replacing = false;
  /** Whether that text has no space, so that none of the glyphs is one. */
  private replacingWord = false;
  private readonly layer = new LayerWords();
  /** Where the last glyph ended, spaces included. */
  private last: LastGlyph | null = null;
  /** The last glyph or replacement, if that is a letter with its marks. */
  private cluster: { text: string; width: number } | null = null;
  /** An accent whose letter may come next. */
  private accent: (DrawnGlyph & { operator: number }) | null = null;
  /** Whether the last glyph is mapped to a space but may be the first half of a Thai vowel. */
  private ringPending = false;

  glyph(drawn: string, place: GlyphPlace, style: GlyphStyle): void {
    // Browsers put into ActualText what their fonts cannot map; the glyph still gives the position.
    const named = this.replacing ? this.inReplaced(drawn) : drawn;
    const text = this.ringPending ? this.behindRing(named) : named;
    const { accent } = this;
    if (accent === null && !isAccent(text)) this.draw(text, place, style);
    else if (!this.isOnLastLetter({ text, place, style })) {
      this.accent = null;
      const whole = accent && accented(accent, { text, place, style });
      if (accent !== null && whole === null) this.drawLate(accent);
      if (whole === null && isAccent(text))
        this.accent = { text, place: { ...place }, style, operator: this.operator };
      else this.draw(whole ?? text, place, style);
    }
  }

  /** Joins a ring and the glyph after it to one letter; the ring is a space if no glyph fits. */
  private behindRing(text: string): string {
    const rest = afterRing(text);
    this.ringPending = rest?.isWhole === false;
    if (rest === null) this.endAtSpace();
    return rest?.text ?? text;
  }

  private endAtSpace(): void {
    this.end();
    this.spacePending = true;
  }

  private inReplaced(drawn: string): string {
    if (drawn === '') return UNKNOWN;
    return this.replacingWord && isWhite(drawn) ? UNSAID_SPACE : drawn;
  }

  /** Puts an accent that comes after its letter on it, if it stands there. */
  private isOnLastLetter(accent: DrawnGlyph): boolean {
    const { word, last } = this;
    if (word === null || last === null || !word.text.endsWith(last.text)) return false;
    const place = { x: last.start, y: last.y, endX: last.x, endY: last.y };
    const whole = accented(accent, { text: last.text, place, style: last.style });
    if (whole === null) return false;
    word.text = word.text.slice(0, -last.text.length) + whole;
    last.text = whole;
    return true;
  }

  private drawLate({ text, place, style, operator }: DrawnGlyph & { operator: number }): void {
    const now = this.operator;
    this.operator = operator;
    this.draw(text, place, style);
    this.operator = now;
  }

  private draw(text: string, place: GlyphPlace, style: GlyphStyle): void {
    if (this.isPaintedAgain(text, place, style)) return;
    if (style.isUnmeasured === true) this.endLastBefore(place, style);
    if (isWhite(text)) {
      if (text !== '' && this.isMarkWithoutName(place, style)) return;
      this.ringPending = text !== '' && this.word !== null && isRing(this.word.text, place, style);
      if (this.ringPending) return;
      // A glyph without meaning takes its room; only white space separates.
      this.end();
      if (text !== '') this.spacePending = true;
      else this.tally.unknownAt(style.font, gapOf(place, style));
      return;
    }
    this.tally.known(style.font);
    const mayBeCluster = this.cluster !== null || text.length > 1;
    if (mayBeCluster && this.isRestOfCluster(text, place.endX - place.x)) {
      this.widen(place, style);
      return;
    }
    const { word } = this;
    if (word !== null && isSetBack(word, place, style) && this.belongsTo(word, text, place, style)) {
      word.text = withSaraAm(word.text, text);
      return;
    }
    if (
      word !== null &&
      (this.continues(word, text, place, style) || this.isMarkOf(word, text, place, style))
    ) {
      word.text = withSaraAm(word.text, text);
      // In right-to-left text a mark comes first, inside its letter.
      if (style.directionX === 1) word.x = Math.min(word.x, place.x);
      word.endX = place.endX;
      word.endY = place.endY;
    } else {
      this.end();
      const isSpaceDrawn = this.spacePending;
      const spaceBefore = isSpaceDrawn || (!beginsWithMark(text) && this.standsApart(text, place, style));
      const { x, y, endX, endY } = place;
      this.word = { text, spaceBefore, isSpaceDrawn, x, y, endX, endY, style, operator: this.operator };
      this.spacePending = false;
    }
    this.remember(text, place, style);
  }

  /** Ends a letter without a width of its own where the next glyph begins, not an em after its start (Photoshop). */
  private endLastBefore({ x, y }: GlyphPlace, { size, directionX }: GlyphStyle): void {
    const { last, word } = this;
    if (last === null || directionX !== 1 || Math.abs(y - last.y) >= size * BASELINE_SHIFT_EM) return;
    if (x < last.start + size * PAINTED_AGAIN_EM || x >= last.x) return;
    if (word !== null) word.endX = Math.min(word.endX, x);
    last.x = x;
  }

  /**
   * Whether a glyph is the rest of a cluster: some producers map each glyph of a letter with marks to all of them. The
   * same glyphs again, as wide as the first, are the letter again.
   */
  private isRestOfCluster(text: string, width: number): boolean {
    if (this.replacing) return false;
    const { cluster } = this;
    if (cluster?.text === text && !this.spacePending && Math.abs(cluster.width - width) > SAME_WIDTH_POINTS)
      return true;
    this.cluster = text.length > 1 && MARK.test(text) ? { text, width } : null;
    return false;
  }

  /** Adds a glyph without a letter of its own to the current word. */
  private widen({ endX }: GlyphPlace, style: GlyphStyle): void {
    const { word, last } = this;
    if (style.directionX !== 1) return;
    if (word !== null) word.endX = Math.max(word.endX, endX);
    if (last !== null) last.x = Math.max(last.x, endX);
  }

  /** Stores the last glyph, reusing one object for all letters of a page. */
  private remember(text: string, { x, endX, endY }: GlyphPlace, style: GlyphStyle): void {
    const width = endX - x;
    this.last ??= { x: endX, y: endY, start: x, width, style, text };
    this.last.x = endX;
    this.last.y = endY;
    this.last.start = x;
    this.last.width = width;
    this.last.style = style;
    this.last.text = text;
    this.layer.add(style);
  }

  /** Ends the current word, if there is one. */
  close(): void {
    const { accent } = this;
    this.accent = null;
    if (accent !== null) this.drawLate(accent);
    this.end();
    if (this.ringPending) this.spacePending = true;
    this.ringPending = false;
  }

  private end(): void {
    const { word } = this;
    if (word === null) return;
    this.word = null;
    this.items.push(itemOf(word, this.items.length));
  }

  /** Begins glyphs that will be replaced by a text, and returns the index of the first of them. */
  startReplacing(actual: string): number {
    this.close();
    this.replacing = true;
    this.replacingWord = /^\S+$/.test(actual);
    return this.items.length;
  }

  /**
   * Replaces what was drawn since `from` by the text it stands for. Drawings over several lines keep what they show,
   * since one text cannot say where its lines break, and so do words of which the text is only a part.
   */
  replaceSince(from: number, actual: string): void {
    this.close();
    this.replacing = false;
    const drawn = this.items.splice(from);
    const first = drawn[0];
    const words = wordsOf(actual);
    if (first === undefined) return;
    const end = endOf(drawn);
    const before = this.items.at(-1);
    if (JOINERS.test(actual)) {
      this.join(first, actual);
      return;
    }
    const isLevel = isOneLine(drawn);
    // The last glyph may be a mark that is moved back over the first.
    if (isLevel && this.last !== null) this.last.x = Math.max(this.last.x, end);
    const [word] = words;
    if (word !== undefined && words.length === 1 && this.isRestOfCluster(word, end - first.left)) {
      if (before !== undefined) takeIn(before, first, end);
      return;
    }
    if (!isLevel || isPartOf(actual, drawn)) {
      for (const item of drawn) this.restore(item);
      return;
    }
    for (const item of spreadOver(drawn, words, /^\s/.test(actual)))
      this.items.push({ ...item, index: this.items.length });
    this.spacePending = /\s$/.test(actual) || words.length === 0;
  }

  /** Adds a joiner, for which fonts have no glyph: a space without width is drawn in its place. */
  private join(drawn: TextItem, joiner: string): void {
    const { last } = this;
    const before = this.items.at(-1);
    if (last !== null) last.x = Math.min(last.x, drawn.left);
    if (before === undefined || drawn.spaceBefore) this.spacePending = drawn.spaceBefore;
    else before.text = characterOf(before.text + joiner, false);
  }

  /** Keeps a word as it is drawn: glyphs without meaning are dropped, and a space is one again. */
  private restore(item: TextItem): void {
    const words = item.text
      .replaceAll(UNKNOWN, '')
      .split(UNSAID_SPACE)
      .filter(text => text !== '');
    if (words.length === 0) this.tally.unknownAt(item.font, null);
    for (const word of spreadOver([item], words, item.spaceBefore))
      this.items.push({ ...word, index: this.items.length });
  }

  /**
   * Whether a space is a mark for which the font has no name: word processors map those to spaces, without width and
   * moved back over their letter.
   */
  private isMarkWithoutName({ x, y, endX }: GlyphPlace, { size, directionX }: GlyphStyle): boolean {
    const { word, last } = this;
    if (word === null || last === null || directionX !== 1) return false;
    const isOver = x > last.start && x < last.x - SET_BACK_EM * size && Math.abs(y - last.y) < size;
    return isOver && Math.abs(endX - x) < SET_BACK_EM * size;
  }

  /** Whether a glyph repeats the last one beside itself: bold type made of regular type, letter by letter. */
  private isPaintedAgain(text: string, place: GlyphPlace, style: GlyphStyle): boolean {
    const { last } = this;
    if (last === null || text !== last.text || style.directionX !== 1) return false;
    const offset = style.size * PAINTED_AGAIN_EM;
    // A map may give two glyphs the same character, or none to either.
    if (Math.abs(place.endX - place.x - last.width) > SAME_WIDTH_POINTS) return false;
    return Math.abs(place.x - last.start) < offset && Math.abs(place.endY - last.y) < offset;
  }

  /** Whether a glyph that is moved back onto a word is a mark of its letters, however far back, or continues it. */
  private belongsTo(word: OpenWord, text: string, place: GlyphPlace, style: GlyphStyle): boolean {
    const isUnsaid = text === UNKNOWN || text === UNSAID_SPACE;
    const isMark = (MARK.test(text) && !isRightToLeft(text)) || isUnsaid;
    const isLevel = Math.abs(place.y - word.y) < style.size * SCRIPT_SHIFT_EM;
    if (isMark && isLevel && !this.spacePending && place.x >= word.x) return true;
    return this.continues(word, text, place, style);
  }

  private continues(word: OpenWord, text: string, place: GlyphPlace, style: GlyphStyle): boolean {
    if (this.spacePending || !sameStyle(word.style, style)) return false;
    const dx = place.x - word.endX;
    const dy = place.y - word.endY;
    const gap = dx * style.directionX + dy * style.directionY;
    const shift = Math.abs(dx * style.directionY - dy * style.directionX);
    if (shift >= style.size * BASELINE_SHIFT_EM || this.isDrawnBackwards(text, place)) return false;
    const { last } = this;
    if (last !== null && this.layer.begins(text, gap, style, last)) return false;
    if (fits(gap, style) || isSpreadOut(gap, style, word.text, text)) return true;
    return last !== null && followsLetterSpacing(gap, last.style, last.text, text);
  }

  private isMarkOf(word: OpenWord, text: string, { x, y }: GlyphPlace, style: GlyphStyle): boolean {
    // Nearly all characters are below this code.
    if (text < '\u0300') return false;
    const reach = ACCENT.test(text) ? ACCENT_REACH_EM : beginsWithMark(text) ? MARK_REACH_EM : 0;
    if (reach === 0 || this.spacePending || style.directionX !== 1) return false;
    const isLevel = Math.abs(y - word.y) < style.size * SCRIPT_SHIFT_EM;
    return isLevel && x >= word.x && x - word.endX < reach * style.size;
  }

  /** Whether a letter is completely left of the last one: Quartz draws Arabic and Hebrew in reading order. */
  private isDrawnBackwards(text: string, { x, endX }: GlyphPlace): boolean {
    const { last } = this;
    return last !== null && x < last.start && (x + endX) / 2 < last.start && isRightToLeft(text);
  }

  /** Whether there is room between the last glyph and this one, or the pen has jumped. */
  private standsApart(text: string, place: GlyphPlace, style: GlyphStyle): boolean {
    const { last } = this;
    if (last === null) return true;
    if (isBesideColumn(last, place, style)) return false;
    const dx = place.x - last.x;
    const dy = place.y - last.y;
    const gap = dx * style.directionX + dy * style.directionY;
    const shift = Math.abs(dx * style.directionY - dy * style.directionX);
    if (shift > Math.max(style.size, last.style.size) * SCRIPT_SHIFT_EM) return true;
    // A small letter may be set far back over a large one (the logo of LaTeX).
    const host = gap < 0 && last.style.size > style.size ? last.style : style;
    return (
      this.layer.begins(text, gap, style, last) ||
      (!fits(gap, host) && !isSpreadOut(gap, style, last.text, text))
    );
  }
}

/** Widens a word by a part of it that was drawn later; the widest part determines the baseline. */
function takeIn(word: TextItem, part: TextItem, end: number): void {
  const left = Math.min(word.left, part.left);
  if (part.width > word.width) word.baseline = part.baseline;
  word.width = Math.max(word.left + word.width, end) - left;
  word.left = left;
}

/** Whether a glyph is the next letter of a column, drawn beside it instead of below. */
function isBesideColumn(last: LastGlyph, { x, endY }: GlyphPlace, { size, directionX }: GlyphStyle): boolean {
  const step = x - last.start;
  const isLevel = Math.abs(endY - last.y) < size * BASELINE_SHIFT_EM;
  return Math.abs(directionX) < 0.5 && isLevel && step > 0 && step < size * BESIDE_MAX_EM;
}

function gapOf({ x, y, endX, endY }: GlyphPlace, { font, size, directionX, directionY }: GlyphStyle): Gap {
  const width = (endX - x) * directionX + (endY - y) * directionY;
  return { left: x, baseline: y, width, size, font, glyphs: 1 };
}

/** Cuts the glyphs of a content stream into words. All positions are in view space, lengths in points. */

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

/** A glyph this close to the same glyph before it is painted twice: the narrowest letters are a fifth wide. */
const PAINTED_AGAIN_EM = 0.1;
/** A mark is set back over its letter by more. */
const SET_BACK_EM = 0.02;
/** Superscripts and subscripts stay with their word when raised or lowered by less. */
const SCRIPT_SHIFT_EM = 0.8;

/** Stands for glyphs without a way to Unicode until the text is known that replaces them. */
const UNKNOWN = '\ufffd';
/** … and for a space that is drawn where the text has none. */
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
/** The same glyph is as wide as itself, but for rounding. */
const SAME_WIDTH_POINTS = 0.05;

/**
 * A sign of a vowel or a tone: no word begins with one, and it is drawn no farther from its consonant than this. Right to left it comes
 * before that.
 */
const beginsWithMark = (text: string): boolean => text > '\u02ff' && BEGINS_WITH_MARK.test(text);
const BEGINS_WITH_MARK =
  /^(?![\p{Script=Inherited}\p{Script=Hebrew}\p{Script=Arabic}\p{Script=Syriac}\p{Script=Thaana}\p{Script=Nko}])\p{M}/u;
const MARK_REACH_EM = 1;
/** Accents stand as near behind their letter; TeX draws them before it, farther from the word that comes first. */
const ACCENT = /^[\u0300-\u036f]/;
const ACCENT_REACH_EM = 0.22;

/** Asked of every glyph, most of which are of ASCII: by codes, which are compared faster than texts. */
function isWhite(text: string): boolean {
  const code = text.charCodeAt(0);
  return !(code > 0x20 && code < 0x7f) && text.trim() === '';
}

export class WordBuilder {
  readonly items: TextItem[] = [];
  /** Place of the operator that draws. */
  operator = 0;
  readonly tally = new FontTally();
  private word: OpenWord | null = null;
  private spacePending = true;
  /** The glyphs drawn now will be replaced by the text they stand for. */
  private replacing = false;
  /** … which has no space: none of them is one. */
  private replacingWord = false;
  private readonly layer = new LayerWords();
  /** Where the last glyph ended, spaces included. */
  private last: LastGlyph | null = null;
  /** What the last glyph or replacement stands for, where that is a letter with its marks. */
  private cluster: { text: string; width: number } | null = null;
  /** An accent whose letter may come next. */
  private accent: (DrawnGlyph & { operator: number }) | null = null;
  /** The last glyph is said to be a space, but may be the first half of a Thai vowel. */
  private ringPending = false;

  glyph(drawn: string, place: GlyphPlace, style: GlyphStyle): void {
    // Browsers name in ActualText what their fonts cannot; the glyph still says where it stands.
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

  /** Makes one letter of a ring and the glyph behind it; the ring is a space where none fits. */
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

  /** Puts an accent that comes after its letter on it. */
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
      // Right to left a mark comes first, inside of its letter.
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

  /** A letter without a width of its own ends where the next glyph begins, not an em behind its start (Photoshop). */
  private endLastBefore({ x, y }: GlyphPlace, { size, directionX }: GlyphStyle): void {
    const { last, word } = this;
    if (last === null || directionX !== 1 || Math.abs(y - last.y) >= size * BASELINE_SHIFT_EM) return;
    if (x < last.start + size * PAINTED_AGAIN_EM || x >= last.x) return;
    if (word !== null) word.endX = Math.min(word.endX, x);
    last.x = x;
  }

  /**
   * Some producers say of each glyph of a letter with its marks that it stands for all of them; the same glyphs again,
   * as wide as the first, are the letter again.
   */
  private isRestOfCluster(text: string, width: number): boolean {
    if (this.replacing) return false;
    const { cluster } = this;
    if (cluster?.text === text && !this.spacePending && Math.abs(cluster.width - width) > SAME_WIDTH_POINTS)
      return true;
    this.cluster = text.length > 1 && MARK.test(text) ? { text, width } : null;
    return false;
  }

  /** Takes a glyph into the word that is there without a letter of its own. */
  private widen({ endX }: GlyphPlace, style: GlyphStyle): void {
    const { word, last } = this;
    if (style.directionX !== 1) return;
    if (word !== null) word.endX = Math.max(word.endX, endX);
    if (last !== null) last.x = Math.max(last.x, endX);
  }

  /** In the same object each time: it is one for every letter of a page. */
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

  /** Ends what is in the making, if anything. */
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

  /** What is drawn from here on will be replaced by a text; says where that begins. */
  startReplacing(actual: string): number {
    this.close();
    this.replacing = true;
    this.replacingWord = /^\S+$/.test(actual);
    return this.items.length;
  }

  /**
   * Replaces what was drawn since `from` by the text it stands for; drawings over several lines keep what they show,
   * since one text cannot say where its lines break, as do words of which it is a part.
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
    // The last glyph may be a mark that is set back over the first.
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

  /** Fonts have no glyph for a joiner: a space of no width is drawn in its stead. */
  private join(drawn: TextItem, joiner: string): void {
    const { last } = this;
    const before = this.items.at(-1);
    if (last !== null) last.x = Math.min(last.x, drawn.left);
    if (before === undefined || drawn.spaceBefore) this.spacePending = drawn.spaceBefore;
    else before.text = characterOf(before.text + joiner, false);
  }

  /** A word keeps what it shows; glyphs without meaning go, and a space is one again. */
  private restore(item: TextItem): void {
    const words = item.text
      .replaceAll(UNKNOWN, '')
      .split(UNSAID_SPACE)
      .filter(text => text !== '');
    if (words.length === 0) this.tally.unknownAt(item.font, null);
    for (const word of spreadOver([item], words, item.spaceBefore))
      this.items.push({ ...word, index: this.items.length });
  }

  /** Word processors say that marks which fonts have no name for are spaces: without width, set back over their letter. */
  private isMarkWithoutName({ x, y, endX }: GlyphPlace, { size, directionX }: GlyphStyle): boolean {
    const { word, last } = this;
    if (word === null || last === null || directionX !== 1) return false;
    const isOver = x > last.start && x < last.x - SET_BACK_EM * size && Math.abs(y - last.y) < size;
    return isOver && Math.abs(endX - x) < SET_BACK_EM * size;
  }

  /** Letter by letter, once more beside itself: bold made of regular type. */
  private isPaintedAgain(text: string, place: GlyphPlace, style: GlyphStyle): boolean {
    const { last } = this;
    if (last === null || text !== last.text || style.directionX !== 1) return false;
    const offset = style.size * PAINTED_AGAIN_EM;
    // A map may call two glyphs the same, or neither anything.
    if (Math.abs(place.endX - place.x - last.width) > SAME_WIDTH_POINTS) return false;
    return Math.abs(place.x - last.start) < offset && Math.abs(place.endY - last.y) < offset;
  }

  /** Whether a glyph that is set back onto a word is a mark of its letters, however far back, or goes on with it. */
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
    // Nearly all signs come before these.
    if (text < '\u0300') return false;
    const reach = ACCENT.test(text) ? ACCENT_REACH_EM : beginsWithMark(text) ? MARK_REACH_EM : 0;
    if (reach === 0 || this.spacePending || style.directionX !== 1) return false;
    const isLevel = Math.abs(y - word.y) < style.size * SCRIPT_SHIFT_EM;
    return isLevel && x >= word.x && x - word.endX < reach * style.size;
  }

  /** Quartz draws Arabic and Hebrew in the order of reading: each letter wholly to the left of the last. */
  private isDrawnBackwards(text: string, { x, endX }: GlyphPlace): boolean {
    const { last } = this;
    return last !== null && x < last.start && (x + endX) / 2 < last.start && isRightToLeft(text);
  }

  /** Whether room is left open between the last glyph and this one, or the pen has jumped. */
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

/** Widens a word by what was drawn of it later; the widest part tells where its base line is. */
function takeIn(word: TextItem, part: TextItem, end: number): void {
  const left = Math.min(word.left, part.left);
  if (part.width > word.width) word.baseline = part.baseline;
  word.width = Math.max(word.left + word.width, end) - left;
  word.left = left;
}

/** The next letter of a column, drawn beside it instead of below. */
function isBesideColumn(last: LastGlyph, { x, endY }: GlyphPlace, { size, directionX }: GlyphStyle): boolean {
  const step = x - last.start;
  const isLevel = Math.abs(endY - last.y) < size * BASELINE_SHIFT_EM;
  return Math.abs(directionX) < 0.5 && isLevel && step > 0 && step < size * BESIDE_MAX_EM;
}

function gapOf({ x, y, endX, endY }: GlyphPlace, { font, size, directionX, directionY }: GlyphStyle): Gap {
  const width = (endX - x) * directionX + (endY - y) * directionY;
  return { left: x, baseline: y, width, size, font, glyphs: 1 };
}

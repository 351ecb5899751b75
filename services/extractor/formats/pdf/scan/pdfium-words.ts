/** Returns what PDFium reads on a page: a second opinion on the text of fonts that pdf.js refuses or cannot explain. */
import type { WrappedPdfiumModule } from '@embedpdf/pdfium';
import type { FontStyle, TextItem } from '../../../layout/page/content.ts';
import { characterOf } from '../read/characters.ts';
import { styleByName } from '../read/font-facts.ts';

/** A densely set newspaper page has 40,000. */
const CHARACTERS_MAX = 200_000;
const FONT_NAME_BYTES = 256;
/** Two doubles, or six floats, and as many bytes again for a call's other results. */
const SCRATCH_BYTES = 64;
const INVISIBLE_MODES = new Set([3, 7]);
/** PDFium rounds places to whole units of the view that it is given. */
const UNITS_PER_POINT = 64;
const RIGHT_TO_LEFT = /[\p{Script=Hebrew}\p{Script=Arabic}\p{Script=Syriac}\p{Script=Thaana}\p{Script=Nko}]/u;

interface Drawn {
  text: string;
  x: number;
  end: number;
}

/**
 * Returns the words of a loaded page in drawing order, with places in a view of `width` × `height` points. Characters
 * that PDFium guesses because no map leads to them separate words and are left out.
 */
export function wordsOf(
  pdfium: WrappedPdfiumModule,
  page: number,
  size: { width: number; height: number },
): TextItem[] {
  const { wasmExports } = pdfium.pdfium;
  const text = pdfium.FPDFText_LoadPage(page);
  if (text === 0) return [];
  const scratch = wasmExports.malloc(SCRATCH_BYTES + FONT_NAME_BYTES);
  try {
    return new WordReader(pdfium, page, text, scratch, size).words();
  } finally {
    wasmExports.free(scratch);
    pdfium.FPDFText_ClosePage(text);
  }
}

class WordReader {
  private readonly items: TextItem[] = [];
  /** Number of letters drawn upside down, minus those of them whose words run to the right as upright ones do. */
  private runningLeft = 0;
  private drawn: Drawn[] = [];
  /** Index of the first character of the current word. */
  private first = 0;
  private spacePending = false;
  /** One object for each font, because what a font draws is judged together. */
  private readonly styles = new Map<string, FontStyle>();
  private readonly pdfium: WrappedPdfiumModule;
  private readonly page: number;
  private readonly text: number;
  private readonly scratch: number;
  private readonly size: { width: number; height: number };

  constructor(
    pdfium: WrappedPdfiumModule,
    page: number,
    text: number,
    scratch: number,
    size: { width: number; height: number },
  ) {
    this.pdfium = pdfium;
    this.page = page;
    this.text = text;
    this.scratch = scratch;
    this.size = size;
  }

  words(): TextItem[] {
    const count = Math.min(CHARACTERS_MAX, this.pdfium.FPDFText_CountChars(this.text));
    for (let at = 0; at < count; at++) this.take(at);
    this.end();
    if (this.runningLeft >= 0) return this.items;
    // Procedures may draw letters upside down in a matrix that turns them back: the direction in which they run
    // decides.
    return this.items.map(item => (Math.abs(item.angle) === 180 ? { ...item, angle: 0 } : item));
  }

  private take(at: number): void {
    const { pdfium, text } = this;
    const isKnown =
      pdfium.FPDFText_IsGenerated(text, at) !== 1 && pdfium.FPDFText_HasUnicodeMapError(text, at) !== 1;
    const character = isKnown ? this.characterAt(at) : '';
    if (character.trim() === '') {
      this.end();
      this.spacePending = true;
      return;
    }
    if (this.drawn.length === 0) this.first = at;
    const { x } = this.originOf(at);
    this.drawn.push({ text: character, x, end: x + this.advanceOf(at) });
  }

  private characterAt(at: number): string {
    // A hyphen at the end of a line, which PDFium marks by a code of its own.
    if (this.pdfium.FPDFText_IsHyphen(this.text, at) === 1) return '-';
    const code = this.pdfium.FPDFText_GetUnicode(this.text, at);
    return code > 0 && code <= 0x10ffff ? characterOf(String.fromCodePoint(code), false) : '';
  }

  private end(): void {
    const { drawn, first, items } = this;
    const [start] = drawn;
    if (start === undefined) return;
    this.drawn = [];
    const { angle, size } = this.setting(first);
    const run = (drawn.at(-1)?.x ?? start.x) - start.x;
    if (Math.abs(angle) === 180) this.runningLeft -= Math.sign(run) * drawn.length;
    // Other words are returned as drawn, from left to right, and converted to reading order later.
    if (drawn.some(({ text }) => RIGHT_TO_LEFT.test(text))) drawn.sort((a, b) => a.x - b.x);
    const { x, y } = this.originOf(first);
    const left = Math.min(...drawn.map(character => character.x));
    items.push({
      text: drawn.map(({ text }) => text).join(''),
      spaceBefore: this.spacePending || items.length === 0,
      left: angle === 0 ? left : x,
      baseline: y,
      width: Math.max(...drawn.map(({ end }) => end)) - left,
      size,
      angle,
      font: this.styleAt(first),
      color: null,
      invisible: this.isInvisible(first),
      index: items.length,
    });
    this.spacePending = false;
  }

  /** Returns where the character stands on its baseline. */
  private originOf(at: number): { x: number; y: number } {
    const { pdfium, scratch } = this;
    pdfium.FPDFText_GetCharOrigin(this.text, at, scratch, scratch + 8);
    return this.inView(
      pdfium.pdfium.getValue(scratch, 'double'),
      pdfium.pdfium.getValue(scratch + 8, 'double'),
    );
  }

  /** Converts from the page's own space, which may be turned or have another origin. */
  private inView(x: number, y: number): { x: number; y: number } {
    const { pdfium, page, scratch, size } = this;
    const [width, height] = [size.width, size.height].map(length => Math.round(length * UNITS_PER_POINT));
    pdfium.FPDF_PageToDevice(page, 0, 0, width ?? 0, height ?? 0, 0, x, y, scratch, scratch + 4);
    return {
      x: pdfium.pdfium.getValue(scratch, 'i32') / UNITS_PER_POINT,
      y: pdfium.pdfium.getValue(scratch + 4, 'i32') / UNITS_PER_POINT,
    };
  }

  /** Returns the width in points of the view, for upright text. */
  private advanceOf(at: number): number {
    const { pdfium, scratch } = this;
    pdfium.FPDFText_GetLooseCharBox(this.text, at, scratch);
    const [left = 0, top = 0, right = 0, bottom = 0] = this.floats(4);
    const from = this.inView(left, bottom);
    const to = this.inView(right, top);
    return Math.abs(to.x - from.x);
  }

  /** Returns the size of an em in the view, and the character's angle (degrees, counter-clockwise). */
  private setting(at: number): { size: number; angle: number } {
    const { pdfium, text, scratch } = this;
    const fontSize = pdfium.FPDFText_GetFontSize(text, at);
    pdfium.FPDFText_GetMatrix(text, at, scratch);
    const [a = 1, b = 0, c = 0, d = 1] = this.floats(4);
    const origin = this.inView(0, 0);
    const along = this.inView(a * fontSize, b * fontSize);
    const up = this.inView(c * fontSize, d * fontSize);
    const angle = (Math.atan2(origin.y - along.y, along.x - origin.x) * 180) / Math.PI;
    return { size: Math.hypot(up.x - origin.x, up.y - origin.y), angle: Math.round(angle) || 0 };
  }

  private floats(count: number): number[] {
    return Array.from({ length: count }, (_, at) =>
      this.pdfium.pdfium.getValue(this.scratch + 4 * at, 'float'),
    );
  }

  private styleAt(at: number): FontStyle {
    const { pdfium, scratch } = this;
    const place = scratch + SCRATCH_BYTES;
    const bytes = pdfium.FPDFText_GetFontInfo(this.text, at, place, FONT_NAME_BYTES, scratch);
    const name = bytes > 0 && bytes <= FONT_NAME_BYTES ? pdfium.pdfium.UTF8ToString(place) : '';
    const style = this.styles.get(name) ?? styleByName(name);
    this.styles.set(name, style);
    return style;
  }

  private isInvisible(at: number): boolean {
    const object = this.pdfium.FPDFText_GetTextObject(this.text, at);
    return object !== 0 && INVISIBLE_MODES.has(this.pdfium.FPDFTextObj_GetTextRenderMode(object));
  }
}

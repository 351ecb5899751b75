import { TextEnd } from '../story/raised.ts';
import { TICK_BOXES } from '../tick-signs.ts';

/** The text of one block while it is being collected, with white space collapsed like CSS `white-space: normal`. */

/** Soft hyphens, zero-width spaces and byte-order marks: invisible hints for line breaking. */
const INVISIBLE = /[\u00ad\u200b\ufeff]/g;
const WHITE_SPACE = /[\s\u00a0]+/g;
const ENDS_WORD = /[\p{L}\p{N}]$/u;
/** Check boxes drawn as elements of their own. */
const BOXES = new Set(TICK_BOXES);
const BEGINS_WORD = /^[\p{L}\p{N}]/u;

export class InlineText {
  private parts: string[] = [];
  /** Whether white space followed the last visible character; it counts only if more text follows. */
  private gap = false;
  private lineStart = true;
  /** Whether a word ends here, and what follows may begin one. */
  private wordEnd = false;
  private end = new TextEnd();

  append(raw: string, isRaised = false): void {
    if (raw === '') return;
    if (isBlank(raw)) {
      this.gap = true;
      return;
    }
    const text = isFolded(raw) ? raw : raw.replace(INVISIBLE, '').replace(WHITE_SPACE, ' ');
    if (text.startsWith(' ')) this.gap = true;
    const visible = text.trim();
    if (visible === '') return;
    if (this.wordEnd && ENDS_WORD.test(this.parts.at(-1) ?? '') && BEGINS_WORD.test(visible)) this.gap = true;
    this.wordEnd = false;
    if (BOXES.has(this.parts.at(-1) ?? '') && BEGINS_WORD.test(visible)) this.gap = true;
    if (this.gap && !this.lineStart) this.parts.push(' ');
    if (this.gap || this.lineStart) this.end = new TextEnd();
    this.parts.push(this.end.next(visible, isRaised));
    this.gap = text.endsWith(' ');
    this.lineStart = false;
  }

  /** Adds a boundary that shows as distance on screen, such as the edge of a button. */
  space(): void {
    this.gap = true;
  }

  /** Adds one only between words: punctuation stays at its word. */
  spaceBetweenWords(): void {
    this.wordEnd = true;
  }

  lineBreak(): void {
    this.parts.push('\n');
    this.lineStart = true;
    this.gap = false;
  }

  get isEmpty(): boolean {
    return this.parts.every(part => part === '\n');
  }

  /** Whether it is only a check box. */
  get isBox(): boolean {
    return this.parts.length === 1 && BOXES.has(this.parts[0] ?? '');
  }

  /** Returns the collected text without outer white space, and starts again. */
  take(): string {
    const text = this.parts.join('').trim();
    this.parts = [];
    this.gap = false;
    this.lineStart = true;
    return text;
  }
}

const LAST_ASCII = 0x7e;
const SPACE = 0x20;

/** Whether a text is only ASCII white space, like most of the text between two elements. */
function isBlank(text: string): boolean {
  for (let at = 0; at < text.length; at++) {
    const unit = text.charCodeAt(at);
    if (unit !== SPACE && !(unit >= 0x09 && unit <= 0x0d)) return false;
  }
  return true;
}

/** Whether a text is ASCII that collapsing leaves unchanged: checking costs less than replacing each space by itself. */
function isFolded(text: string): boolean {
  let wasSpace = false;
  for (let at = 0; at < text.length; at++) {
    const unit = text.charCodeAt(at);
    if (unit < SPACE || unit > LAST_ASCII || (wasSpace && unit === SPACE)) return false;
    wasSpace = unit === SPACE;
  }
  return true;
}

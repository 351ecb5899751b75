/** The text of one block while it is being collected, with white space folded as CSS `white-space: normal` does. */

/** Soft hyphens, zero-width spaces and byte-order marks: hints for line breaking that no reader sees. */
const INVISIBLE = /[\u00ad\u200b\ufeff]/g;
const WHITE_SPACE = /[\s\u00a0]+/g;

export class InlineText {
  private parts: string[] = [];
  /** White space was met since the last visible character; it counts only if more text follows. */
  private gap = false;
  private lineStart = true;

  append(raw: string): void {
    const text = raw.replace(INVISIBLE, '').replace(WHITE_SPACE, ' ');
    if (text.startsWith(' ')) this.gap = true;
    const visible = text.trim();
    if (visible === '') return;
    if (this.gap && !this.lineStart) this.parts.push(' ');
    this.parts.push(visible);
    this.gap = text.endsWith(' ');
    this.lineStart = false;
  }

  /** A boundary that shows as distance on screen, such as the edge of a button. */
  space(): void {
    this.gap = true;
  }

  lineBreak(): void {
    this.parts.push('\n');
    this.lineStart = true;
    this.gap = false;
  }

  get isEmpty(): boolean {
    return this.parts.every(part => part === '\n');
  }

  /** What was collected, without outer white space; begins anew. */
  take(): string {
    const text = this.parts.join('').trim();
    this.parts = [];
    this.gap = false;
    this.lineStart = true;
    return text;
  }
}

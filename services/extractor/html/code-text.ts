/** The text of a program while it is being collected, with its white space. */
import { elementText } from './element-text.ts';
import type { HtmlElement } from './tree.ts';

/** An element at the beginning of a line that contains only the digits from `from` to `to`. */
interface LineNumber {
  count: number;
  from: number;
  to: number;
}

const FIGURES = 5;
/** What programs put around spaces so that mail programs keep them. */
const ZERO_WIDTH = /\u200d?[\u200b\ufeff]/g;

export class CodeText {
  private text = '';
  /** Kept separately from the text, which would be flattened each time its end is examined. */
  private isLineStart = true;
  private readonly numbers: LineNumber[] = [];

  append(text: string): void {
    if (text === '') return;
    this.text += text;
    this.isLineStart = text.charAt(text.length - 1) === '\n';
  }

  beginLine(): void {
    if (!this.isLineStart) this.append('\n');
  }

  /** Remembers the element if it may be the number of its line. */
  enter(element: HtmlElement): void {
    if (!this.isLineStart) return;
    const figures = elementText(element, FIGURES);
    if (figures === null || !/^\d+$/.test(figures)) return;
    const from = this.text.length;
    const last = this.numbers.at(-1);
    if (last?.from === from) return;
    this.numbers.push({ count: Number(figures), from, to: from + figures.length });
  }

  /**
   * Returns the text without empty lines around it and without white space at line ends. No-break spaces at line starts
   * count as indents.
   */
  take(): string {
    const lines = this.withoutNumbers()
      .replaceAll('\u00a0', ' ')
      .replace(ZERO_WIDTH, '')
      .split('\n')
      .map(line => line.trimEnd());
    const first = lines.findIndex(line => line !== '');
    return lines.slice(Math.max(0, first)).join('\n').trimEnd();
  }

  /** Removes consecutive numbers at the start of each line, which only their width sets apart: `1const`. */
  private withoutNumbers(): string {
    const { text, numbers } = this;
    if (numbers.length < 2 || numbers.length !== text.trimEnd().split('\n').length) return text;
    const first = numbers[0]?.count ?? 0;
    if (numbers.some(({ count }, at) => count !== first + at)) return text;
    const behind = numbers.map(({ to }) => text.charAt(to));
    if (!behind.some(sign => /[\p{L}_]/u.test(sign)) || behind.some(sign => /[,;.:)]/.test(sign)))
      return text;
    return numbers.map(({ to }, at) => text.slice(to, numbers[at + 1]?.from)).join('');
  }
}

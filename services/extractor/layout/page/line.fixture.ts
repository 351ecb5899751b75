/** Builds lines for tests: each character is half an em wide, each word an item. */
import type { TextItem } from './content.ts';
import { type Line, lineOf } from './line.ts';

export interface Setting {
  size?: number;
  bold?: boolean;
  /** Position in the content stream of the first word. */
  index?: number;
}

export function itemsAt(
  left: number,
  baseline: number,
  text: string,
  { size = 10, bold = false, index = 0 }: Setting = {},
): TextItem[] {
  let x = left;
  return text.split(' ').map((word, at) => {
    const item = wordAt(x, baseline, word, size, bold, index + at);
    x += (word.length + 1) * size * 0.5;
    return item;
  });
}

function wordAt(
  left: number,
  baseline: number,
  text: string,
  size: number,
  bold: boolean,
  index: number,
): TextItem {
  const font = { name: bold ? 'Times-Bold' : 'Times', bold, italic: false, monospace: false };
  const width = text.length * size * 0.5;
  return {
    text,
    spaceBefore: true,
    left,
    baseline,
    width,
    size,
    angle: 0,
    font,
    color: 0,
    invisible: false,
    index,
  };
}

export function lineAt(left: number, baseline: number, text: string, setting: Setting = {}): Line {
  return lineOf(itemsAt(left, baseline, text, setting));
}

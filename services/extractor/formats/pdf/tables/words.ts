/** Words with their places: what tables are cut by, since one text item may run through several cells. */
import type { Rectangle, TextItem } from '../page.ts';

export interface Word extends Rectangle {
  text: string;
  baseline: number;
  /** Font size in points: one em. */
  size: number;
  bold: boolean;
  monospace: boolean;
  upright: boolean;
  /** Place of the word's item in `page.items`, and its characters there. */
  item: number;
  from: number;
  to: number;
}

/** Text counts as upright up to this angle, in degrees: scans are straightened to about 1. */
const UPRIGHT_DEGREES = 3;
/** Heights above and below the baseline in em; boxes that fonts declare are too often wrong. */
const ASCENT_EM = 0.8;
const DESCENT_EM = 0.2;

/** Advance widths in em of Helvetica and Times, averaged, by class of character: enough to place a word. */
const WIDTHS: readonly (readonly [RegExp, number])[] = [
  [/[\s.,:;'|!ijl()[\]]/, 0.28],
  [/[ftrI"/\\-]/, 0.34],
  [/[mwMW—…%@]/, 0.86],
  [/[A-Z&<>=+~_#]/, 0.68],
  [/[\u2e80-\uffff]/, 1],
];
const OTHER_WIDTH = 0.52;

export function splitWords(items: readonly TextItem[]): Word[] {
  const words: Word[] = [];
  items.forEach((item, position) => {
    if (Math.abs(item.angle) > UPRIGHT_DEGREES) words.push(turnedWord(item, position));
    else splitItem(item, position, words);
  });
  return words;
}

const WORD = /\S+/g;
/** Dots that lead the eye to a value are no text of either cell. */
const LEADER = /^[.·…_]{4,}$/;

function splitItem(item: TextItem, position: number, words: Word[]): void {
  const edges = advanceEdges(item);
  for (const match of item.text.matchAll(WORD)) {
    if (LEADER.test(match[0])) continue;
    const [from, to] = [match.index, match.index + match[0].length];
    const { baseline, size } = item;
    words.push({
      text: match[0],
      left: item.left + (edges[from] ?? 0),
      right: item.left + (edges[to] ?? item.width),
      top: baseline - ASCENT_EM * size,
      bottom: baseline + DESCENT_EM * size,
      baseline,
      size,
      bold: item.font.bold,
      monospace: item.font.monospace,
      upright: true,
      item: position,
      from,
      to,
    });
  }
}

/** Distance of each character's edge from the item's left, scaled so that the last one is the item's width. */
function advanceEdges({ text, width }: TextItem): number[] {
  const edges = [0];
  let sum = 0;
  for (const character of text.split('')) {
    sum += widthOfCharacter(character);
    edges.push(sum);
  }
  return sum > 0 ? edges.map(edge => (edge * width) / sum) : edges;
}

const widthCache = new Map<string, number>();

function widthOfCharacter(character: string): number {
  let width = widthCache.get(character);
  if (width === undefined) {
    width = WIDTHS.find(([pattern]) => pattern.test(character))?.[1] ?? OTHER_WIDTH;
    if (widthCache.size < 10_000) widthCache.set(character, width);
  }
  return width;
}

/** Turned text is not taken apart: it belongs to the cell that holds its middle. */
function turnedWord(item: TextItem, position: number): Word {
  const radians = (item.angle * Math.PI) / 180;
  const [dx, dy] = [Math.cos(radians) * item.width, -Math.sin(radians) * item.width];
  const [ux, uy] = [-Math.sin(radians) * item.size, -Math.cos(radians) * item.size];
  const xs = [0, dx, ux, dx + ux].map(x => x + item.left);
  const ys = [0, dy, uy, dy + uy].map(y => y + item.baseline);
  const text = item.text.trim();
  return {
    text,
    left: Math.min(...xs),
    right: Math.max(...xs),
    top: Math.min(...ys),
    bottom: Math.max(...ys),
    baseline: item.baseline,
    size: item.size,
    bold: item.font.bold,
    monospace: item.font.monospace,
    upright: false,
    item: position,
    from: 0,
    to: item.text.length,
  };
}

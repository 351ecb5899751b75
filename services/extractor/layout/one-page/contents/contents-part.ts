/** Finds a table of contents that shares its page with other text, by its leaders or its title. */

import type { Line } from '../../page/line.ts';
import { leadsToPage } from '../../text/leaders.ts';
import { ROW_EM } from './contents.ts';

/** At least this many lines with leaders make a table of contents within a page. Its rows are at most this far apart, … */
const LED_MIN = 3;
const PITCH_EM = 3;
/** … and its chapters begin at most this far left of its sections. */
const OUTDENT_EM = 4;

const TITLE =
  /^(?:(?:table of )?contents|inhalt(?:sverzeichnis)?|sommaire|table des matières|[ií]ndice(?: general)?|contenido|inhoud|sumário|содержание|оглавление|spis treści|目录|目次|차례)$/iu;
const NUMBER = /(?:^|\s)(?:\d{1,4}|[ivxlc]{1,6})$/;

/**
 * Returns the lines of that table of contents, including its chapters, which often have no leaders; an empty list if
 * there is none.
 */
export function contentsPart(lines: readonly Line[]): Line[] {
  const led = markedLines(lines).sort(byBaseline);
  if (led.length < LED_MIN) return [];
  const edge = Math.max(...led.map(line => line.right));
  const isTail = (line: Line) => NUMBER.test(line.text) && Math.abs(line.right - edge) < line.size / 2;
  const column = lines.filter(line => line.right < edge + line.size / 2).sort(byBaseline);
  const tails = column.filter(line => isTail(line) || led.includes(line));
  const first = reach(tails, tails.indexOf(led[0] as Line), -1);
  const last = reach(tails, tails.indexOf(led.at(-1) as Line), 1);
  const title = lines.find(line => TITLE.test(line.text));
  const begins = Math.min(...led.map(line => line.left), title?.left ?? Infinity);
  const left = begins - OUTDENT_EM * first.size;
  return column.filter(
    line =>
      line.left > left &&
      line.baseline > first.baseline - ROW_EM * line.size &&
      line.baseline < last.baseline + ROW_EM * line.size,
  );
}

/** Returns lines with leaders, or else the page numbers below the title, which share a right edge and never decrease. */
function markedLines(lines: readonly Line[]): Line[] {
  const led = lines.filter(line => leadsToPage(line.text));
  const title = lines.find(line => TITLE.test(line.text));
  if (led.length >= LED_MIN || title === undefined) return led;
  const below = lines
    .filter(line => line.baseline > title.baseline && NUMBER.test(line.text))
    .sort(byBaseline);
  const edge = below[0]?.right ?? 0;
  const tails = below.filter(line => Math.abs(line.right - edge) < line.size / 2 && line.right > title.right);
  const end = tails.findIndex((line, at) => pageOf(line) < pageOf(tails[at - 1] ?? line));
  return end < 0 ? tails : tails.slice(0, end);
}

/** Roman numerals, which number the pages before the first, count as 0. */
const pageOf = (line: Line): number => Number(/\d*$/.exec(line.text)?.[0] ?? 0);

const byBaseline = (one: Line, other: Line) => one.baseline - other.baseline;

/** Returns the farthest page number in one direction up to which each closely follows the one before. */
function reach(tails: readonly Line[], from: number, step: 1 | -1): Line {
  let at = from;
  let line = tails[at] as Line;
  for (let next = tails[at + step]; next !== undefined; next = tails[at + step]) {
    if (Math.abs(next.baseline - line.baseline) > PITCH_EM * line.size) break;
    line = next;
    at += step;
  }
  return line;
}

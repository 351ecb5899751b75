/** Finds dashes that begin list items. The line detector misses marks that small. */
import type { RecognizedLine } from './engine.ts';
import {
  fellowsOf,
  GAP,
  isFree,
  isWithin,
  LEAST_MARKS,
  MOST_MARKS,
  nearest,
  nextOnLevel,
  type OpeningMark,
  openedBy,
  readMarks,
  sizeOf,
  standsBefore,
  textsAndInk,
} from './opening-marks.ts';
import type { Component } from './pixels/components.ts';

/** In ems of the line that follows: the width and flatness of a dash … */
const DASH = { narrowest: 0.16, widest: 0.75, highest: 0.16, flatness: 1.6 };
/** … the width from which it is an en dash … */
const EN_DASH = 0.42;
/** … and the free space before it: inside a line, a dash joins words. */
const ALONE = 1.5;
/** A dash that was read as part of its line, or as a cell of its own. */
const READ_DASH = /^[-–—]$/;

/** The lines with the dashes put in front of them. `components`: the page's pieces of ink. */
export function withDashBullets(
  lines: readonly RecognizedLine[],
  components: readonly Component[],
): RecognizedLine[] {
  const page = textsAndInk(lines, components);
  if (page === null) return [...lines];
  const { texts, ink } = page;
  const ems = texts.map(({ em }) => em);
  const [largest, smallest] = [Math.max(0, ...ems), Math.min(...ems)];
  const flat = ink.filter(piece => isDash(piece, largest, (DASH.narrowest * smallest) / largest));
  const found = flat.flatMap(box => {
    const behind = texts.flatMap(({ line, em, base }): OpeningMark[] => {
      if (!isDash(box, em, DASH.narrowest) || !standsBefore(box, line, em, base)) return [];
      const textLeft = nextOnLevel(box, ink, base, em, GAP.from);
      if (textLeft === null) return [];
      const isRead = lines.some(other => other !== line && other.words.some(word => isWithin(box, word)));
      return isRead ? [] : [{ box, line, em, textLeft }];
    });
    return nearest(behind);
  });
  if (found.length > MOST_MARKS) return [...lines];
  const read = readMarks(lines, READ_DASH);
  const dashes = found.filter(
    dash =>
      fellowsOf(dash, found, read) >= LEAST_MARKS &&
      ink.every(other => other === dash.box || isAlone(dash, other)),
  );
  return lines.map(line => {
    const dash = dashes.find(one => one.line === line);
    if (dash === undefined) return line;
    return openedBy(dash.box.right - dash.box.left >= EN_DASH * dash.em ? '–' : '-', dash);
  });
}

function isDash({ left, top, right, bottom }: Component, em: number, narrowest: number): boolean {
  const [width, height] = [right - left, bottom - top];
  const isWide = width >= narrowest * em && width <= DASH.widest * em;
  return isWide && height <= DASH.highest * em && width >= DASH.flatness * height;
}

/** Whether the other piece neither touches the dash nor is a letter of the same line shortly before it. */
function isAlone(dash: OpeningMark, other: Component): boolean {
  const { box, em } = dash;
  const isBefore = other.right <= box.left && other.right > box.left - ALONE * em;
  const isOnLevel = other.top < box.bottom && other.bottom > box.top;
  return isFree(dash, other) && !(isBefore && isOnLevel && sizeOf(other) >= DASH.narrowest * em);
}

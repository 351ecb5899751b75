/** Dashes that open the items of a list: the finder of lines passes over them, as over all marks that small. */
import {
  type Bullet,
  GAP,
  inkAmong,
  isBelow,
  isFree,
  isOfOneList,
  isWithin,
  LEAST_BULLETS,
  MOST_BULLETS,
  MOST_PIECES,
  nextOnLevel,
  openedBy,
  sizeOf,
  standsBefore,
  textsOf,
} from './bullets.ts';
import type { RecognizedLine } from './engine.ts';
import type { Component } from './pixels/components.ts';

/** In ems of the line behind: a dash is so wide and flat … */
const DASH = { narrowest: 0.16, widest: 0.75, highest: 0.16, flatness: 1.6 };
/** … an en dash from this width on … */
const EN_DASH = 0.42;
/** … and nothing stands so near before it: inside a line it joins words. */
const ALONE = 1.5;
/** One that was read with its line, or as a cell of its own. */
const READ_DASH = /^[-–—]$/;

/** The lines with the dashes in front of them. `components`: the page's pieces of ink. */
export function withDashBullets(
  lines: readonly RecognizedLine[],
  components: readonly Component[],
): RecognizedLine[] {
  const texts = textsOf(lines);
  const ink = inkAmong(components, texts);
  if (ink.length > MOST_PIECES) return [...lines];
  const ems = texts.map(({ em }) => em);
  const [largest, smallest] = [Math.max(0, ...ems), Math.min(...ems)];
  const flat = ink.filter(piece => isDash(piece, largest, (DASH.narrowest * smallest) / largest));
  const found = flat.flatMap(box => {
    const behind = texts.flatMap(({ line, em, base }): Bullet[] => {
      if (!isDash(box, em, DASH.narrowest) || !standsBefore(box, line, em, base)) return [];
      const textLeft = nextOnLevel(box, ink, base, em, GAP.from);
      if (textLeft === null) return [];
      const isRead = lines.some(other => other !== line && other.words.some(word => isWithin(box, word)));
      return isRead ? [] : [{ box, own: null, line, em, textLeft, isEmblem: false }];
    });
    return behind.sort((a, b) => a.textLeft - b.textLeft).slice(0, 1);
  });
  if (found.length > MOST_BULLETS) return [...lines];
  const read = lines.flatMap(({ words: [first, ...others] }) =>
    first !== undefined && others.length > 0 && READ_DASH.test(first.text) ? [first] : [],
  );
  const bullets = found.filter(
    bullet =>
      found.filter(other => isOfOneList(bullet, other)).length +
        read.filter(other => isBelow(bullet, other)).length >=
        LEAST_BULLETS && ink.every(other => other === bullet.box || isAlone(bullet, other)),
  );
  return lines.map(line => {
    const bullet = bullets.find(one => one.line === line);
    if (bullet === undefined) return line;
    return openedBy(bullet.box.right - bullet.box.left >= EN_DASH * bullet.em ? '–' : '-', line, bullet);
  });
}

function isDash({ left, top, right, bottom }: Component, em: number, narrowest: number): boolean {
  const [width, height] = [right - left, bottom - top];
  const isWide = width >= narrowest * em && width <= DASH.widest * em;
  return isWide && height <= DASH.highest * em && width >= DASH.flatness * height;
}

/** Whether the other piece is no letter of the dash's own line before it, nor anything that touches it. */
function isAlone({ box, em, ...bullet }: Bullet, other: Component): boolean {
  const isBefore = other.right <= box.left && other.right > box.left - ALONE * em;
  const isOnLevel = other.top < box.bottom && other.bottom > box.top;
  return (
    isFree({ box, em, ...bullet }, other) && !(isBefore && isOnLevel && sizeOf(other) >= DASH.narrowest * em)
  );
}

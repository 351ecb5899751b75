/** Reads text that is not upright, line by line in its own direction, at its place on the page. */
import type { TextItem } from '../../page/content.ts';
import type { Line } from '../../page/line.ts';
import { linesOf } from './lines.ts';

/** Returns the lines of each angle, in the order seen by a reader who tilts the head. */
export function turnedLinesOf(items: readonly TextItem[]): Line[] {
  const angles = new Set(items.filter(item => item.angle !== 0).map(item => item.angle));
  return [...angles].flatMap(angle => {
    const turn = turnOf(angle);
    const upright = items.filter(item => item.angle === angle).map(item => turn.toUpright(item));
    return linesOf(upright).map(line => turn.toPage(line));
  });
}

interface Turn {
  toUpright(item: TextItem): TextItem;
  toPage(line: Line): Line;
}

/** Where a text begins. */
type Place = Pick<TextItem, 'left' | 'baseline'>;

/** Returns a function that turns places so that text at this angle stands upright. */
export function uprightPlaces(angle: number): (place: Place) => Place {
  const cos = Math.cos((angle * Math.PI) / 180);
  const sin = Math.sin((angle * Math.PI) / 180);
  return ({ left, baseline }) => ({
    left: left * cos - baseline * sin,
    baseline: left * sin + baseline * cos,
  });
}

function turnOf(angle: number): Turn {
  const cos = Math.cos((angle * Math.PI) / 180);
  const sin = Math.sin((angle * Math.PI) / 180);
  const toUpright = uprightPlaces(angle);
  return {
    toUpright: item => ({ ...item, angle: 0, ...toUpright(item) }),
    toPage: line => {
      const corners = [
        [line.left, line.top],
        [line.right, line.top],
        [line.left, line.bottom],
        [line.right, line.bottom],
      ].map(([x = 0, y = 0]) => [x * cos + y * sin, -x * sin + y * cos] as const);
      const xs = corners.map(([x]) => x);
      const ys = corners.map(([, y]) => y);
      return {
        ...line,
        angle,
        left: Math.min(...xs),
        right: Math.max(...xs),
        top: Math.min(...ys),
        bottom: Math.max(...ys),
        baseline: Math.max(...ys),
      };
    },
  };
}

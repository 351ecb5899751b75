/** Reads the numbers and labels that a chart has cached (ECMA-376 part 1, 21.2.2.24), as they are displayed. */
import { child, childrenNamed, descendants, path, type XmlNode } from '../xml/tree.ts';
import { showAs, showGeneral } from './number-code.ts';

/** By index. */
export type Points = Map<number, string>;

export interface Series {
  name: string;
  categories: Points;
  values: Points;
  /** Sizes of bubbles. */
  sizes?: Points;
}

/** Most points of one chart that are read; more are a data dump whose source is elsewhere in the file. */
export const POINTS = 2_000;

/** Returns the values cached in a reference or given in place. */
export function pointsOf(node: XmlNode | undefined): Points {
  const levels = childrenNamed(path(node, 'c:multiLvlStrRef', 'c:multiLvlStrCache'), 'c:lvl');
  return levels.length > 0 ? joinedLevels(levels.map(pointsIn)) : pointsIn(node);
}

function pointsIn(node: XmlNode | undefined): Points {
  const points: Points = new Map();
  if (node === undefined) return points;
  let show = asWritten;
  for (const one of descendants(node)) {
    if (points.size >= POINTS) break;
    if (one.name === 'c:numCache' || one.name === 'c:numLit') {
      show = shownAs(child(one, 'c:formatCode')?.text);
    } else if (one.name === 'c:pt') {
      const own = one.attributes.formatCode;
      const text = child(one, 'c:v')?.text ?? '';
      points.set(Number(one.attributes.idx), own === undefined ? show(text) : shownAs(own)(text));
    } else if (one.name === 'c:v' && points.size === 0) points.set(0, show(one.text));
  }
  return points;
}

export const asWritten = (text: string): string => text.trim();

/** Returns a function that shows values by a format, so that dates and percentages differ from plain numbers. */
export function shownAs(code = ''): (text: string) => string {
  const show = showAs(code.trim());
  if (show === showGeneral) return withoutNoise;
  return text => {
    const value = text.trim() === '' ? Number.NaN : Number(text);
    return (Number.isFinite(value) && show(value)) || text.trim();
  };
}

/** Significant digits of a single-precision number. */
const SINGLE_DIGITS = 7;

/**
 * Removes the noise of binary fractions from cached numbers, in double (`4.4000000000000004`) or single precision
 * (`2.29999995232`).
 */
function withoutNoise(text: string): string {
  const value = Number(text);
  if (!/^-?\d+\.\d{8,}(?:[eE][+-]?\d+)?$/.test(text.trim()) || !Number.isFinite(value)) return text.trim();
  const short = Number(value.toPrecision(SINGLE_DIGITS));
  if (Math.abs(Math.fround(short) - value) <= Math.abs(value) * 1e-10) return String(short);
  return /\.\d{10,}/.test(text) ? String(Number(value.toPrecision(12))) : text.trim();
}

/** Joins levels, from the inner to the outer; an outer label applies until the next one (21.2.2.95). */
export function joinedLevels([inner = new Map(), ...outer]: Points[]): Points {
  const current = outer.map(() => '');
  const indices = [...inner.keys()].sort((a, b) => a - b);
  return new Map(
    indices.map(index => {
      outer.forEach((level, at) => {
        current[at] = level.get(index) ?? current[at] ?? '';
      });
      const labels = [...current.toReversed(), inner.get(index) ?? ''];
      return [index, labels.filter(label => label !== '').join(' ')];
    }),
  );
}

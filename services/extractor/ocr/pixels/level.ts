/** A page with level lines. */
import type { GreyImage } from '../engine.ts';
import { flattened } from './flatten.ts';
import type { Mask } from './ink.ts';
import type { Sheet } from './sheet.ts';
import { type Lean, leanOf } from './skew.ts';
import { turnedByDegrees } from './turn.ts';

/** The page itself where its lines are level. `mask` is its ink. */
export function levelled(image: GreyImage, mask: Mask): GreyImage {
  const lean = leanOf(mask);
  if (lean.top !== lean.bottom) return flattened(image, fanSheet(image, lean), null);
  return lean.top === 0 ? image : turnedByDegrees(image, lean.top);
}

/** The part of the plane that the page's lines cut out: what becomes the picture. */
function fanSheet({ width, height }: GreyImage, { top, bottom }: Lean): Sheet {
  const [fall, lower] = [top, bottom].map(degrees => (Math.tan((degrees * Math.PI) / 180) * width) / 2);
  return {
    topLeft: { x: 0, y: -(fall ?? 0) },
    topRight: { x: width, y: fall ?? 0 },
    bottomLeft: { x: 0, y: height - (lower ?? 0) },
    bottomRight: { x: width, y: height + (lower ?? 0) },
    bulges: { top: 0, bottom: 0, left: 0, right: 0 },
  };
}

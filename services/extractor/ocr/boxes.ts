/**
 * Boxes of recognized lines: moves them between pictures (from a crop to its page, from an enlarged picture to the
 * original) and finds them by position.
 */
import type { Box, RecognizedLine } from './engine.ts';

/** Scales the box first, then moves it. */
export function placedBox<B extends Box>(box: B, factor: number, right = 0, down = 0): B {
  return {
    ...box,
    left: box.left * factor + right,
    top: box.top * factor + down,
    right: box.right * factor + right,
    bottom: box.bottom * factor + down,
  };
}

export function placedLine(line: RecognizedLine, factor: number, right = 0, down = 0): RecognizedLine {
  const words = line.words.map(word => placedBox(word, factor, right, down));
  return { ...placedBox(line, factor, right, down), words };
}

export const widthOf = ({ left, right }: Pick<Box, 'left' | 'right'>): number => right - left;
export const heightOf = ({ top, bottom }: Pick<Box, 'top' | 'bottom'>): number => bottom - top;
export const middleX = ({ left, right }: Pick<Box, 'left' | 'right'>): number => (left + right) / 2;
export const middleY = ({ top, bottom }: Pick<Box, 'top' | 'bottom'>): number => (top + bottom) / 2;

/** The smallest box around all the boxes. */
export function around(boxes: readonly Box[]): Box {
  return {
    left: Math.min(...boxes.map(box => box.left)),
    top: Math.min(...boxes.map(box => box.top)),
    right: Math.max(...boxes.map(box => box.right)),
    bottom: Math.max(...boxes.map(box => box.bottom)),
  };
}

/** Whether a frame encloses a box with more than `margin` to spare on every side. */
export function surrounds(frame: Box, { left, top, right, bottom }: Box, margin = 0): boolean {
  return (
    frame.left < left - margin &&
    frame.right > right + margin &&
    frame.top < top - margin &&
    frame.bottom > bottom + margin
  );
}

/** Of the boxes that the height `y` crosses, the one nearest to these sides. */
export function nearestOnLevel<B extends Box>(
  y: number,
  { left, right }: Pick<Box, 'left' | 'right'>,
  boxes: readonly B[],
): B | null {
  const distance = (box: Box) => Math.max(box.left - right, left - box.right);
  const [nearest] = boxes
    .filter(({ top, bottom }) => top < y && bottom > y)
    .sort((a, b) => distance(a) - distance(b));
  return nearest ?? null;
}

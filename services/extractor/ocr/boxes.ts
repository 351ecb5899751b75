/** Boxes of recognized lines: moved between pictures (from a crop to its page, from an enlarged picture to the original), and found by place. */
import type { Box, RecognizedLine } from './engine.ts';

export function movedLine(line: RecognizedLine, right: number, down: number): RecognizedLine {
  const move = <B extends Box>(box: B): B => ({
    ...box,
    left: box.left + right,
    top: box.top + down,
    right: box.right + right,
    bottom: box.bottom + down,
  });
  return { ...move(line), words: line.words.map(move) };
}

export function scaledLine(line: RecognizedLine, factor: number): RecognizedLine {
  return { ...scaledBox(line, factor), words: line.words.map(word => scaledBox(word, factor)) };
}

export function scaledBox<B extends Box>(box: B, factor: number): B {
  return {
    ...box,
    left: box.left * factor,
    top: box.top * factor,
    right: box.right * factor,
    bottom: box.bottom * factor,
  };
}

/** The smallest box around all of them. */
export function around(boxes: readonly Box[]): Box {
  return {
    left: Math.min(...boxes.map(box => box.left)),
    top: Math.min(...boxes.map(box => box.top)),
    right: Math.max(...boxes.map(box => box.right)),
    bottom: Math.max(...boxes.map(box => box.bottom)),
  };
}

/** Of the boxes that the height `y` runs through, the one nearest to these sides. */
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

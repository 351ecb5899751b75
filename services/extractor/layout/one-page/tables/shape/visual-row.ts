import type { Word } from './words.ts';

/** Words on one baseline that belong together, from left to right. */
export interface VisualRow {
  baseline: number;
  size: number;
  left: number;
  right: number;
  words: Word[];
}

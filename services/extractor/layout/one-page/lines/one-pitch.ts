/** Recognises text set like a program: all characters equally wide. */

import type { Line } from '../../page/line.ts';
import { holdsSquares } from '../../text/scripts.ts';

/** Least share of a line's characters, so that a word in another font may stand among them. */
const PITCH_SHARE = 0.9;

/** Whether a line is set like program text. East Asian fonts are fixed-pitch by nature and do not count. */
export const isOnePitch = ({ monospace, text }: Line): boolean =>
  monospace >= PITCH_SHARE && !holdsSquares(text);

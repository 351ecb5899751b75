/** Text set as programs are: each character as wide as another. */

import type { Line } from '../../page/line.ts';
import { holdsSquares } from '../../text/scripts.ts';

/** Share of a line's characters: a word in another font may stand among them. */
const PITCH_SHARE = 0.9;

/** Whether a line is set as program text is; East Asian fonts are of fixed pitch by nature. */
export const isOnePitch = ({ monospace, text }: Line): boolean =>
  monospace >= PITCH_SHARE && !holdsSquares(text);

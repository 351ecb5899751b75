/** Reads a line of a script whose print may have vowel points. */
import { placedLine } from '../boxes.ts';
import { meanConfidence } from '../confidence.ts';
import type { Box, GreyImage, RecognizedLine } from '../engine.ts';
import { withoutPoints } from '../pixels/points.ts';
import { cropped } from '../pixels/scale.ts';
import type { TesseractPool } from './pool.ts';
import { darkOnLight, readLine } from './read-line.ts';

/** A line read with this confidence (0…100) has no points that matter. */
const CERTAIN = 85;

/** Like `readLine`, but without the line's points if it is read more confidently that way. */
export async function readPointedLine(
  pool: Pick<TesseractPool, 'read'>,
  code: string,
  image: GreyImage,
  box: Box,
): Promise<RecognizedLine | null> {
  const read = await readLine(pool, code, image, box);
  const confidence = read === null ? 0 : meanConfidence([read]);
  if (confidence >= CERTAIN) return read;
  const bare = withoutPoints(darkOnLight(cropped(image, box)));
  if (bare === null) return read;
  const whole = { left: 0, top: 0, right: bare.width, bottom: bare.height };
  const other = await readLine(pool, code, bare, whole);
  if (other === null || meanConfidence([other]) <= confidence) return read;
  const { left, top, right, bottom } = box;
  const placed = placedLine(other, 1, Math.max(0, Math.floor(left)), Math.max(0, Math.floor(top)));
  return { ...placed, left, top, right, bottom };
}

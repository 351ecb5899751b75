/** Reads pages that a few vertical words have turned sideways: their picture is more likely upright as the page lies. */
import type { PageContent } from '../../../layout/page/content.ts';
import type { GreyImage, OcrEngine, RecognizedPage } from '../../../ocr/engine.ts';
import { type QuarterTurns, turnedByQuarters } from '../../../ocr/pixels/transform.ts';

/** Reads the picture of a page with little text of its own. The turns are counted from the page as it is displayed. */
export async function readAsItLies(
  ocr: OcrEngine,
  { quarterTurns = 0 }: PageContent,
  image: GreyImage,
  more: boolean,
): Promise<RecognizedPage> {
  if (quarterTurns % 2 === 0) return ocr.recognize(image, more);
  const back = (4 - quarterTurns) as QuarterTurns;
  const read = await ocr.recognize(await turnedByQuarters(image, back), more);
  return { ...read, quarterTurns: ((back + read.quarterTurns) % 4) as QuarterTurns };
}

/** Pictures of documents: scans, photographs, receipts, screenshots. All their text is read by OCR. */
import type { Document, Warning } from '../../../../schemas/document.ts';
import type { Format, ParseContext, Source } from '../../format.ts';
import type { PicturedPage } from '../../layout/recognized/blocks.ts';
import { OutOfTime } from '../../ocr/engine.ts';
import { inTurn } from '../../ocr/in-turn.ts';
import { warningOf } from '../../ocr/warning.ts';
import { openPictures } from './decode.ts';

export const format: Format = {
  name: 'image',
  contentTypes: ['image/png', 'image/jpeg', 'image/tiff', 'image/webp', 'image/gif', 'image/bmp'],
  parse,
};

async function parse(
  { bytes, contentType }: Source,
  { ocr, ceilings, pageDone }: ParseContext,
): Promise<Document> {
  const pictures = await openPictures(bytes, contentType, ceilings);
  const count = Math.min(pictures.count, ceilings.pages);
  const warnings: Warning[] = [];
  const read: PicturedPage[] = [];
  if (count < pictures.count) warnings.push({ code: 'page-ceiling', page: null });
  if (pictures.animated) warnings.push({ code: 'animation-first-frame', page: null });
  if (pictures.cutOff) warnings.push({ code: 'picture-damaged', page: null });
  const failures: unknown[] = [];
  const damaged = new Set<number>();
  const readings = inTurn(count, ocr.atOnce ?? 1, async index => {
    const { image, damage } = await pictures.decode(index);
    const recognized = await ocr.recognize(image, index < count - 1);
    if (damage === null) return recognized;
    if (recognized.lines.length === 0) throw damage;
    damaged.add(index + 1);
    return recognized;
  });
  let page = 0;
  for await (const reading of readings) {
    page++;
    pageDone?.(page, count);
    if (reading.status === 'fulfilled') {
      read.push({ number: page, recognized: reading.value });
      const code = warningOf(reading.value);
      if (code) warnings.push({ code, page });
      if (damaged.has(page)) warnings.push({ code: 'picture-damaged', page });
      continue;
    }
    if (reading.reason instanceof OutOfTime) throw reading.reason;
    // One damaged page does not cost the others.
    failures.push(reading.reason);
    warnings.push({ code: 'page-unreadable', page });
  }
  if (failures.length === count) throw failures[0];
  const { blocksOfPictures } = await import('../../layout/recognized/blocks.ts');
  return { blocks: blocksOfPictures(read), pages: count, ocr: true, warnings };
}

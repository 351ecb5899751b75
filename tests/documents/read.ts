/** Reads a PDF and returns its outline. */
import { renderElements } from '../../core/render/elements.ts';
import { renderPlainText } from '../../core/render/plain-text.ts';
import { storable } from '../../core/render/storable.ts';
import { CEILINGS } from '../../services/extractor/format.ts';
import { parsePdf } from '../../services/extractor/formats/pdf/parse.ts';
import { ownOcr } from '../../services/extractor/worker/extract.ts';
import { type OutlineLine, outlineOfElements } from './outline.ts';

export async function outlineOfPdf(bytes: Uint8Array): Promise<OutlineLine[]> {
  const parsed = await parsePdf(
    { bytes, contentType: 'application/pdf' },
    { ocr: await ownOcr(), ceilings: CEILINGS },
  );
  return outlineOfElements(renderElements(renderPlainText(storable(parsed))));
}

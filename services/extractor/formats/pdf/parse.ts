/** A PDF as a document: pages read one by one, then the rules that need all of them. */
import type { Document } from '../../../../schemas/document.ts';
import type { ParseContext, Source } from '../../format.ts';
import { openPdf } from './read/open.ts';
import { readPage } from './read/read-page.ts';

export async function parsePdf(source: Source, context: ParseContext): Promise<Document> {
  const pdf = await openPdf(source.bytes);
  try {
    const document: Document = { blocks: [], pages: pdf.document.numPages, ocr: false, warnings: [] };
    const config = await pdf.document.getOptionalContentConfig();
    for (let n = 1; n <= Math.min(pdf.document.numPages, context.ceilings.pages); n++) {
      const page = await readPage(pdf, n, group => config.isVisible(group));
      const text = page.items
        .map(i => (i.spaceBefore ? ' ' : '') + i.text)
        .join('')
        .trim();
      if (text) document.blocks.push({ kind: 'paragraph', text, page: n });
    }
    return document;
  } finally {
    await pdf.close();
  }
}

/** A PDF as a document: pages read one by one, then the rules that need all of them. */
import type { Document } from '../../../../schemas/document.ts';
import type { ParseContext, Source } from '../../format.ts';
import { assemble } from './assemble.ts';
import { draftOf, type PageDraft } from './pages/draft.ts';
import { type OpenPdf, openPdf } from './read/open.ts';
import { readPage } from './read/read-page.ts';

export async function parsePdf(source: Source, context: ParseContext): Promise<Document> {
  const pdf = await openPdf(source.bytes);
  try {
    const drafts = await readDrafts(pdf, context);
    return { blocks: assemble(drafts), pages: pdf.document.numPages, ocr: false, warnings: [] };
  } finally {
    await pdf.close();
  }
}

export async function readDrafts(pdf: OpenPdf, context: ParseContext): Promise<PageDraft[]> {
  const config = await pdf.document.getOptionalContentConfig();
  const drafts: PageDraft[] = [];
  const count = Math.min(pdf.document.numPages, context.ceilings.pages);
  for (let number = 1; number <= count; number++) {
    const page = await readPage(pdf, number, group => config.isVisible(group));
    drafts.push(draftOf(page));
  }
  return drafts;
}

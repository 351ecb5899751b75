/** A PDF as a document: pages read one by one, then the rules that need all of them. */
import type { Document, Warning } from '../../../../schemas/document.ts';
import type { ParseContext, Source } from '../../format.ts';
import { assemble } from './assemble.ts';
import { draftOf, type PageDraft } from './pages/draft.ts';
import { type OpenPdf, openPdf } from './read/open.ts';
import { readPage } from './read/read-page.ts';
import { PageScanner } from './scan.ts';

export async function parsePdf(source: Source, context: ParseContext): Promise<Document> {
  const pdf = await openPdf(source.bytes);
  const scanner = new PageScanner(source.bytes, context.ocr);
  try {
    const { drafts, ocr, warnings } = await readDrafts(pdf, scanner, context);
    return { blocks: assemble(drafts), pages: pdf.document.numPages, ocr, warnings };
  } finally {
    await scanner.close();
    await pdf.close();
  }
}

interface Reading {
  drafts: PageDraft[];
  /** Whether any text was read by OCR. */
  ocr: boolean;
  warnings: Warning[];
}

export async function readDrafts(
  pdf: OpenPdf,
  scanner: PageScanner,
  context: ParseContext,
): Promise<Reading> {
  const config = await pdf.document.getOptionalContentConfig();
  const reading: Reading = { drafts: [], ocr: false, warnings: [] };
  const count = Math.min(pdf.document.numPages, context.ceilings.pages);
  for (let number = 1; number <= count; number++) {
    const page = await readPage(pdf, number, group => config.isVisible(group));
    const seen = await scanner.see(page);
    reading.drafts.push(draftOf(seen.page));
    reading.ocr ||= seen.ocr;
    if (seen.warning) reading.warnings.push(seen.warning);
  }
  return reading;
}

/** A PDF as a document: pages read one by one, then the rules that need all of them. */
import type { Document, Warning } from '../../../../schemas/document.ts';
import { ExtractionError, type ParseContext, type Source } from '../../format.ts';
import { assemble } from './assemble.ts';
import { asRead } from './direction/as-read.ts';
import type { PageContent } from './page.ts';
import { draftOf, type PageDraft } from './pages/draft.ts';
import { outlineOf } from './read/evidence.ts';
import { type OpenPdf, openPdf } from './read/open.ts';
import { readPage } from './read/read-page.ts';
import { PageScanner } from './scan.ts';

export async function parsePdf(source: Source, context: ParseContext): Promise<Document> {
  const pdf = await openPdf(source.bytes);
  const scanner = new PageScanner(pdf.bytes, context.ocr);
  try {
    const { drafts, ocr, warnings } = await readDrafts(pdf, scanner, context);
    const blocks = assemble(drafts, await outlineOf(pdf.document));
    return { blocks, pages: pdf.document.numPages, ocr, warnings };
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
  { ceilings }: Pick<ParseContext, 'ceilings'>,
): Promise<Reading> {
  const config = await pdf.document.getOptionalContentConfig();
  const reading: Reading = { drafts: [], ocr: false, warnings: [] };
  const { numPages } = pdf.document;
  let characters = 0;
  for (let number = 1; number <= Math.min(numPages, ceilings.pages); number++) {
    const page = await readPage(pdf, number, group => config.isVisible(group)).catch(() => null);
    if (page === null) reading.warnings.push({ code: 'page-unreadable', page: number });
    const seen = await scanner.see(page ?? emptyPage(number));
    reading.drafts.push(draftOf(asRead(seen.page)));
    reading.ocr ||= seen.ocr;
    if (seen.warning) reading.warnings.push(seen.warning);
    characters += seen.page.items.reduce((sum, item) => sum + item.text.length, 0);
    if (characters > ceilings.textCharacters)
      throw new ExtractionError('extraction_failed', 'The PDF holds too much text.', { bomb: true });
  }
  if (numPages > ceilings.pages) reading.warnings.push({ code: 'page-ceiling', page: null });
  if (reading.warnings.filter(warning => warning.code === 'page-unreadable').length === numPages)
    throw new ExtractionError('extraction_failed', 'No page of the PDF can be read.');
  return reading;
}

/** A page that pdf.js cannot read keeps its place; the scanner may still see it. */
function emptyPage(number: number): PageContent {
  return { number, width: 612, height: 792, items: [], rules: [], shadings: [], curves: [], pictures: [] };
}

/** Parses a PDF: pages are read one by one, then the rules that need all of them run. */

import type { Document, Warning } from '../../../../schemas/document.ts';
import { ExtractionError, type ParseContext, type Source } from '../../format.ts';
import { assemble } from '../../layout/document/assemble.ts';
import { asRead } from '../../layout/one-page/direction/as-read.ts';
import { draftOf, kept } from '../../layout/one-page/draft/draft.ts';
import { inLineOrder } from '../../layout/one-page/order/line-order.ts';
import type { PageContent } from '../../layout/page/content.ts';
import type { PageDraft } from '../../layout/page/draft.ts';
import { portfolioContents } from './portfolio.ts';
import { type OpenPdf, openPdf } from './read/open.ts';
import { readPage } from './read/read-page.ts';
import { type BegunPage, PageScanner } from './scan/scan.ts';
import type { SeenPage } from './scan/seen-page.ts';
import { outlineOf } from './tags/evidence.ts';
import type { Visibility } from './vectors/operator-list.ts';
import { readForm } from './xfa/read-form.ts';

/** From this page on, drafts are kept in less memory; earlier, it would cost more time than the memory is worth. */
const LONG_DOCUMENT_PAGES = 50;
/**
 * pdf.js keeps every font it has met, and some files have their own fonts on each page. A cleanup frees them, but makes
 * pdf.js read shared ones again.
 */
const PAGES_BETWEEN_CLEANUPS = 100;

export async function parsePdf(source: Source, context: ParseContext): Promise<Document> {
  const read = await readDocument(source, context);
  if ('blocks' in read) return read;
  const { drafts, outline, pages, ocr, warnings, portfolio } = read;
  const blocks = assemble(drafts, outline);
  if (portfolio === null) return { blocks, pages, ocr, warnings };
  return {
    blocks: [...blocks, ...portfolio.blocks],
    pages,
    ocr: ocr || portfolio.ocr,
    warnings: [...warnings, ...portfolio.warnings],
  };
}

/** Reads everything needed from the file, so that its readers and their memory are gone before its blocks are assembled. */
async function readDocument(source: Source, context: ParseContext) {
  const pdf = await openPdf(source.bytes, context.ceilings.operators);
  const scanner = new PageScanner(pdf.bytes, context.ocr);
  try {
    const form = pdf.isXfaForm ? await readForm(pdf, context.ceilings) : null;
    if (form !== null) return form;
    const reading = await readDrafts(pdf, scanner, context);
    if (pdf.isXfaForm) reading.warnings.push({ code: 'form-not-read', page: null });
    const portfolio = pdf.isPortfolio ? await portfolioContents(pdf, context) : null;
    return { ...reading, portfolio, outline: await outlineOf(pdf.document), pages: pagesOf(pdf, source) };
  } finally {
    await scanner.close();
    await pdf.close();
  }
}

/**
 * Returns the number of pages, at most one for each byte: pdf.js believes the counts in the page tree when it finds the
 * last page, even three thousand million.
 */
function pagesOf({ document }: OpenPdf, { bytes }: Source): number {
  return Math.min(document.numPages, bytes.length);
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
  { ceilings, pageDone }: Pick<ParseContext, 'ceilings' | 'pageDone'>,
): Promise<Reading> {
  const config = await pdf.document.getOptionalContentConfig();
  const reading: Reading = { drafts: [], ocr: false, warnings: [] };
  const { numPages } = pdf.document;
  const last = Math.min(numPages, ceilings.pages);
  const isLong = numPages >= LONG_DOCUMENT_PAGES;
  let characters = 0;
  const begun: BegunPage[] = [];
  for (let number = 1; number <= last; number++) {
    const page = await readUpright(pdf, number, scanner, group => config.isVisible(group)).catch(unreadable);
    if (page === null) reading.warnings.push({ code: 'page-unreadable', page: number });
    begun.push(scanner.begin(page ?? emptyPage(number), number < last));
    const isStage = number % PAGES_BETWEEN_CLEANUPS === 0;
    for (const next of finishable(begun, isStage || number === last ? 1 : scanner.atOnce)) {
      characters += added(reading, await scanner.finish(next), isLong);
      pageDone?.(reading.drafts.length, last);
    }
    if (isStage) await pdf.document.cleanup();
    if (characters > ceilings.textCharacters)
      throw new ExtractionError('extraction_failed', 'The PDF holds too much text.', { bomb: true });
  }
  if (numPages > ceilings.pages) reading.warnings.push({ code: 'page-ceiling', page: null });
  if (reading.warnings.filter(warning => warning.code === 'page-unreadable').length === numPages)
    throw new ExtractionError('extraction_failed', 'No page of the PDF can be read.');
  return reading;
}

/** Reads a page, turned if its text is upside down, unless PDFium reads that text upright; then PDFium's words are used. */
async function readUpright(
  pdf: OpenPdf,
  number: number,
  scanner: PageScanner,
  isVisible: Visibility,
): Promise<PageContent> {
  const page = await readPage(pdf, number, isVisible);
  const upright = page.quarterTurns === 2 ? await scanner.uprightWords(page) : null;
  if (upright === null) return page;
  return { ...(await readPage(pdf, number, isVisible, true)), items: upright };
}

/**
 * Yields the pages whose turn it is: a page only waits for one that is being read before it, and then for fewer than
 * `atOnce`.
 */
function* finishable(begun: BegunPage[], atOnce: number): Generator<BegunPage> {
  for (let [first] = begun; first && (first.reading === null || begun.length >= atOnce); [first] = begun) {
    begun.shift();
    yield first;
  }
}

/** Adds a page and returns its number of characters. */
function added(reading: Reading, { page, ocr, warning }: SeenPage, isLong: boolean): number {
  // OCR has already put its words in order.
  const draft = draftOf(asRead(ocr ? page : { ...page, items: inLineOrder(page.items) }));
  reading.drafts.push(isLong ? kept(draft) : draft);
  reading.ocr ||= ocr;
  if (warning) reading.warnings.push(warning);
  return page.items.reduce((sum, item) => sum + item.text.length, 0);
}

/** Leaves out a page that pdf.js cannot read; rethrows the error of one that costs too much, which ends the document. */
function unreadable(error: unknown): null {
  if (error instanceof ExtractionError) throw error;
  return null;
}

/** Stands for a page that pdf.js cannot read; the scanner may still be able to see it. */
function emptyPage(number: number): PageContent {
  return { number, width: 612, height: 792, items: [], rules: [], shadings: [], curves: [], pictures: [] };
}

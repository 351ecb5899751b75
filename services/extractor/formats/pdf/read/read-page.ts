/** One page from pdf.js as the structure rules see it. */
import type { PDFPageProxy } from 'pdfjs-dist/legacy/build/pdf.mjs';
import type { Matrix, PageContent, PageVectors, TextItem } from '../page.ts';
import { withoutDuplicates } from './duplicates.ts';
import { loadEngine } from './engine.ts';
import { type OpenPdf, operatorsOf } from './open.ts';
import { readText, type Visibility } from './text-operators.ts';

export async function readPage(pdf: OpenPdf, number: number, isVisible: Visibility): Promise<PageContent> {
  const page = await pdf.document.getPage(number);
  try {
    return await contentOf(pdf, page, number, isVisible);
  } finally {
    page.cleanup();
  }
}

async function contentOf(
  pdf: OpenPdf,
  page: PDFPageProxy,
  number: number,
  isVisible: Visibility,
): Promise<PageContent> {
  const viewport = page.getViewport({ scale: 1 });
  const view = viewport.transform as unknown as Matrix;
  const operators = await operatorsOf(await loadEngine(), page);
  const items = readText(operators, view, pdf.port.fonts, isVisible);
  const { width, height } = viewport;
  const vectors: PageVectors = { rules: [], shadings: [], curves: [], pictures: [] };
  return {
    number,
    width,
    height,
    items: withoutDuplicates(items.filter(item => isOnPage(item, width, height))),
    ...vectors,
  };
}

/** What lies outside the crop box is not seen by any reader. */
function isOnPage(item: TextItem, width: number, height: number): boolean {
  const { left, baseline, size } = item;
  return left > -size && left < width && baseline > 0 && baseline < height + size;
}

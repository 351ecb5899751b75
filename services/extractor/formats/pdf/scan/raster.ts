/**
 * Renders pages of a PDF to grey pixels and words with PDFium: WebAssembly that is loaded on demand, with memory freed
 * by hand.
 */
import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import type { WrappedPdfiumModule } from '@embedpdf/pdfium';
import type { Rectangle, TextItem } from '../../../layout/page/content.ts';
import { areaOf } from '../../../layout/page/geometry.ts';
import type { GreyImage } from '../../../ocr/engine.ts';
import type { QuarterTurns } from '../../../ocr/pixels/transform.ts';
import { wordsOf } from './pdfium-words.ts';

/** FPDFBitmap_Gray: 8 bits for each pixel (fpdfview.h). */
const GREY_FORMAT = 1;
/** FPDF_ANNOT: stamps and filled fields are part of the page. */
const WITH_ANNOTATIONS = 0x01;
const WHITE = 0xffffffff;

/** The resolution with the best OCR results for its cost. */
const DOTS_PER_INCH = 200;
const POINTS_PER_INCH = 72;
export const OCR_PIXELS_PER_POINT = DOTS_PER_INCH / POINTS_PER_INCH;
/** Least side of a rendered page, that of a paperback: some programs put a whole sheet on a page of an inch or two. */
const LEAST_PAGE_SIDE_PX = 1_600;
/** Posters and engineering drawings are rendered more coarsely, so that a page costs no more than an A3 one. */
const MOST_PIXELS = 12_000_000;
/** Two programs' ratios of width to height differ for one page by less than this share, through rounding. */
const SHAPE_SHARE = 0.02;

export interface Raster {
  image: GreyImage;
  /** Pixels to the point. */
  scale: number;
}

let library: Promise<WrappedPdfiumModule> | null = null;

async function loadLibrary(): Promise<WrappedPdfiumModule> {
  const { init } = await import('@embedpdf/pdfium');
  const file = createRequire(import.meta.url).resolve('@embedpdf/pdfium/pdfium.wasm');
  const wasmBinary = await readFile(file);
  const pdfium = await init({ wasmBinary: wasmBinary.buffer as ArrayBuffer });
  pdfium.PDFiumExt_Init();
  return pdfium;
}

/**
 * Calls PDFium. A document that breaks it (functions nested until its stack is full, a picture larger than its memory)
 * leaves it broken, since nothing resets WebAssembly. The next document gets a new instance, which loads in .1 s.
 */
function asked<T>(question: () => T): T {
  try {
    return question();
  } catch (error) {
    library = null;
    throw error;
  }
}

/** Returns PDFium's memory, which the package leaves out of its types. It moves when it grows. */
function heapOf({ pdfium }: WrappedPdfiumModule): Uint8Array {
  return (pdfium as unknown as { HEAPU8: Uint8Array }).HEAPU8;
}

/** Size in points of view space, and the clockwise turns from the page to the view. */
export interface PageSize {
  width: number;
  height: number;
  quarterTurns?: QuarterTurns | undefined;
}

/** One open PDF. `close` must be called. */
export class PdfRasterizer {
  private readonly pdfium: WrappedPdfiumModule;
  private readonly document: number;
  /** PDFium reads from this copy of the file as long as the document is open. */
  private readonly file: number;
  /** The page rendered last, 0 for none: it is loaded once for all its pictures, and keeps what it decoded. */
  private page = 0;
  private pageNumber = 0;
  /** Whether PDFium broke on this document: then it is not called again, and its memory is discarded. */
  private isBroken = false;

  private constructor(pdfium: WrappedPdfiumModule, document: number, file: number) {
    this.pdfium = pdfium;
    this.document = document;
    this.file = file;
  }

  /** Opens a file; null where PDFium cannot open what pdf.js could. */
  static async open(bytes: Uint8Array): Promise<PdfRasterizer | null> {
    library ??= loadLibrary();
    const pdfium = await library;
    const { wasmExports } = pdfium.pdfium;
    const file = wasmExports.malloc(bytes.length);
    const heap = heapOf(pdfium);
    heap.set(bytes, file);
    try {
      const document = asked(() => pdfium.FPDF_LoadMemDocument(file, bytes.length, ''));
      if (document !== 0) return new PdfRasterizer(pdfium, document, file);
    } catch {
      return null;
    }
    wasmExports.free(file);
    return null;
  }

  /**
   * Returns the words that PDFium reads on a page of `width` × `height` points, in drawing order and at their places on
   * the page as it lies. Empty where `render` returns null, and for a page viewed sideways, since the widths of
   * vertical words are unknown.
   */
  words(pageNumber: number, size: PageSize): TextItem[] {
    if (isOnItsSide(size)) return [];
    const words = this.ask(() => {
      const page = this.load(pageNumber);
      return page !== 0 && this.hasShape(page, size) ? wordsOf(this.pdfium, page, size) : [];
    });
    return words ?? [];
  }

  close(): void {
    try {
      this.ask(() => {
        this.closePage();
        this.pdfium.FPDF_CloseDocument(this.document);
        this.pdfium.pdfium.wasmExports.free(this.file);
      });
    } catch {
      // Keep the words read before the failure.
    }
  }

  /**
   * Renders a page, or a part of it in points of view space, turned like the view. Null where PDFium cannot, or where
   * its size of the page differs from the caller's `width` × `height` points.
   */
  render(
    pageNumber: number,
    size: PageSize,
    part: Rectangle = { left: 0, top: 0, right: size.width, bottom: size.height },
  ): Raster | null {
    return this.ask(() => {
      const page = this.load(pageNumber);
      return page !== 0 && this.hasShape(page, size) ? this.renderPart(page, size, part) : null;
    });
  }

  /** Returns null where PDFium is broken; throws where it breaks on this call. */
  private ask<T>(question: () => T): T | null {
    if (this.isBroken) return null;
    this.isBroken = true;
    const answer = asked(question);
    this.isBroken = false;
    return answer;
  }

  /** Returns 0 where PDFium cannot load the page. */
  private load(pageNumber: number): number {
    if (this.pageNumber === pageNumber) return this.page;
    this.closePage();
    this.page = this.pdfium.FPDF_LoadPage(this.document, pageNumber - 1);
    this.pageNumber = pageNumber;
    return this.page;
  }

  private closePage(): void {
    if (this.page !== 0) this.pdfium.FPDF_ClosePage(this.page);
    this.page = 0;
    this.pageNumber = 0;
  }

  /** Sizes may differ by a factor (UserUnit), but not in shape. */
  private hasShape(page: number, size: PageSize): boolean {
    const seen = this.pdfium.FPDF_GetPageWidthF(page) / this.pdfium.FPDF_GetPageHeightF(page);
    const { width, height } = size;
    const shape = isOnItsSide(size) ? height / width : width / height;
    return Math.abs(seen / shape - 1) < SHAPE_SHARE;
  }

  private renderPart(page: number, size: PageSize, part: Rectangle): Raster | null {
    const { left, top, right, bottom } = part;
    const least = LEAST_PAGE_SIDE_PX / Math.max(size.width, size.height);
    const scale = Math.min(Math.max(OCR_PIXELS_PER_POINT, least), Math.sqrt(MOST_PIXELS / areaOf(part)));
    const width = Math.max(1, Math.round((right - left) * scale));
    const height = Math.max(1, Math.round((bottom - top) * scale));
    const bitmap = this.pdfium.FPDFBitmap_CreateEx(width, height, GREY_FORMAT, 0, 0);
    if (bitmap === 0) return null;
    try {
      this.pdfium.FPDFBitmap_FillRect(bitmap, 0, 0, width, height, WHITE);
      const whole = [size.width, size.height].map(length => Math.round(length * scale));
      const [wholeWidth = width, wholeHeight = height] = whole;
      const [x, y] = [-Math.round(left * scale), -Math.round(top * scale)];
      const turn = size.quarterTurns ?? 0;
      this.pdfium.FPDF_RenderPageBitmap(bitmap, page, x, y, wholeWidth, wholeHeight, turn, WITH_ANNOTATIONS);
      return { image: this.pixelsOf(bitmap, width, height), scale };
    } finally {
      this.pdfium.FPDFBitmap_Destroy(bitmap);
    }
  }

  private pixelsOf(bitmap: number, width: number, height: number): GreyImage {
    const stride = this.pdfium.FPDFBitmap_GetStride(bitmap);
    const start = this.pdfium.FPDFBitmap_GetBuffer(bitmap);
    const heap = heapOf(this.pdfium);
    const pixels = new Uint8Array(width * height);
    for (let y = 0; y < height; y++) {
      const row = start + y * stride;
      pixels.set(heap.subarray(row, row + width), y * width);
    }
    return { width, height, pixels };
  }
}

const isOnItsSide = ({ quarterTurns = 0 }: PageSize): boolean => quarterTurns % 2 === 1;

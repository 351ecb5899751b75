/** Text that a PDF only shows: pages that are pictures, and pictures with words on pages of text, read by OCR. */
import { createHash } from 'node:crypto';
import type { Warning } from '../../../../schemas/document.ts';
import type { GreyImage, OcrEngine, RecognizedLine } from '../../ocr/engine.ts';
import { looksLikeText } from '../../ocr/text-likeness.ts';
import type { PageContent, PictureBox, TextItem } from './page.ts';
import { itemsOf, rulesFrom } from './scan-items.ts';
import { linesBeside, readableItems } from './scan-merge.ts';
import { needsOcr, picturesToRead } from './scan-need.ts';
import { isPhotograph } from './scan-photograph.ts';
import { DocumentPrint } from './scan-print.ts';
import { PdfRasterizer } from './scan-raster.ts';

export interface SeenPage {
  page: PageContent;
  /** Whether any of its text was read by OCR. */
  ocr: boolean;
  warning: Warning | null;
}

/** Lines in pictures of text pages must be read this well to count (0…100): charts and photographs mislead. */
const PICTURE_LINE_CONFIDENCE = 70;

/** One document's pages are handed through `see`, from the first to the last; `close` gives the memory back. */
export class PageScanner {
  private readonly bytes: Uint8Array;
  private readonly ocr: OcrEngine;
  private rasterizer: Promise<PdfRasterizer | null> | null = null;
  /** Pictures that were looked at already, by object and by pixels: logos and backgrounds are on every page. */
  private readonly seen = new Set<string>();
  /** Of the pages with a text layer so far. */
  private readonly print = new DocumentPrint();

  constructor(bytes: Uint8Array, ocr: OcrEngine) {
    this.bytes = bytes;
    this.ocr = ocr;
  }

  /** The page with what only OCR could read; unchanged where nothing needs it. Never throws for one bad page. */
  async see(page: PageContent): Promise<SeenPage> {
    try {
      if (needsOcr(page)) return await this.readPage(page);
      this.print.add(page);
      return await this.readPictures(page);
    } catch {
      return { page, ocr: false, warning: { code: 'ocr-failed', page: page.number } };
    }
  }

  async close(): Promise<void> {
    (await this.rasterizer)?.close();
    this.rasterizer = null;
  }

  private open(): Promise<PdfRasterizer | null> {
    this.rasterizer ??= PdfRasterizer.open(this.bytes);
    return this.rasterizer;
  }

  private async readPage(page: PageContent): Promise<SeenPage> {
    const raster = (await this.open())?.render(page.number, page);
    if (!raster) return { page, ocr: false, warning: { code: 'page-not-rendered', page: page.number } };
    const recognized = await this.ocr.recognize(raster.image);
    const { scale } = raster;
    const own = recognized.quarterTurns === 0 ? readableItems(page) : [];
    const lines = this.worthReading(linesBeside(recognized.lines, own, scale), own, scale);
    if (lines.length === 0) return { page, ocr: false, warning: null };
    const read: PageContent = {
      number: page.number,
      width: recognized.width / scale,
      height: recognized.height / scale,
      items: [...own, ...itemsOf(lines, { left: 0, top: 0, scale }, page.items.length)],
      rules: rulesFrom(recognized.rules, scale),
      // The page's picture is what was read; as a figure it would hide its own text from the rules.
      shadings: [],
      curves: [],
      pictures: [],
    };
    return { page: read, ocr: true, warning: null };
  }

  /** A title over pictures makes the page one of text with pictures, if the document has others of text. */
  private worthReading(lines: RecognizedLine[], own: readonly TextItem[], scale: number): RecognizedLine[] {
    if (own.length === 0 || !this.print.isKnown()) return lines;
    const sure = lines.filter(isSure);
    return this.print.dwarfs(sure, scale) ? [] : sure;
  }

  private async readPictures(page: PageContent): Promise<SeenPage> {
    const items = [...page.items];
    const usualSize = usualSizeOf(page);
    for (const box of picturesToRead(page)) {
      if (!this.isNewObject(box) || (await isPhotograph(box, page))) continue;
      const raster = (await this.open())?.render(page.number, page, box);
      if (!raster || !this.isNew(pixelsKey(raster.image)) || !looksLikeText(raster.image)) continue;
      const { lines, quarterTurns } = await this.ocr.recognize(raster.image);
      if (quarterTurns !== 0) continue;
      const sure = lines.filter(isSure);
      if (this.print.dwarfs(sure, raster.scale)) continue;
      const placement = { left: box.left, top: box.top, scale: raster.scale };
      const read = itemsOf(sure, placement, items.length);
      // Large print in a picture is no heading of the page around it.
      items.push(...read.map(item => ({ ...item, size: Math.min(item.size, usualSize) })));
    }
    if (items.length === page.items.length) return { page, ocr: false, warning: null };
    return { page: { ...page, items }, ocr: true, warning: null };
  }

  private isNewObject(picture: PictureBox): boolean {
    return picture.name === null || this.isNew(objectKey(picture));
  }

  private isNew(key: string): boolean {
    const isNew = !this.seen.has(key);
    this.seen.add(key);
    return isNew;
  }
}

/** The object and what is shown of it, in whole points: a sheet of icons is one object under many clips. */
function objectKey({ name, left, top, right, bottom, whole }: PictureBox): string {
  const place = [right - left, bottom - top, left - (whole?.left ?? left), top - (whole?.top ?? top)];
  return [name, ...place.map(Math.round)].join(' ');
}

function pixelsKey({ width, pixels }: GreyImage): string {
  return createHash('sha256').update(`${width} `).update(pixels).digest('base64');
}

/** Median over words; a page without any has none to be larger than. */
function usualSizeOf({ items }: PageContent): number {
  const sizes = items.map(item => item.size).sort((a, b) => a - b);
  return sizes[sizes.length >> 1] ?? Number.POSITIVE_INFINITY;
}

function isSure({ words }: RecognizedLine): boolean {
  const sum = words.reduce((total, word) => total + word.confidence, 0);
  const hasWord = words.some(word => /\p{L}{2}|\p{N}/u.test(word.text));
  return hasWord && sum >= PICTURE_LINE_CONFIDENCE * words.length;
}

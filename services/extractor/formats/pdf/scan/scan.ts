/** Reads text that a PDF only shows with OCR: pages that are pictures, and pictures with words on pages of text. */
import type { Warning } from '../../../../../schemas/document.ts';
import type { PageContent, PictureBox, TextItem } from '../../../layout/page/content.ts';
import { itemsOf, rulesFrom, shadingsFrom, upendedItems } from '../../../layout/recognized/items.ts';
import { placesOf } from '../../../layout/recognized/order/places.ts';
import {
  type GreyImage,
  type OcrEngine,
  OutOfTime,
  type RecognizedLine,
  type RecognizedPage,
} from '../../../ocr/engine.ts';
import { looksLikeText } from '../../../ocr/text-likeness.ts';
import { warningOf } from '../../../ocr/warning.ts';
import { readAsItLies } from './as-it-lies.ts';
import { isTable } from './grid.ts';
import {
  doubtfulWords,
  freePart,
  hasDoubtfulLayer,
  hasLayerToProve,
  readsBetter,
  readsGaps,
  readsOn,
  readsOtherWords,
  readsTurned,
} from './layer.ts';
import { withLostLetters } from './lost-letters.ts';
import { linesBeside, readableItems } from './merge.ts';
import { gapsToRead, hasBrokenText, losesLetters, mayBeStamped, needsOcr, picturesToRead } from './need.ts';
import { areUpright } from './pdfium-turn.ts';
import { isPhotograph } from './photograph.ts';
import { DocumentPrint } from './print.ts';
import { PdfRasterizer, type Raster } from './raster.ts';
import { KnownPictures, shows } from './same-picture.ts';
import { agreement, agreementOfRuns, samplesOf, sheetOf } from './sample.ts';
import {
  hasBrokenFonts,
  junkFonts,
  junkFontsBesideGaps,
  needsSecondReading,
  withGaps,
  withSecondReading,
} from './second-reading.ts';
import { asItIs, type SeenPage } from './seen-page.ts';
import { showsMoreThan, showsMoreThanEitherWay } from './stamp.ts';
import { turnedWord } from './turned-word.ts';

/** Lines in pictures on text pages need at least this confidence (0…100): charts and photographs mislead. */
const PICTURE_LINE_CONFIDENCE = 70;

/** From this share of words of a few lines that two readings have in common on, the text is what the page shows. */
const SAME_SHARE = 0.75;
/**
 * From this share in each sample of a layer of words on, it may be: bad copies and old print are read badly, but other pages have hardly a word in
 * common.
 */
const MAY_BE_SAME_SHARE = 0.2;
/** One program made all layers of a document: after so many consecutive pages whose layer is right, only every so many pages is checked. */
const PROVEN_PAGES = 3;
const NEXT_LOOK_PAGES = 10;
/** Most pages that are read in vain for the gaps of a document's layers: words displaced from their print leave gaps everywhere. */
const FALSE_GAPS_MAX = 2;

/** A page that may be in the course of being read again. */
export interface BegunPage {
  page: PageContent;
  /** Null where its own text is beyond doubt; rejects where OCR fails. */
  reading: Promise<ExaminedPage> | null;
}

interface ExaminedPage {
  /** With what PDFium reads better, and without what is known to be wrong. */
  page: PageContent;
  read: PageReading;
}

/**
 * Why a whole page may have to be read: it has no text for what it shows; its text layer has hardly any words, leaves out much of the page or some of
 * its words, may be another page's, or is upright on a picture that is not; or its own text is little.
 */
type Doubt = 'unread' | 'layer' | 'partial' | 'gaps' | 'unproven' | 'turned' | 'stamp';

/**
 * `text`: its own text is complete, or right; `late`: there was no time to check more than its text layer. Null where
 * the page cannot be rendered.
 */
type PageReading = { recognized: RecognizedPage; scale: number; doubt: Doubt } | 'text' | 'late' | null;

/**
 * Scans one document. Its pages are passed to `begin`, and the results to `finish`, both from the first to the last;
 * `close` frees the memory.
 */
export class PageScanner {
  private readonly bytes: Uint8Array;
  private readonly ocr: OcrEngine;
  private rasterizer: Promise<PdfRasterizer | null> | null = null;
  private readonly known = new KnownPictures();
  /** The print of the pages with a text layer so far. */
  private readonly print = new DocumentPrint();
  /** Names of fonts whose letters are those of no language and are nevertheless what the page shows. */
  private readonly trustedFonts = new Set<string>();
  /** Number of consecutive pages so far whose text layer says what they show. */
  private provenPages = 0;
  /** Number of pages whose layer is displaced from the print, or leaves out only what is hardly worth reading. */
  private falseGaps = 0;

  constructor(bytes: Uint8Array, ocr: OcrEngine) {
    this.bytes = bytes;
    this.ocr = ocr;
  }

  /** Number of pages worth beginning before the first of them is finished. */
  get atOnce(): number {
    return this.ocr.atOnce ?? 1;
  }

  /** Returns, for a page viewed upside down, the words that PDFium reads, if most of its text is upright to PDFium; otherwise null. */
  async uprightWords(page: PageContent): Promise<TextItem[] | null> {
    // A page on which PDFium fails is left as it is.
    const rasterizer = await this.open().catch(() => null);
    const words = rasterizer?.words(page.number, page) ?? [];
    return areUpright(words) ? words : null;
  }

  /** Begins a page. `more` says that further pages follow immediately. */
  begin(page: PageContent, more = false): BegunPage {
    // PDFium would process each of their pixels, however few of them are visible.
    if (page.pictures.some(picture => picture.isGiant))
      return { page, reading: Promise.resolve({ page, read: null }) };
    // Text without meaning is a doubt.
    if (doubtOf(page) === null && !hasBrokenFonts(page)) return { page, reading: null };
    const reading = this.examine(page, more);
    // `finish` handles the error; until then there is no handler.
    reading.catch(() => undefined);
    return { page, reading };
  }

  /**
   * Returns the page with what only OCR could read; unchanged where nothing needs OCR. Throws `OutOfTime`, but never because of a single bad page.
   */
  async finish(begun: BegunPage): Promise<SeenPage> {
    const seen = await this.finished(begun);
    const isLost = seen.warning === null && losesLetters(seen.page, seen.ocr);
    return isLost ? { ...seen, warning: { code: 'font-without-unicode', page: seen.page.number } } : seen;
  }

  private async finished(begun: BegunPage): Promise<SeenPage> {
    try {
      const { page, read } = (await begun.reading) ?? { page: begun.page, read: 'text' };
      if (read === 'late') return asItIs(page, 'ocr-failed');
      if (read !== 'text') return this.seenPage(page, read);
      this.print.add(page);
      const whole = await withLostLetters(page, () => this.look(page), isSure);
      const seen = await this.readPictures(whole);
      const isLost = whole === page && gapsToRead(page).length > 0;
      const lost: Warning = { code: 'font-without-unicode', page: page.number };
      return { page: seen.page, ocr: seen.ocr || whole !== page, warning: isLost ? lost : seen.warning };
    } catch (error) {
      if (error instanceof OutOfTime) throw error;
      return asItIs(begun.page, 'ocr-failed');
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

  /** Examines a page: PDFium first, then a few lines by OCR, then the whole page, each only if the step before leaves a doubt. */
  private async examine(page: PageContent, more: boolean): Promise<ExaminedPage> {
    const lying = needsSecondReading(page) ? ((await this.open())?.words(page.number, page) ?? []) : [];
    const words = page.quarterTurns === 2 ? lying.map(word => turnedWord(word, 2, page)) : lying;
    const told = await this.withoutJunk(words.length === 0 ? page : withSecondReading(page, words));
    const doubt = doubtOf(told);
    if (doubt === null) return { page: told, read: 'text' };
    const hasLayer = doubt === 'layer' || doubt === 'partial';
    const read = await this.recognizePage(told, doubt, more).catch(error => {
      if (!(error instanceof OutOfTime)) throw error;
      if (doubt === 'unproven') return 'text' as const;
      if (hasLayer) return 'late' as const;
      throw error;
    });
    return { page: told, read };
  }

  /** Returns the page without words whose letters are those of no language, unless OCR reads a few of their lines the same way. */
  private async withoutJunk(page: PageContent): Promise<PageContent> {
    if (hasDoubtfulLayer(page)) return page;
    const judged = page.items.filter(item => !this.trustedFonts.has(item.font.name));
    const junk = gapsToRead(page).length > 0 ? junkFontsBesideGaps(judged) : junkFonts(judged);
    if (junk.size === 0) return page;
    const inJunk = page.items.filter(item => junk.has(item.font));
    const { shares } = await this.sampled(page, inJunk, (words, read) =>
      Math.max(agreement(words, read), agreementOfRuns(words, read)),
    );
    if (mean(shares) < SAME_SHARE) return withGaps(page, junk);
    for (const { name } of junk) this.trustedFonts.add(name);
    return page;
  }

  /** Reads samples of the text: returns the share of each one's words that OCR confirms, and whether the picture is turned against the text. */
  private async sampled(
    page: PageContent,
    items: readonly TextItem[],
    shareOf: typeof agreement = agreement,
  ): Promise<{ shares: number[]; isTurned: boolean }> {
    const samples = samplesOf(items, page);
    const rasterizer = await this.open();
    const images = samples.flatMap(({ part }) => rasterizer?.render(page.number, page, part)?.image ?? []);
    if (images.length === 0) return { shares: [], isTurned: false };
    const read = await this.ocr.recognize(sheetOf(images));
    return {
      shares: samples.map(({ words }) => shareOf(words, read)),
      isTurned: read.quarterTurns !== 0,
    };
  }

  private async recognizePage(page: PageContent, first: Doubt, more: boolean): Promise<PageReading> {
    const rasterizer = await this.open();
    const free = first === 'partial' ? freePart(page) : null;
    // A picture has no words, either: what the rest of the page shows beside its words does not count.
    const part = free && rasterizer?.render(page.number, page, free);
    const isWritten = first === 'stamp' && !this.known.areBackgrounds(page.pictures);
    const raster = isWritten ? rasterizer?.render(page.number, page) : null;
    const isStamped = raster ? showsMoreThanEitherWay(page, raster) : false;
    if (isWritten && !isStamped) this.known.keepBackgrounds(page.pictures);
    const isBare = free !== null && !(part && showsMoreThanEitherWay({ ...page, items: [] }, part));
    const isFull = isBare || (first === 'stamp' && !isStamped);
    const left = isFull ? 'unproven' : first;
    const doubt = left === 'layer' || left === 'unproven' ? await this.proven(page, left) : left;
    if (doubt === null) return 'text';
    const whole = raster ?? rasterizer?.render(page.number, page);
    if (!whole || isUndrawn(page, whole.image)) return null;
    const { image, scale } = whole;
    const hasLittleText = doubt === 'stamp' || doubt === 'unread';
    const read = hasLittleText ? readAsItLies(this.ocr, page, image, more) : this.ocr.recognize(image, more);
    return { recognized: await read, scale, doubt };
  }

  /** Checks a few lines of a page with a text layer, and returns the remaining doubt; null where they are read as the layer says. */
  private async proven(page: PageContent, doubt: 'layer' | 'unproven'): Promise<Doubt | null> {
    const isKnown = this.provenPages >= PROVEN_PAGES && page.number % NEXT_LOOK_PAGES !== 0;
    if (doubt === 'unproven' && (isKnown || !hasLayerToProve(page))) return null;
    const layer = page.items.filter(item => item.invisible);
    const { shares, isTurned } = await this.sampled(page, doubt === 'layer' ? doubtfulWords(layer) : layer);
    const isSame =
      doubt === 'layer' ? mean(shares) >= SAME_SHARE : shares.every(share => share >= MAY_BE_SAME_SHARE);
    if (doubt === 'unproven') this.provenPages = isSame && !isTurned ? this.provenPages + 1 : 0;
    if (!isSame) return doubt;
    if (isTurned) return 'turned';
    return doubt === 'unproven' && (await this.leavesPrintOut(page)) ? 'gaps' : null;
  }

  /** Whether there is print where the layer has no words: words that its program did not read, or not with certainty. */
  private async leavesPrintOut(page: PageContent): Promise<boolean> {
    const isTold = this.falseGaps < FALSE_GAPS_MAX;
    const raster = !isTold ? null : (await this.open())?.render(page.number, page);
    return raster ? showsMoreThan(page.items, raster) : false;
  }

  private seenPage(page: PageContent, reading: Exclude<PageReading, 'text' | 'late'>): SeenPage {
    if (reading === null) return asItIs(page, 'page-not-rendered');
    const { recognized, scale, doubt } = reading;
    const isWorse =
      (doubt === 'layer' && !readsBetter(recognized, page)) ||
      (doubt === 'partial' && !readsOn(recognized, page)) ||
      (doubt === 'gaps' && !readsGaps(recognized, page) && !readsOn(recognized, page)) ||
      (doubt === 'unproven' && !readsOtherWords(recognized, page) && !readsOn(recognized, page)) ||
      (doubt === 'turned' && !readsTurned(recognized, page));
    if (doubt === 'gaps' && isWorse) this.falseGaps++;
    else if (doubt === 'gaps') this.provenPages = 0;
    if (isWorse) return asItIs(page);
    const own = readableItems(page).map(item => turnedWord(item, recognized.quarterTurns, page));
    const beside = linesBeside(recognized.lines, own, scale);
    const lines = hasBrokenText(page) ? beside : this.worthReading(beside, own, scale);
    const code = warningOf(recognized);
    // A page full of print of which nothing was read must not look like a blank one.
    if (lines.length === 0)
      return asItIs(page, own.length === 0 && recognized.lines.length === 0 ? code : null);
    const places = own.length > 0 ? new Map() : placesOf(lines);
    // Beside text of the page's own, they may be that text again.
    const upended = own.length > 0 ? [] : (recognized.upended ?? []);
    const placement = { left: 0, top: 0, scale };
    const lying = itemsOf(lines, placement, page.items.length, places, recognized.rules.horizontal);
    const read: PageContent = {
      number: page.number,
      width: recognized.width / scale,
      height: recognized.height / scale,
      items: [...own, ...lying, ...upendedItems(upended, placement, page.items.length + lying.length)],
      rules: rulesFrom(recognized.rules, placement),
      shadings: shadingsFrom(recognized, placement),
      // The page's picture is what was read; as a figure, it would hide its own text from the rules.
      curves: [],
      pictures: [],
    };
    return { page: read, ocr: true, warning: code && { code, page: page.number } };
  }

  /** Returns the lines worth adding. A title over pictures makes the page one of text with pictures, if the document has other pages of text. */
  private worthReading(lines: RecognizedLine[], own: readonly TextItem[], scale: number): RecognizedLine[] {
    if (own.length === 0 || !this.print.isKnown()) return lines;
    const sure = lines.filter(isSure);
    return this.print.dwarfs(sure, scale) ? [] : sure;
  }

  private async look(page: PageContent): Promise<{ recognized: RecognizedPage; scale: number } | null> {
    const raster = (await this.open())?.render(page.number, page) ?? null;
    return raster && { recognized: await this.ocr.recognize(raster.image), scale: raster.scale };
  }

  private async readPictures(page: PageContent): Promise<SeenPage> {
    let read = page;
    for (const box of picturesToRead(page)) {
      const raster = await this.printIn(box, page);
      if (raster === null) continue;
      const recognized = await this.ocr.recognize(raster.image);
      if (recognized.quarterTurns === 0) read = this.withPicture(read, box, recognized, raster.scale);
    }
    return { page: read, ocr: read !== page, warning: null };
  }

  /** Returns null where there is no print, or none that was not seen before. */
  private async printIn(box: PictureBox, page: PageContent): Promise<Raster | null> {
    if (!this.known.isNewObject(box) || (await isPhotograph(box, page))) return null;
    const raster = (await this.open())?.render(page.number, page, box) ?? null;
    return raster && this.known.isNewImage(raster.image) && looksLikeText(raster.image) ? raster : null;
  }

  private withPicture(
    page: PageContent,
    box: PictureBox,
    recognized: RecognizedPage,
    scale: number,
  ): PageContent {
    const placement = { left: box.left, top: box.top, scale };
    const usualSize = usualSizeOf(page);
    // Large print in a picture is no heading of the page around it.
    const wordsOf = (lines: readonly RecognizedLine[]) =>
      itemsOf(lines, placement, page.items.length).map(item => ({
        ...item,
        size: Math.min(item.size, usualSize),
      }));
    const { lines } = recognized;
    const asTable = isTable(recognized, wordsOf(lines), placement);
    const sure = asTable ? lines : lines.filter(isSure);
    if (sure.length === 0 || this.print.dwarfs(sure, scale)) return page;
    const seen = { ...page, items: [...page.items, ...wordsOf(sure)] };
    if (!asTable) return seen;
    // As a figure, the picture would hide its table from the rules.
    return {
      ...seen,
      pictures: page.pictures.filter(picture => !shows(picture, box)),
      rules: [...page.rules, ...rulesFrom(recognized.rules, placement)],
      shadings: [...page.shadings, ...shadingsFrom(recognized, placement)],
    };
  }
}

/** Whether a picture that shows something came out blank: its file has a kind or an error that PDFium does not read. */
function isUndrawn({ pictures, items }: PageContent, { pixels }: GreyImage): boolean {
  const [first] = pixels;
  const shows = pictures.some(picture => picture.isMoreThanShade);
  return shows && items.length === 0 && pixels.every(shade => shade === first);
}

const mean = (shares: readonly number[]): number =>
  shares.length === 0 ? 1 : shares.reduce((sum, share) => sum + share, 0) / shares.length;

function doubtOf(page: PageContent): Doubt | null {
  if (needsOcr(page)) return 'unread';
  if (hasDoubtfulLayer(page)) return 'layer';
  if (mayBeStamped(page)) return 'stamp';
  if (freePart(page)) return 'partial';
  return hasLayerToProve(page) ? 'unproven' : null;
}

/** Returns the median size of a page's words; infinity without words, so that no size is limited. */
function usualSizeOf({ items }: PageContent): number {
  const sizes = items.map(item => item.size).sort((a, b) => a - b);
  return sizes[sizes.length >> 1] ?? Number.POSITIVE_INFINITY;
}

function isSure({ words }: RecognizedLine): boolean {
  const sum = words.reduce((total, word) => total + word.confidence, 0);
  const hasWord = words.some(word => /\p{L}{2}|\p{N}/u.test(word.text));
  return hasWord && sum >= PICTURE_LINE_CONFIDENCE * words.length;
}

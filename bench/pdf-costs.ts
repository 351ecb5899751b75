/** Measures the CPU time of one PDF page by page. OCR is requested but not run. */
import { CEILINGS } from '../services/extractor/format.ts';
import { readDrafts } from '../services/extractor/formats/pdf/parse.ts';
import { type OpenPdf, openPdf } from '../services/extractor/formats/pdf/read/open.ts';
import { type BegunPage, PageScanner } from '../services/extractor/formats/pdf/scan/scan.ts';
import type { SeenPage } from '../services/extractor/formats/pdf/scan/seen-page.ts';
import { outlineOf } from '../services/extractor/formats/pdf/tags/evidence.ts';
import { assemble } from '../services/extractor/layout/document/assemble.ts';
import type { OcrEngine } from '../services/extractor/ocr/engine.ts';
import { keepMappedArraysPacked } from '../services/extractor/worker/packed-arrays.ts';

// Workers do this too.
keepMappedArraysPacked();

/** CPU time of a page in ms. */
export interface PageCost {
  /** Reading operators, words, lines and tables. */
  reading: number;
  /** Finding out whether its pictures hold text. */
  pictures: number;
  /** The page's share of opening the file and assembling the document. */
  shared: number;
  /** Whether OCR was requested, whose time is not measured: such a page is no measure. */
  ocr: boolean;
}

/** The cost of each page; null if the document cannot be opened. */
export async function costsOf(bytes: Uint8Array): Promise<PageCost[] | null> {
  return pagesOf(bytes).catch(() => null);
}

/** The lower of two measurements, for each figure. */
export function leastOf(one: readonly PageCost[], other: readonly PageCost[] = one): PageCost[] {
  return one.map((page, at) => lower(page, other[at] ?? page));
}

function lower(one: PageCost, other: PageCost): PageCost {
  return {
    reading: Math.min(one.reading, other.reading),
    pictures: Math.min(one.pictures, other.pictures),
    shared: Math.min(one.shared, other.shared),
    ocr: one.ocr,
  };
}

const cpu = (): number => {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1000;
};

/** CPU time a page, in ms, of pdf.js reading text only: what a reader of plain text pays. */
export async function pdfJsAlone(bytes: Uint8Array): Promise<number> {
  const before = cpu();
  const { document, close } = await openPdf(bytes);
  const pages = document.numPages;
  for (let number = 1; number <= pages; number++) {
    const page = await document.getPage(number);
    await page.getTextContent();
    page.cleanup();
  }
  await close();
  return (cpu() - before) / pages;
}

async function pagesOf(bytes: Uint8Array): Promise<PageCost[]> {
  const start = cpu();
  const pdf = await openPdf(bytes);
  const starts = startsOfPages(pdf);
  const scanner = new MeasuringScanner(bytes);
  const { drafts } = await readDrafts(pdf, scanner, { ceilings: CEILINGS });
  const end = cpu();
  const outline = await outlineOf(pdf.document);
  await scanner.close();
  await pdf.close();
  assemble(drafts, outline);
  const shared = (cpu() - end + (starts[0] ?? end) - start) / drafts.length;
  return starts.map((from, at) => {
    const { pictures = 0, ocr = false } = scanner.looks[at] ?? {};
    return { reading: (starts[at + 1] ?? end) - from - pictures, pictures, shared, ocr };
  });
}

/** Fills the returned list with the CPU time at which each page is begun, as the reader asks for it. */
function startsOfPages({ document }: OpenPdf): number[] {
  const starts: number[] = [];
  const getPage = document.getPage.bind(document);
  document.getPage = number => {
    starts.push(cpu());
    return getPage(number);
  };
  return starts;
}

/** Measures what each page's pictures cost, and whether OCR was requested. */
class MeasuringScanner extends PageScanner {
  readonly looks: { pictures: number; ocr: boolean }[] = [];
  private readonly engine: CountingOcr;

  constructor(bytes: Uint8Array) {
    const engine = new CountingOcr();
    super(bytes, engine);
    this.engine = engine;
  }

  private begun = { cpu: 0, calls: 0 };

  override begin(page: BegunPage['page']): BegunPage {
    this.begun = { cpu: cpu(), calls: this.engine.calls };
    return super.begin(page);
  }

  override async finish(page: BegunPage): Promise<SeenPage> {
    const seen = await super.finish(page);
    this.looks.push({ pictures: cpu() - this.begun.cpu, ocr: this.engine.calls > this.begun.calls });
    return seen;
  }
}

/** An engine that returns an empty page at once, and counts its calls. */
export class CountingOcr implements OcrEngine {
  calls = 0;

  recognize: OcrEngine['recognize'] = async ({ width, height }) => {
    this.calls++;
    const rules = { horizontal: [], vertical: [] };
    return { width, height, quarterTurns: 0, lines: [], rules, confidence: 0 };
  };
}

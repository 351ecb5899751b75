/** Opens a PDF and reads its pages one by one, in this process. */
import type { PDFDocumentProxy, PDFPageProxy } from 'pdfjs-dist/legacy/build/pdf.mjs';
import { CEILINGS, ExtractionError } from '../../../format.ts';
import type { OperatorList } from '../vectors/operator-list.ts';
import { type Engine, loadEngine } from './engine.ts';
import { OperatorBudget } from './operator-budget.ts';
import { InProcessPort } from './port.ts';
import { repaired } from './repair.ts';

export interface OpenPdf {
  document: PDFDocumentProxy;
  /** The file as it was opened: repaired if that was needed. */
  bytes: Uint8Array;
  port: InProcessPort;
  operators: OperatorBudget;
  /** Whether the file says that its content is tagged (MarkInfo): only then is its tree worth the time. */
  isTagged: boolean;
  /** Whether its pages only stand in for a form that XFA describes (xfa/). */
  isXfaForm: boolean;
  /** Whether its pages are the cover of the files in it (portfolio.ts). */
  isPortfolio: boolean;
  close(): Promise<void>;
}

/** Exported by patches/, 25-forms-and-portfolios. */
interface Opened {
  _pdfInfo?: { hasOnlyXfa?: boolean; isCollection?: boolean };
}

/**
 * Opens a file. `operators` is the number that may be processed in addition to what each page allows
 * (operator-budget.ts). Throws `encrypted` where a password is needed, `extraction_failed` where nothing can be
 * recovered.
 */
export async function openPdf(bytes: Uint8Array, operators: number = CEILINGS.operators): Promise<OpenPdf> {
  const engine = await loadEngine();
  const budget = new OperatorBudget(operators);
  try {
    return await openWith(engine, bytes, budget);
  } catch (error) {
    const failure = openingError(engine, error);
    const mended = failure.code === 'encrypted' ? null : await repaired(bytes);
    if (mended === null) throw failure;
    return await openWith(engine, mended, budget).catch(() => Promise.reject(failure));
  }
}

/** Opens a file whose `isXfaForm` is true with its form laid out. Throws where that is not possible. */
export async function openForm(pdf: OpenPdf): Promise<OpenPdf> {
  return openWith(await loadEngine(), pdf.bytes, pdf.operators, true);
}

async function openWith(
  engine: Engine,
  bytes: Uint8Array,
  operators: OperatorBudget,
  laysFormsOut = false,
): Promise<OpenPdf> {
  const port = new InProcessPort();
  engine.startCore(port);
  const worker = new engine.api.PDFWorker({ port: port as never, verbosity: 0 });
  const task = engine.api.getDocument({
    ...{ operatorBudget: operators },
    // pdf.js takes over the buffer; the caller keeps its own for a second use (rasterising). pdf.js refuses a Buffer,
    // and a Buffer's slice would not be a copy.
    data: new Uint8Array(bytes),
    worker,
    verbosity: 0,
    // One pixel, so that no picture is decoded.
    maxImageSize: 1,
    disableFontFace: false,
    useSystemFonts: false,
    fontExtraProperties: true,
    isOffscreenCanvasSupported: false,
    useWorkerFetch: false,
    enableXfa: laysFormsOut,
    disableAutoFetch: true,
    ...engine.folders,
  });
  const close = async () => {
    await task.destroy();
    worker.destroy();
    port.terminate();
  };
  try {
    const document = await task.promise;
    if (document.numPages < 1) throw new Error('The page tree counts no page.');
    const info = (document as unknown as Opened)._pdfInfo;
    // pdf.js 6.5 answers with a Map where its types promise an object.
    const marks = (await document.getMarkInfo().catch(() => null)) as unknown;
    return {
      document,
      bytes,
      port,
      operators,
      isTagged: marks instanceof Map && marks.get('Marked') === true,
      isXfaForm: info?.hasOnlyXfa === true,
      isPortfolio: info?.isCollection === true,
      close,
    };
  } catch (error) {
    await close();
    throw error;
  }
}

function openingError(engine: Engine, cause: unknown): ExtractionError {
  return cause instanceof engine.api.PasswordException || isUnknownEncryption(cause)
    ? new ExtractionError('encrypted', 'The PDF needs a password.', { cause })
    : new ExtractionError('extraction_failed', 'The PDF is damaged beyond recovery.', { cause });
}

/** Whether a file is locked to certificates or by a publisher's own handler, for which pdf.js has no error class. */
function isUnknownEncryption(cause: unknown): boolean {
  return (
    cause instanceof Error && /encryption (?:method|algorithm)|unsupported encryption/i.test(cause.message)
  );
}

/** Returns the page's operators, including annotations' appearances. Throws `ExtractionError` where there are too many. */
export async function operatorsOf(
  engine: Engine,
  page: PDFPageProxy,
  budget: OperatorBudget,
): Promise<OperatorList> {
  budget.beginPage();
  const { fnArray, argsArray } = await page.getOperatorList({
    annotationMode: engine.api.AnnotationMode.ENABLE,
  });
  budget.check();
  return { fnArray, argsArray };
}

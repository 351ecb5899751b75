/** Turns one document's bytes into the finished response body, inside the worker. */
import { answerPieces, isLarge } from '../../../core/render/large-answer.ts';
import { withinDepth } from '../../../core/render/list-depth.ts';
import { type PlainText, renderPlainText } from '../../../core/render/plain-text.ts';
import { elementsJson } from '../../../core/render/small-answer.ts';
import { storable } from '../../../core/render/storable.ts';
import type { ExtractSuccess, JsonSuccess } from '../../../schemas/api.ts';
import type { Document } from '../../../schemas/document.ts';
import { ceilingCrossed } from '../allowance.ts';
import { ceilingsFor } from '../budget.ts';
import { detect } from '../detection/detect.ts';
import { ABUSIVE_ATTACHMENT, EMBEDDED_LIMITS, EmbeddedDocuments, type EmbeddedLimits } from '../embedded.ts';
import { ExtractionError, type PageDone } from '../format.ts';
import { createOcrEngine } from '../ocr/create.ts';
import { type OcrEngine, OutOfTime } from '../ocr/engine.ts';
import type { Precision } from '../ocr/networks/runtime.ts';
import { OcrTally } from '../ocr/tally.ts';
import { loadFormats } from '../registry.ts';
import type { TimeLeft, WorkAnswer, WorkRequest } from './protocol.ts';
import { type Helpers, SharedOcr, type TimeLimit } from './shared-ocr.ts';

export interface Extraction {
  answer: WorkAnswer;
  /** The part of the response that was not sent in pieces before. */
  response: Uint8Array;
}

/** Sends the next piece of a large answer. */
type SendPiece = (piece: Uint8Array) => Promise<void>;

let ocr: Promise<OcrEngine> | undefined;
let precision: Precision | undefined;

/** Sets what the extractor knows about this machine; without it the engine measures before its first picture. */
export function readPicturesIn(known: Precision | undefined): void {
  precision ??= known;
}

/** This worker's engine. */
export function ownOcr(): Promise<OcrEngine> {
  if (ocr === undefined) {
    const languages = (process.env.OCR_LANGUAGES ?? 'eng').split(',');
    ocr = createOcrEngine({ languages, precision: () => precision });
  }
  return ocr;
}

export interface Beside {
  /** Workers that read pictures beside this one. */
  helpers?: Helpers;
  pageDone?: PageDone | undefined;
  /** Sends a large answer in pieces while it is made; without it there is a single piece. */
  sendPiece?: SendPiece;
}

/** Rejects with `ExtractionError`, `OutOfTime`, or whatever a parser throws at a document that it cannot read. */
export async function extract(
  { format, remainingMs, charset }: WorkRequest & TimeLeft,
  document: Uint8Array,
  { helpers, pageDone, sendPiece }: Beside = {},
): Promise<Extraction> {
  // Formats are promised plain bytes: a Buffer's `slice` shares its memory, and pdf.js refuses Buffers.
  const bytes = new Uint8Array(document.buffer, document.byteOffset, document.byteLength);
  const own = await ownOcr();
  const formats = await loadFormats();
  const found = await detect(bytes, formats);
  const shared = helpers ? new SharedOcr(own, helpers, limitIn(remainingMs)) : null;
  const tally = new OcrTally(shared ?? own);
  const reading = { ocr: tally, ceilings: ceilingsFor(bytes.length) };
  const embedded = EmbeddedDocuments.within(reading, formats, embeddedLimits(remainingMs));
  const context = { ...reading, embedded, pageDone };
  const parsed = await found.format
    .parse({ bytes, contentType: found.contentType, charset, directory: found.directory }, context)
    .finally(() => shared?.close());
  const plain = renderPlainText(storable(withinDepth(parsed)));
  // Formats count what they read, but not the item numbers, labels and the like that they add.
  if (plain.chars > reading.ceilings.textCharacters) throw ceilingCrossed('textCharacters');
  if (plain.text.trim() === '') throw new ExtractionError('extraction_failed', 'the document has no text');
  const response =
    format === 'json'
      ? await jsonResponse(parsed, plain, bytes, found.contentType, sendPiece)
      : Buffer.from(JSON.stringify(textBody(parsed, plain, bytes, found.contentType)));
  const warnings = parsed.warnings.map(warning => warning.code);
  if (embedded.isAbused) warnings.push(ABUSIVE_ATTACHMENT);
  const answer: WorkAnswer = {
    kind: 'completed',
    contentType: found.contentType,
    chars: plain.chars,
    pages: parsed.pages,
    ocr: parsed.ocr,
    ocrCount: parsed.ocr ? tally.count() : { pages: 0, confidence: null },
    warnings: [...new Set(warnings)],
  };
  return { answer, response };
}

/** Share of the remaining time for documents inside this one; the document itself comes first. */
const EMBEDDED_TIME_SHARE = 0.5;

function embeddedLimits(remainingMs: number | undefined): EmbeddedLimits {
  if (remainingMs === undefined) return EMBEDDED_LIMITS;
  return { ...EMBEDDED_LIMITS, milliseconds: remainingMs * EMBEDDED_TIME_SHARE };
}

function limitIn(remainingMs: number | undefined): TimeLimit {
  const now = () => performance.now();
  return { end: now() + (remainingMs ?? Number.POSITIVE_INFINITY), now };
}

function textBody(
  document: Document,
  plain: PlainText,
  bytes: Uint8Array,
  contentType: string,
): ExtractSuccess {
  return {
    status: 'success',
    extracted_text: plain.text,
    metadata: { content_type: contentType, bytes: bytes.length, chars: plain.chars, ocr: document.ocr },
  };
}

async function jsonResponse(
  document: Document,
  plain: PlainText,
  bytes: Uint8Array,
  contentType: string,
  sendPiece?: SendPiece,
): Promise<Uint8Array> {
  const metadata = jsonMetadata(document, plain, bytes, contentType);
  const head = '{"status":"success","elements":';
  const tail = `,"metadata":${JSON.stringify(metadata)}}`;
  if (!isLarge(plain)) return Buffer.from(head + elementsJson(plain) + tail);
  const kept: Uint8Array[] = [];
  let last: Uint8Array = new Uint8Array();
  for (const piece of answerPieces(plain, head, tail)) {
    if (sendPiece === undefined) kept.push(last);
    else if (last.length > 0) await sendPiece(last);
    last = piece;
  }
  return Buffer.concat([...kept, last]);
}

function jsonMetadata(
  document: Document,
  plain: PlainText,
  bytes: Uint8Array,
  contentType: string,
): JsonSuccess['metadata'] {
  return {
    content_type: contentType,
    bytes: bytes.length,
    chars: plain.chars,
    ocr: document.ocr,
    format: 'json',
    tier: 'standard',
    pages: document.pages,
    vlm: false,
  };
}

/** The answer for an error. Anything but an `ExtractionError` is a parser's own error: the document could not be read. */
export function codedAnswer(error: unknown): WorkAnswer {
  if (error instanceof OutOfTime)
    return { kind: 'failed', code: 'timeout', abusive: false, contentType: null };
  const known = error instanceof ExtractionError;
  return {
    kind: 'failed',
    code: known ? error.code : 'extraction_failed',
    abusive: known && error.bomb,
    contentType: null,
  };
}

/**
 * Reads documents inside another document (a mail's attachments) with the service's own formats. All of them together,
 * at every depth, share one set of limits; one that cannot be read does not affect the outer document.
 */
import type { WarningCode } from '../../schemas/warnings.ts';
import { detectKnown } from './detection/detect.ts';
import {
  type Ceilings,
  type EmbeddedReader,
  type EmbeddedReading,
  ExtractionError,
  type Format,
  type ParseContext,
} from './format.ts';
import type { OcrEngine } from './ocr/engine.ts';

/** Warning for a document that was read although one inside it asked for more than any honest one. */
export const ABUSIVE_ATTACHMENT = 'attachment-abuse' satisfies WarningCode;

export interface EmbeddedLimits {
  /** A document directly inside the outer one has depth 1. */
  depth: number;
  documents: number;
  /** Bytes of the embedded documents; nested ones are counted again. */
  bytes: number;
  /** Pages, slides and sheets. */
  pages: number;
  /** Time from the first embedded document on; after it, no page is given to OCR and no document is begun. */
  milliseconds: number;
}

export const EMBEDDED_LIMITS: EmbeddedLimits = {
  depth: 4,
  documents: 200,
  bytes: 200 * 1024 * 1024,
  pages: 1_000,
  milliseconds: 10_000,
};

/** What all documents inside one document have used so far. */
interface Shared {
  readonly formats: readonly Format[];
  readonly ocr: OcrEngine;
  readonly ceilings: Ceilings;
  readonly limits: EmbeddedLimits;
  readonly now: () => number;
  documents: number;
  bytes: number;
  pages: number;
  startedAt: number | null;
  /** Whether one of them asked for more than any honest document; no other is begun after it. */
  isAbused: boolean;
}

export class EmbeddedDocuments implements EmbeddedReader {
  private readonly shared: Shared;
  private readonly depth: number;

  private constructor(shared: Shared, depth: number) {
    this.shared = shared;
    this.depth = depth;
  }

  /** `now`: monotonic milliseconds of any clock. */
  static within(
    context: { ocr: OcrEngine; ceilings: Ceilings },
    formats: readonly Format[],
    limits: EmbeddedLimits = EMBEDDED_LIMITS,
    now: () => number = () => performance.now(),
  ): EmbeddedDocuments {
    const used = { documents: 0, bytes: 0, pages: 0, startedAt: null, isAbused: false };
    return new EmbeddedDocuments({ ...context, formats, limits, now, ...used }, 1);
  }

  get isAbused(): boolean {
    return this.shared.isAbused;
  }

  async read(bytes: Uint8Array): Promise<EmbeddedReading> {
    const { shared } = this;
    shared.startedAt ??= shared.now();
    try {
      const found = await detectKnown(bytes, shared.formats);
      if (found === null) return { kind: 'unknown' };
      const { format, contentType, directory } = found;
      if (!this.hasRoomFor(bytes.length)) return { kind: 'unread', contentType, reason: 'limit' };
      shared.documents++;
      shared.bytes += bytes.length;
      const document = await format.parse({ bytes, contentType, directory }, this.context());
      shared.pages += document.pages ?? 0;
      return { kind: 'read', contentType, document };
    } catch (error) {
      shared.isAbused ||= error instanceof ExtractionError && error.bomb;
      return unread(error);
    }
  }

  private hasRoomFor(bytes: number): boolean {
    const { documents, pages, limits, isAbused } = this.shared;
    if (isAbused) return false;
    const fits = documents < limits.documents && this.shared.bytes + bytes <= limits.bytes;
    return fits && this.depth <= limits.depth && pages < limits.pages && !this.isLate();
  }

  private isLate(): boolean {
    const { startedAt, now, limits } = this.shared;
    return startedAt !== null && now() - startedAt >= limits.milliseconds;
  }

  private context(): ParseContext {
    const { ocr, ceilings, limits, pages } = this.shared;
    return {
      ocr: this.untilLate(ocr),
      ceilings: { ...ceilings, pages: Math.min(ceilings.pages, limits.pages - pages) },
      embedded: new EmbeddedDocuments(this.shared, this.depth + 1),
    };
  }

  /** An OCR engine that refuses pages once the time is over; the formats then leave them unread with a warning. */
  private untilLate(ocr: OcrEngine): OcrEngine {
    const recognize: OcrEngine['recognize'] = (image, more) =>
      this.isLate()
        ? Promise.reject(new ExtractionError('extraction_failed', 'the time for embedded documents is over'))
        : ocr.recognize(image, more);
    return { ...(ocr.atOnce === undefined ? {} : { atOnce: ocr.atOnce }), recognize };
  }
}

/** The reading for an error; a parser may throw anything at a document that it cannot read. */
function unread(error: unknown): EmbeddedReading {
  const code = error instanceof ExtractionError ? error.code : 'extraction_failed';
  if (code === 'unsupported_format') return { kind: 'unknown' };
  return { kind: 'unread', contentType: null, reason: code };
}

/**
 * The interface of a document format. Each format is one file (`formats/html.ts`) or one folder
 * (`formats/pdf/format.ts`) that exports a constant named `format`. The registry finds it by listing the folder, so
 * adding one touches nothing else. The module itself must be light: it loads its engine when `parse` is first called.
 */
import type { Document } from '../../schemas/document.ts';
import type { Directory } from './archive/central-entry.ts';
import type { OcrEngine } from './ocr/engine.ts';

export interface Format {
  /** Short lower-case name, as in metrics and events, e.g. `pdf`. */
  readonly name: string;
  /** MIME types this format reads; a document recognised by its contents is reported as the first. */
  readonly contentTypes: readonly string[];
  /**
   * How sure the format is that the bytes are its own; null if they are not. Not needed if the signature alone tells
   * (`Probe.signature`). Must be cheap, because every format is asked about every document. May throw
   * `ExtractionError('encrypted')` for its own document under a password.
   */
  readonly recognise?: (probe: Probe) => Recognition | null;
  /** Reads one whole document. Throws `ExtractionError` if something is wrong with the document. */
  readonly parse: (source: Source, context: ParseContext) => Promise<Document>;
}

/** What can be told about a document's bytes before anyone reads them; each fact is determined when it is first asked for. */
export interface Probe {
  readonly bytes: Uint8Array;
  /** The first 64 KiB, by which text formats are recognised; letters beyond ASCII may be wrong. */
  readonly headText: string;
  /** MIME type according to a binary signature, whether or not a format reads it. */
  readonly signature: string | null;
  /** True on the second look, after no format recognised the beginning: documents behind leading garbage are searched for. */
  readonly isSearch: boolean;
  /** Whether the bytes begin as a ZIP archive. */
  readonly isArchive: boolean;
  /** Entries of the ZIP archive; none if the document does not begin as one, unless it is being searched for. */
  readonly entries: readonly ProbedEntry[];
  /** Names of streams and storages of a compound file, in lower case; none if it is not one. */
  readonly compoundNames: ReadonlySet<string>;
  startsWith(signature: string): boolean;
  /** Bytes `start` to `end` as ISO 8859-1, to search for signatures. */
  latin1(start: number, end: number): string;
  /** The first entry of that name. `key`: in lower case, without a leading slash. */
  entryNamed(key: string): ProbedEntry | undefined;
  /** The entry's bytes, at most `ceiling`; null if it is missing, damaged, encrypted or larger. */
  entry(key: string, ceiling: number): Uint8Array | null;
}

export interface ProbedEntry {
  name: string;
  /** The name in lower case, without a leading slash. */
  key: string;
  encrypted: boolean;
}

export interface Recognition {
  /** Precise MIME type. */
  contentType: string;
  /** 0 to 1: 1 for a signature in its place, at most 0.9 for text, which only looks like something. */
  certainty: number;
}

export interface Source {
  bytes: Uint8Array;
  /** Detected from the bytes; one of the format's `contentTypes`. */
  contentType: string;
  /** The encoding that its server declared, by the Encoding Standard's name; for formats whose bytes may not tell. */
  charset?: string | undefined;
  /** Directory of a ZIP archive, if detection has read it. */
  directory?: Directory | undefined;
}

/** Called when `pagesDone` of `pages` pages have been read. */
export type PageDone = (pagesDone: number, pages: number) => void;

export interface ParseContext {
  ocr: OcrEngine;
  ceilings: Ceilings;
  /** Called by formats that read page by page; absent if nobody listens, and for embedded documents. */
  pageDone?: PageDone | undefined;
  /** Reads the documents inside this one; absent if they are not to be read. */
  embedded?: EmbeddedReader;
}

export interface EmbeddedReader {
  /** Never rejects: an embedded document is either read or reported as unreadable. */
  read(bytes: Uint8Array): Promise<EmbeddedReading>;
}

export type EmbeddedReading =
  | { kind: 'read'; contentType: string; document: Document }
  /** No format recognises it. */
  | { kind: 'unknown' }
  /** `limit`: the limits shared by all embedded documents are used up. `contentType` is null if it is unknown. */
  | { kind: 'unread'; contentType: string | null; reason: 'limit' | ExtractionErrorCode };

/**
 * Every limit on a single document, named, with its unit. Exceeding one throws `ExtractionError('extraction_failed')`,
 * with `bomb: true` unless the file is as large as its contents (allowance.ts).
 */
export interface Ceilings {
  /** Pages, slides or sheets that are read; the rest is left out with the warning `page-ceiling`. */
  pages: number;
  /** Bytes that all parts of an archive may inflate to, counted while inflating. */
  inflatedBytes: number;
  /** Entries of an archive. */
  archiveEntries: number;
  /** Elements (XML, HTML) of one document. */
  elements: number;
  /** Nesting depth of elements. The walkers are iterative, so this protects the meaning, not the stack. */
  depth: number;
  /** Characters of text in all blocks together. */
  textCharacters: number;
  /** Cells of all tables together. */
  cells: number;
  /** Operators of a PDF's content streams; forms count each time they are drawn. */
  operators: number;
  /** Pixels of one picture or rasterized page. */
  pixels: number;
}

/** Nesting levels of lists: readers of a JSON answer recurse, and no honest document nests that deep. */
export const LIST_NESTING_CEILING = 32;

export const CEILINGS: Ceilings = {
  pages: 2_000,
  inflatedBytes: 512 * 1024 * 1024,
  archiveEntries: 20_000,
  elements: 4_000_000,
  depth: 10_000,
  textCharacters: 50_000_000,
  cells: 2_000_000,
  operators: 50_000_000,
  pixels: 100_000_000,
};

/** The error codes that a document itself can cause; transport and limits have others (schemas/errors.ts). */
export type ExtractionErrorCode = 'encrypted' | 'extraction_failed' | 'unsupported_format';

/** The document cannot be read. `message` never quotes the document. */
export class ExtractionError extends Error {
  readonly code: ExtractionErrorCode;
  /** Whether a ceiling seems to have been exceeded on purpose; counts towards the abuse breaker. */
  readonly bomb: boolean;

  constructor(code: ExtractionErrorCode, message: string, options: ErrorOptions & { bomb?: boolean } = {}) {
    super(message, options);
    this.name = 'ExtractionError';
    this.code = code;
    this.bomb = options.bomb ?? false;
  }
}

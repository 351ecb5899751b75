/**
 * What a document format is to the extractor. Each format is one file (`formats/html.ts`) or one folder
 * (`formats/pdf/format.ts`) that exports a constant named `format`; the registry finds it by looking, so adding
 * one touches nothing else. The module itself must be light: it loads its engine when `parse` is first called.
 */
import type { Document } from '../../schemas/document.ts';
import type { Directory } from './archive/central-entry.ts';
import type { OcrEngine } from './ocr/engine.ts';

export interface Format {
  /** Short lower-case name, as in metrics and events, e.g. `pdf`. */
  readonly name: string;
  /** MIME types this format reads; the first is the one a sniffed document is reported as. */
  readonly contentTypes: readonly string[];
  /**
   * How sure the format is that the bytes are its own, from what the probe tells; null if they are not. Not needed where
   * the signature alone tells (`Probe.signature`). Must be cheap: every format is asked about every document. May throw
   * `ExtractionError('encrypted')` for its own document under a password.
   */
  readonly recognise?: (probe: Probe) => Recognition | null;
  /** Reads one whole document. Throws `ExtractionError` for what is wrong with the document. */
  readonly parse: (source: Source, context: ParseContext) => Promise<Document>;
}

/** What can be told of a document's bytes before anyone reads them; every fact is found when it is first asked for. */
export interface Probe {
  readonly bytes: Uint8Array;
  /** The first 64 KiB, in which text formats show themselves; letters beyond ASCII may be wrong. */
  readonly headText: string;
  /** MIME type that a binary signature tells, whether a format reads it or not. */
  readonly signature: string | null;
  /** Nothing begins as it should: documents behind rubbish are looked for, too. */
  readonly isSearch: boolean;
  /** Begins as a ZIP archive. */
  readonly isArchive: boolean;
  /** Entries of the ZIP archive; none where the document does not begin as one, unless it is searched for. */
  readonly entries: readonly ProbedEntry[];
  /** Names of streams and storages of a compound file, in lower case; none where it is not one. */
  readonly compoundNames: ReadonlySet<string>;
  startsWith(signature: string): boolean;
  /** Bytes `start` to `end` as ISO 8859-1, for looking after signatures. */
  latin1(start: number, end: number): string;
  /** The first entry of that name. `key`: in lower case, without a slash before it. */
  entryNamed(key: string): ProbedEntry | undefined;
  /** Its bytes, at most `ceiling`; null where it is missing, damaged, encrypted or larger. */
  entry(key: string, ceiling: number): Uint8Array | null;
}

export interface ProbedEntry {
  name: string;
  /** The name in lower case, without a slash before it. */
  key: string;
  encrypted: boolean;
}

export interface Recognition {
  /** Precise MIME type. */
  contentType: string;
  /** 0…1: 1 for a signature where it belongs, at most 0.9 for text, which only looks like something. */
  certainty: number;
}

export interface Source {
  bytes: Uint8Array;
  /** Detected from the bytes; one of the format's `contentTypes`. */
  contentType: string;
  /** What the server that it came from says of its encoding, by the Encoding Standard's name: for formats whose bytes may not tell. */
  charset?: string | undefined;
  /** Of a ZIP archive, where detection has read it. */
  directory?: Directory | undefined;
}

/** `pagesDone` of `pages` are read. */
export type PageDone = (pagesDone: number, pages: number) => void;

export interface ParseContext {
  ocr: OcrEngine;
  ceilings: Ceilings;
  /** Called by formats that read page by page; absent where nobody listens, and inside of another document. */
  pageDone?: PageDone | undefined;
  /** Reads the documents inside this one; absent where these are not to be read. */
  embedded?: EmbeddedReader;
}

export interface EmbeddedReader {
  /** Never rejects: a document inside another is read, or said to be unreadable. */
  read(bytes: Uint8Array): Promise<EmbeddedReading>;
}

export type EmbeddedReading =
  | { kind: 'read'; contentType: string; document: Document }
  /** No format recognises it. */
  | { kind: 'unknown' }
  /** `limit`: what documents inside this one may take together is used up. `contentType` is null where it was not told. */
  | { kind: 'unread'; contentType: string | null; reason: 'limit' | ExtractionErrorCode };

/**
 * Every limit on a single document, named, with its unit. Crossing one throws `ExtractionError('extraction_failed')`, with
 * `bomb: true` unless the file is as large as what it holds (allowance.ts).
 */
export interface Ceilings {
  /** Pages, slides or sheets read; the rest is left out with a warning `page-ceiling`. */
  pages: number;
  /** Bytes that all parts of an archive may inflate to, counted as they come. */
  inflatedBytes: number;
  /** Parts of an archive. */
  archiveEntries: number;
  /** Elements (XML, HTML) of one document. */
  elements: number;
  /** Nesting depth of elements; walkers are iterative, so this guards meaning, not the stack. */
  depth: number;
  /** Characters of text in all blocks together. */
  textCharacters: number;
  /** Cells of all tables together. */
  cells: number;
  /** Operators of a PDF's content streams, forms counted as often as they are drawn. */
  operators: number;
  /** Pixels of one picture or rasterized page. */
  pixels: number;
}

/** Levels of lists in each other: readers of a JSON answer recurse, and nobody nests as deep. */
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

/** The codes a document itself can earn; transport and limits have others (schemas/errors.ts). */
export type ExtractionErrorCode = 'encrypted' | 'extraction_failed' | 'unsupported_format';

/** The document cannot be read. `message` never quotes the document. */
export class ExtractionError extends Error {
  readonly code: ExtractionErrorCode;
  /** Whether a ceiling was crossed on purpose, as far as one can tell: counts towards the abuse breaker. */
  readonly bomb: boolean;

  constructor(code: ExtractionErrorCode, message: string, options: ErrorOptions & { bomb?: boolean } = {}) {
    super(message, options);
    this.name = 'ExtractionError';
    this.code = code;
    this.bomb = options.bomb ?? false;
  }
}

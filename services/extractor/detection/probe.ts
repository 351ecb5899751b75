/** Answers formats' questions about a document's bytes (`Probe`). */
import { fileTypeFromBuffer } from 'file-type';
import { type CentralEntry, type Directory, directoryOf } from '../archive/central-entry.ts';
import type { Probe } from '../format.ts';
import { decodeHead } from '../html/decode.ts';
import { entryNames, isCompoundFile } from './compound-file.ts';
import { inflateEntry, listedEntries, localEntries } from './package-entries.ts';

/** Text formats can be recognised by their first lines, which may start after the first 4 KB. */
const HEAD_BYTES = 64 * 1024;
const ZIP_SIGNATURE = 'PK\x03\x04';
const PDF_SIGNATURE = '%PDF-';
const TIFF_SIGNATURES = ['II*\0', 'MM\0*'] as const;
/**
 * How most web pages begin. None of our signatures begins so, and looking for all others takes longer than the rest of
 * detection.
 */
const WEB_PAGE = /^<(?:!doctype html|html)[\s>]/i;
/** How most mails, or mailboxes, begin. */
const MAIL =
  /^(?:(?:received|return-path|(?:resent-)?from|to|date|subject|message-id|mime-version|delivered-to|content-type|x-[\w-]{1,20}):|from \S)/i;
const SHOWN_BYTES = 32;
const NO_NAMES: ReadonlySet<string> = new Set();
const NO_FILES = directoryOf([]);

export class DocumentProbe implements Probe {
  readonly bytes: Uint8Array;
  readonly isArchive: boolean;
  readonly signature: string | null;
  readonly isSearch: boolean;
  private readonly buffer: Buffer;
  private text: string | undefined;
  private listed: Directory | undefined;
  private found: Directory | undefined;
  private names: ReadonlySet<string> | undefined;

  private constructor(bytes: Uint8Array, signature: string | null, isSearch: boolean) {
    this.bytes = bytes;
    this.isArchive = startsWith(bytes, ZIP_SIGNATURE);
    this.signature = signature;
    this.isSearch = isSearch;
    this.buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  }

  static async of(bytes: Uint8Array): Promise<DocumentProbe> {
    const isContainer = startsWith(bytes, ZIP_SIGNATURE) || isCompoundFile(bytes);
    return new DocumentProbe(bytes, isContainer ? null : await signatureType(bytes), false);
  }

  /** The same document for a second look, after the first found nothing. */
  searching(): DocumentProbe {
    return new DocumentProbe(this.bytes, this.signature, true);
  }

  get headText(): string {
    this.text ??= decodeHead(this.bytes.subarray(0, HEAD_BYTES));
    return this.text;
  }

  startsWith(signature: string): boolean {
    return startsWith(this.bytes, signature);
  }

  latin1(start: number, end: number): string {
    return this.buffer.toString('latin1', start, end);
  }

  /** The archive's directory; undefined if it is lost, or if this is no archive. */
  get directory(): Directory | undefined {
    if (!this.isArchive && !this.isSearch) return undefined;
    this.listed ??= directoryOf(listedEntries(this.buffer));
    return this.listed.entries.length > 0 ? this.listed : undefined;
  }

  /** From the directory; if that is lost (in a truncated file), from the local headers. */
  private get files(): Directory {
    if (!this.isArchive && !this.isSearch) return NO_FILES;
    this.found ??= this.directory ?? directoryOf(localEntries(this.buffer));
    return this.found;
  }

  get entries(): readonly CentralEntry[] {
    return this.files.entries;
  }

  entryNamed(key: string): CentralEntry | undefined {
    return this.files.byKey.get(key);
  }

  entry(key: string, ceiling: number): Uint8Array | null {
    const found = this.entryNamed(key);
    return found === undefined ? null : inflateEntry(this.buffer, found, ceiling);
  }

  get compoundNames(): ReadonlySet<string> {
    this.names ??= isCompoundFile(this.bytes) ? new Set(entryNames(this.bytes)) : NO_NAMES;
    return this.names;
  }
}

/** The type according to a binary signature; null if there is none, or if the bytes are text that only looks like it. */
async function signatureType(bytes: Uint8Array): Promise<string | null> {
  const shown = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString(
    'latin1',
    0,
    SHOWN_BYTES,
  );
  if (WEB_PAGE.test(shown) || MAIL.test(shown)) return null;
  if (shown.startsWith(PDF_SIGNATURE)) return 'application/pdf';
  const found = await fileTypeFromBuffer(bytes);
  // TIFFs are distinguished from raw photographs by their directory, which may be lost if it is at the end of a damaged
  // file.
  if (found === undefined && TIFF_SIGNATURES.some(signature => startsWith(bytes, signature)))
    return 'image/tiff';
  if (found === undefined || found.mime === 'application/xml') return null; // XHTML is XML too: leave it to the formats
  if (found.mime === 'image/bmp' && isText(bytes)) return null; // "BM" also begins English words
  return found.mime === 'image/apng' ? 'image/png' : found.mime;
}

/** Whether there are no control characters but white space; a bitmap's header always has zero bytes in its sizes. */
function isText(bytes: Uint8Array): boolean {
  return bytes.subarray(0, 512).every(byte => byte >= 0x20 || (byte >= 0x09 && byte <= 0x0d));
}

function startsWith(bytes: Uint8Array, signature: string): boolean {
  for (let at = 0; at < signature.length; at++) if (bytes[at] !== signature.charCodeAt(at)) return false;
  return true;
}

/** Answers what formats ask about a document's bytes (`Probe`). */
import { fileTypeFromBuffer } from 'file-type';
import type { CentralEntry } from '../archive/central-directory.ts';
import type { Probe } from '../format.ts';
import { entryNames, isCompoundFile } from './compound-file.ts';
import { inflateEntry, packageEntries } from './package-entries.ts';

/** Text formats show themselves in the first lines, if rarely in the first 4 KB. */
const HEAD_BYTES = 64 * 1024;
const ZIP_SIGNATURE = 'PK\x03\x04';
const TIFF_SIGNATURES = ['II*\0', 'MM\0*'] as const;
/** Most web pages begin so. No signature of ours does, and looking for all others takes longer than the rest of detection. */
const WEB_PAGE = /^<(?:!doctype html|html)[\s>]/i;
const WEB_PAGE_BYTES = '<!doctype html>'.length;

export class DocumentProbe implements Probe {
  readonly bytes: Uint8Array;
  readonly head: Uint8Array;
  readonly signature: string | null;
  readonly isSearch: boolean;
  private listed: readonly CentralEntry[] | undefined;
  private names: ReadonlySet<string> | undefined;

  private constructor(bytes: Uint8Array, signature: string | null, isSearch: boolean) {
    this.bytes = bytes;
    this.head = bytes.subarray(0, HEAD_BYTES);
    this.signature = signature;
    this.isSearch = isSearch;
  }

  static async of(bytes: Uint8Array): Promise<DocumentProbe> {
    const isContainer = startsWith(bytes, ZIP_SIGNATURE) || isCompoundFile(bytes);
    return new DocumentProbe(bytes, isContainer ? null : await signatureType(bytes), false);
  }

  /** The same document, looked at once more where nothing was found at the first look. */
  searching(): DocumentProbe {
    return new DocumentProbe(this.bytes, this.signature, true);
  }

  startsWith(signature: string): boolean {
    return startsWith(this.bytes, signature);
  }

  latin1(start: number, end: number): string {
    return latin1(this.bytes, start, end);
  }

  get isArchive(): boolean {
    return startsWith(this.bytes, ZIP_SIGNATURE);
  }

  get entries(): readonly CentralEntry[] {
    if (!this.isArchive && !this.isSearch) return [];
    this.listed ??= packageEntries(this.bytes);
    return this.listed;
  }

  entry(name: RegExp, ceiling: number): Uint8Array | null {
    const found = this.entries.find(entry => name.test(entry.name));
    return found === undefined ? null : inflateEntry(this.bytes, found, ceiling);
  }

  get compoundNames(): ReadonlySet<string> {
    this.names ??= new Set(isCompoundFile(this.bytes) ? entryNames(this.bytes) : []);
    return this.names;
  }
}

/** The type a binary signature tells; null where there is none or the bytes are text that merely looks like one. */
async function signatureType(bytes: Uint8Array): Promise<string | null> {
  if (WEB_PAGE.test(latin1(bytes, 0, WEB_PAGE_BYTES))) return null;
  const found = await fileTypeFromBuffer(bytes);
  // A TIFF is told from raw photographs by its directory, which may be lost at the end of a damaged one.
  if (found === undefined && TIFF_SIGNATURES.some(signature => startsWith(bytes, signature)))
    return 'image/tiff';
  if (found === undefined || found.mime === 'application/xml') return null; // XHTML is XML too: left to the formats
  if (found.mime === 'image/bmp' && isText(bytes)) return null; // "BM" also begins English words
  return found.mime === 'image/apng' ? 'image/png' : found.mime;
}

/** No control characters but white space; what a bitmap's header never is, for its sizes hold zero bytes. */
function isText(bytes: Uint8Array): boolean {
  return bytes.subarray(0, 512).every(byte => byte >= 0x20 || (byte >= 0x09 && byte <= 0x0d));
}

function startsWith(bytes: Uint8Array, signature: string): boolean {
  return latin1(bytes, 0, signature.length) === signature;
}

function latin1(bytes: Uint8Array, start: number, end: number): string {
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
    .subarray(start, end)
    .toString('latin1');
}

/**
 * What a document is, told from its bytes alone: a name, an extension or a declared type is never looked at.
 * Signatures come first; text formats, which have none, are asked how sure they are (`Format.sniff`).
 */
import { fileTypeFromBuffer } from 'file-type';
import { ExtractionError, type Format } from '../format.ts';
import { formatFor } from '../registry.ts';
import { holdsEncryptedPackage, isCompoundFile } from './compound-file.ts';
import { officeKind } from './office-package.ts';

export interface Detected {
  /** Precise MIME type, one of the format's `contentTypes`. */
  contentType: string;
  format: Format;
}

/** Signatures stand at the very beginning; text formats show themselves in the first lines, if rarely in the first 4 KB. */
const HEAD_BYTES = 64 * 1024;
/** PDF readers accept the header anywhere in the first 1,024 bytes (ISO 32000-1, annex H, implementation note 13). */
const PDF_HEADER_BYTES = 1024;
/** A PDF ends with `startxref`, an offset and `%%EOF`; trailing rubbish is common, so the search is wide. */
const PDF_TRAILER_BYTES = 8 * 1024;

const PDF = 'application/pdf';
const TIFF_SIGNATURES = ['II*\0', 'MM\0*'] as const;
const ZIP_SIGNATURE = 'PK\x03\x04';

/**
 * Throws `ExtractionError`: `encrypted` for a password-protected Office package (an encrypted PDF is only known once
 * it is parsed), `unsupported_format` for everything no format reads.
 */
export async function detect(bytes: Uint8Array, formats: readonly Format[]): Promise<Detected> {
  for (const contentType of await candidates(bytes, formats)) {
    const format = formatFor(contentType, formats);
    if (format !== undefined) return { contentType, format };
  }
  throw new ExtractionError('unsupported_format', 'the document is of no supported format');
}

/** Content types the bytes may be reported as, best first. */
async function candidates(bytes: Uint8Array, formats: readonly Format[]): Promise<readonly string[]> {
  const head = bytes.subarray(0, HEAD_BYTES);
  if (startsWith(head, '%PDF-')) return [PDF];
  if (isCompoundFile(head)) return compoundTypes(bytes);
  if (startsWith(head, ZIP_SIGNATURE)) return packageTypes(bytes);
  const signature = await signatureType(bytes);
  if (signature !== null && formatFor(signature, formats) !== undefined) return [signature];
  if (isPdfBehindPreamble(bytes)) return [PDF];
  const sniffed = sniff(head, formats);
  if (sniffed !== null) return [sniffed];
  if (signature !== null) return [];
  return latin1(head, PDF_HEADER_BYTES).includes('%PDF-') ? [PDF] : packageTypes(bytes);
}

function compoundTypes(bytes: Uint8Array): never[] {
  if (holdsEncryptedPackage(bytes)) throw encrypted();
  return [];
}

function packageTypes(bytes: Uint8Array): readonly string[] {
  const kind = officeKind(bytes);
  if (kind?.encrypted) throw encrypted();
  return kind?.contentTypes ?? [];
}

const encrypted = () => new ExtractionError('encrypted', 'the document is protected by a password');

/** The type a binary signature tells; null where there is none or the bytes are text that merely looks like one. */
async function signatureType(bytes: Uint8Array): Promise<string | null> {
  const found = await fileTypeFromBuffer(bytes);
  // A TIFF is told from raw photographs by its directory, which may be lost at the end of a damaged one.
  if (found === undefined && TIFF_SIGNATURES.some(signature => startsWith(bytes, signature)))
    return 'image/tiff';
  if (found === undefined || found.mime === 'application/xml') return null; // XHTML is XML too: left to the sniffers
  if (found.mime === 'image/bmp' && isText(bytes)) return null; // "BM" also begins English words
  return found.mime === 'image/apng' ? 'image/png' : found.mime;
}

/** No control characters but white space; what a bitmap's header never is, for its sizes hold zero bytes. */
function isText(bytes: Uint8Array): boolean {
  return bytes.subarray(0, 512).every(byte => byte >= 0x20 || (byte >= 0x09 && byte <= 0x0d));
}

/** Rubbish (HTTP headers, a printer's preamble) before the header; the trailer tells it from text about PDF. */
function isPdfBehindPreamble(bytes: Uint8Array): boolean {
  const tail = bytes.subarray(Math.max(0, bytes.length - PDF_TRAILER_BYTES));
  return /%PDF-\d\.\d/.test(latin1(bytes, PDF_HEADER_BYTES)) && latin1(tail).includes('startxref');
}

function sniff(head: Uint8Array, formats: readonly Format[]): string | null {
  let best = 0;
  let contentType: string | null = null;
  for (const format of formats) {
    const certainty = format.sniff?.(head) ?? 0;
    if (certainty > best) {
      best = certainty;
      contentType = format.contentTypes[0] ?? null;
    }
  }
  return contentType;
}

const startsWith = (bytes: Uint8Array, signature: string): boolean =>
  latin1(bytes, signature.length) === signature;

function latin1(bytes: Uint8Array, length = bytes.length): string {
  return Buffer.from(bytes.buffer, bytes.byteOffset, Math.min(length, bytes.length)).toString('latin1');
}

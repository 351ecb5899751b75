/**
 * A fast path for the form that almost every upload is: a single part named file (RFC 7578), small, and received
 * together with the head of its request. The document is cut out of the form directly; any other form is left to the
 * parser, whose streams cost half as much as everything else about a small request.
 */
import type { IncomingMessage } from 'node:http';

const CEILING_BYTES = 64 * 1024;
/** Ceiling of a part's headers. */
const HEAD_CEILING_BYTES = 1024;
/** The boundary in the content type (RFC 2046, 5.1.1). */
const FORM = /^multipart\/form-data; ?boundary=(?:"([\w'()+,./:=?-]{1,70})"|([\w'+.-]{1,70}))$/i;
const PART =
  /^content-disposition: form-data; name="(?-i:file)"(?:; filename="[^"\\\r\n]*")?(?:\r\ncontent-type: [\x21-\x7e]+)?$/i;

/** The document; null if the parser has to read the request, in which case nothing of it has been consumed. */
export function smallDocument(request: IncomingMessage): Buffer | null {
  const bytes = request.readableLength;
  // Node reports the end of a body slightly after its last byte, so compare the length.
  const isWhole = bytes > 0 && bytes === Number(request.headers['content-length']);
  const boundary =
    isWhole && bytes <= CEILING_BYTES ? boundaryOf(request.headers['content-type']) : undefined;
  if (boundary === undefined) return null;
  const body: unknown = request.read(bytes);
  if (!Buffer.isBuffer(body)) return null;
  const document = onlyFile(body, boundary);
  if (document === null) request.unshift(body);
  else request.resume();
  return document && copyOf(document);
}

/** A copy that shares memory neither with the socket's buffer nor with Node's pool, because it is kept for a while. */
function copyOf(bytes: Buffer): Buffer {
  const copy = Buffer.allocUnsafeSlow(bytes.length);
  bytes.copy(copy);
  return copy;
}

export function boundaryOf(contentType: string | undefined): string | undefined {
  const [, quoted, plain] = FORM.exec(contentType ?? '') ?? [];
  return quoted ?? plain;
}

/** The content of a form's only part; null if the form has another shape. Shares the body's memory. */
export function onlyFile(body: Buffer, boundary: string): Buffer | null {
  const first = `--${boundary}\r\n`;
  if (body.toString('latin1', 0, first.length) !== first) return null;
  const headEnd = body.indexOf('\r\n\r\n', first.length, 'latin1');
  if (headEnd < 0 || headEnd > first.length + HEAD_CEILING_BYTES) return null;
  if (!PART.test(body.toString('latin1', first.length, headEnd))) return null;
  const begin = headEnd + 4;
  const delimiter = `\r\n--${boundary}`;
  // Search from the line break before the document: if the document itself begins with the boundary, the parser takes
  // that for the end of the part.
  const end = body.indexOf(delimiter, begin - 2, 'latin1');
  if (end < begin) return null;
  const rest = body.toString('latin1', end + delimiter.length);
  return rest === '--\r\n' || rest === '--' ? body.subarray(begin, end) : null;
}

/**
 * The form that almost every upload is: one part named file and nothing beside it (RFC 7578), small, and here in one piece
 * with the head of its request. It is cut out of its frame as it stands; what is anything else is left to the parser, whose
 * streams cost as much as half of the rest of a small request.
 */
import type { IncomingMessage } from 'node:http';

const CEILING_BYTES = 64 * 1024;
/** Of a part. */
const HEAD_CEILING_BYTES = 1024;
/** RFC 2046, 5.1.1. */
const FORM = /^multipart\/form-data; ?boundary=(?:"([\w'()+,./:=?-]{1,70})"|([\w'+.-]{1,70}))$/i;
const PART =
  /^content-disposition: form-data; name="(?-i:file)"(?:; filename="[^"\\\r\n]*")?(?:\r\ncontent-type: [\x21-\x7e]+)?$/i;

/** The document, or null where the parser is to read the request, of which nothing is taken then. */
export function smallDocument(request: IncomingMessage): Buffer | null {
  const bytes = request.readableLength;
  // Node tells the end of a body a moment after its last byte.
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

/** Neither a view of what may be the socket's memory nor a part of Node's pool: it is kept for a while. */
function copyOf(bytes: Buffer): Buffer {
  const copy = Buffer.allocUnsafeSlow(bytes.length);
  bytes.copy(copy);
  return copy;
}

export function boundaryOf(contentType: string | undefined): string | undefined {
  const [, quoted, plain] = FORM.exec(contentType ?? '') ?? [];
  return quoted ?? plain;
}

/** The content of the one part of a form; null where it has another shape. Shares the body's memory. */
export function onlyFile(body: Buffer, boundary: string): Buffer | null {
  const first = `--${boundary}\r\n`;
  if (body.toString('latin1', 0, first.length) !== first) return null;
  const headEnd = body.indexOf('\r\n\r\n', first.length, 'latin1');
  if (headEnd < 0 || headEnd > first.length + HEAD_CEILING_BYTES) return null;
  if (!PART.test(body.toString('latin1', first.length, headEnd))) return null;
  const begin = headEnd + 4;
  const delimiter = `\r\n--${boundary}`;
  // From the line's end before the document on: to the parser, one that begins with the boundary is an end.
  const end = body.indexOf(delimiter, begin - 2, 'latin1');
  if (end < begin) return null;
  const rest = body.toString('latin1', end + delimiter.length);
  return rest === '--\r\n' || rest === '--' ? body.subarray(begin, end) : null;
}

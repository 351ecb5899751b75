/**
 * Reads documents in the forms that other services' clients send: as the body itself, gzipped or not; in a form under
 * any field name; or in JSON.
 */
import { createGunzip } from 'node:zlib';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { BlobStore } from '../../platform/blob-store/blob-store.ts';
import { bodyOf, contentCodingOf } from './caller-body.ts';
import { JsonCost } from './costly-json.ts';
import { askForBody } from './protocol.ts';
import { Refusal } from './refusal.ts';
import { FORM_OVERHEAD_BYTES, fromCaller, type InTurn, readBytes, tooLarge, type Upload } from './upload.ts';

export interface Reader {
  request: FastifyRequest;
  reply: FastifyReply;
  blobs: BlobStore;
  /** Ceiling of the document, in bytes. */
  ceilingBytes: number;
  keyId: string;
}

/** The document and the fields of a form. */
export interface Form {
  upload: Upload;
  fileName: string;
  /** The values of each field; a repeated field has several. */
  fields: ReadonlyMap<string, string[]>;
}

/**
 * docling-serve has about forty options, each a field, so these limits leave room for all of them. Two files are
 * allowed so that a second one gets a clear refusal.
 */
const FORM_LIMITS = { files: 2, fields: 100, parts: 102, fieldSize: 16 * 1024, headerPairs: 100 };

/** Reads a body that is the document itself. */
export async function readPlain(reader: Reader, inTurn: InTurn): Promise<Upload> {
  const { request, reply, blobs, ceilingBytes, keyId } = reader;
  checkLength(reader);
  askForBody(request, reply);
  const coding = contentCodingOf(request);
  if (coding !== 'identity' && coding !== 'gzip')
    throw new Refusal('bad_request', 'The only Content-Encoding is gzip.');
  const source = coding === 'gzip' ? unzipped(request) : bodyOf(request.raw);
  return full(await readBytes(source, blobs, ceilingBytes, { inTurn, keyId }));
}

async function* unzipped({ raw }: FastifyRequest): AsyncGenerator<Buffer> {
  const gunzip = createGunzip();
  raw.once('error', error => gunzip.destroy(error));
  yield* raw.pipe(gunzip) as AsyncIterable<Buffer>;
}

/** Reads a form with one file, under any field name. `checkField` may throw to end the request before the file is read. */
export async function readForm(
  reader: Reader,
  inTurn: InTurn,
  checkField: (name: string, value: string) => void = () => undefined,
): Promise<Form> {
  const { request, reply, blobs, ceilingBytes, keyId } = reader;
  if (!request.isMultipart())
    throw new Refusal('bad_request', 'The body must be multipart/form-data with one file.');
  checkLength(reader);
  askForBody(request, reply);
  const fields = new Map<string, string[]>();
  let found: { upload: Upload; fileName: string } | null = null;
  try {
    const limits = { ...FORM_LIMITS, fileSize: ceilingBytes + 1 };
    for await (const part of request.parts({ limits })) {
      if (part.type === 'field') {
        checkField(part.fieldname, String(part.value));
        fields.set(part.fieldname, [...(fields.get(part.fieldname) ?? []), String(part.value)]);
        continue;
      }
      if (found !== null) throw new Refusal('bad_request', 'The form has more than one file.');
      const upload = await readBytes(part.file, blobs, ceilingBytes, { inTurn, keyId });
      found = { upload, fileName: part.filename };
    }
  } catch (error) {
    if (found !== null && found.upload.bytes === null) await blobs.delete([found.upload.key]);
    throw error instanceof Error && 'statusCode' in error && !(error instanceof Refusal)
      ? new Refusal('bad_request', 'The form cannot be read.', { abusive: true })
      : error;
  }
  if (found === null) throw new Refusal('bad_request', 'The form has no file.');
  return { ...found, upload: full(found.upload), fields };
}

const NO_DOCUMENT = 'The body is JSON of far more values than stand around a document.';

/** Base64 is a third longer than the document; the rest of the JSON may take as much as a form's overhead. */
const jsonCeiling = (ceilingBytes: number): number => Math.ceil((ceilingBytes * 4) / 3) + FORM_OVERHEAD_BYTES;

/** Reads and parses a JSON body that contains at most one document in base64. */
export async function readJson(reader: Reader): Promise<unknown> {
  const { request, reply, ceilingBytes } = reader;
  const ceiling = jsonCeiling(ceilingBytes);
  if (Number(request.headers['content-length'] ?? 0) > ceiling) throw tooLarge(ceilingBytes);
  askForBody(request, reply);
  const chunks: Buffer[] = [];
  const cost = new JsonCost();
  let size = 0;
  for await (const chunk of fromCaller(bodyOf(request.raw), 'The body did not come whole.')) {
    size += chunk.length;
    if (size > ceiling) throw tooLarge(ceilingBytes);
    if (cost.isTooMuchWith(chunk)) throw new Refusal('bad_request', NO_DOCUMENT, { abusive: true });
    chunks.push(chunk);
  }
  try {
    return JSON.parse(Buffer.concat(chunks).toString());
  } catch {
    throw new Refusal('bad_request', 'The body is no JSON.');
  }
}

/** Stores a document that came as base64 in JSON. */
export async function readBase64(text: string, reader: Reader, inTurn: InTurn): Promise<Upload> {
  const bytes = Buffer.from(text, 'base64');
  const { blobs, ceilingBytes, keyId } = reader;
  const pieces = (async function* () {
    yield bytes;
  })();
  return full(await readBytes(pieces, blobs, ceilingBytes, { inTurn, keyId }));
}

function checkLength({ request, ceilingBytes }: Reader): void {
  const announced = Number(request.headers['content-length'] ?? 0);
  if (announced > ceilingBytes + FORM_OVERHEAD_BYTES) throw tooLarge(ceilingBytes);
}

function full(upload: Upload): Upload {
  if (upload.size === 0) throw new Refusal('unsupported_format', 'The document is empty: it has no bytes.');
  return upload;
}

/** Refusals in front of an S3 server, in the forms that such servers and their proxies use. */
import { crc32 } from 'node:zlib';
import type { Meddler, Passed, Refusals } from './errors.ts';

/** `before`: the request is not carried out; `after`: it is, but reported as failed; `torn`: the answer ends in the middle. */
type Moment = 'before' | 'after' | 'torn';

const MOMENTS: readonly Moment[] = ['before', 'before', 'after', 'torn'];

const REQUEST = /^(GET|PUT|HEAD|POST|DELETE) \/\S* HTTP\/1\.1\r\n/;
const LONGEST_ADDRESS = 2_000;

const DOCUMENT = /^GET \/[^/]+\/source\/([^ ?]+)/;
/** The name of an object that is requested to find out whether anything can be read. */
const PROBE = 'never-written';

const xml = (code: string) =>
  `<?xml version="1.0" encoding="UTF-8"?><Error><Code>${code}</Code><Message>-</Message></Error>`;

const answer = (status: string, type: string, body: string, more = 'connection: close\r\n') =>
  `HTTP/1.1 ${status}\r\ncontent-type: ${type}\r\ncontent-length: ${body.length}\r\n${more}\r\n${body}`;

/** Refusal of one document by a server that serves others; the connection stays open. */
const DENIED = Buffer.from(answer('403 Forbidden', 'application/xml', xml('AccessDenied'), ''));

const ANSWERS: readonly string[] = [
  answer('500 Internal Server Error', 'application/xml', xml('InternalError')),
  answer('503 Service Unavailable', 'application/xml', xml('SlowDown')),
  answer('502 Bad Gateway', 'text/html', '<html><head><title>502 Bad Gateway</title></head></html>'),
  answer('504 Gateway Time-out', 'text/html', ''),
  answer('429 Too Many Requests', 'text/plain', 'slow down'),
  // A proxy that has no route, or whose server is under maintenance.
  answer('404 Not Found', 'text/plain', ''),
  answer('200 OK', 'text/html', '<html><head><title>Back soon</title></head></html>'),
  answer(
    '307 Temporary Redirect',
    'text/plain',
    '',
    'location: http://127.0.0.1:9/\r\nconnection: close\r\n',
  ),
];

/** Answers that differ from those for wrong settings only in their body; the answer to HEAD has none. */
const TOLD_BY_THE_BODY: readonly string[] = [
  answer('400 Bad Request', 'application/xml', xml('RequestTimeout')),
  answer('403 Forbidden', 'application/xml', xml('RequestTimeTooSkewed')),
];

const LASTING: readonly string[] = [
  answer('403 Forbidden', 'application/xml', xml('InvalidAccessKeyId')),
  answer('403 Forbidden', 'application/xml', xml('SignatureDoesNotMatch')),
  answer('400 Bad Request', 'application/xml', xml('ExpiredToken')),
  answer('404 Not Found', 'application/xml', xml('NoSuchBucket')),
];

export class StoreErrors implements Meddler {
  private readonly refusals: Refusals;
  /** The refusal for the request under way; a client sends one at a time. */
  private moment: Moment | undefined;
  private answers = ANSWERS;

  constructor(refusals: Refusals) {
    this.refusals = refusals;
  }

  request(piece: Buffer): Passed {
    const head = piece.toString('latin1', 0, LONGEST_ADDRESS);
    if (this.isDenied(head)) return { instead: DENIED };
    const [, method] = REQUEST.exec(head) ?? [];
    if (method !== undefined && this.refusals.next()) {
      const { lasting, random } = this.refusals;
      const given = lasting ? LASTING : [...ANSWERS, ...TOLD_BY_THE_BODY];
      this.answers = method === 'HEAD' ? ANSWERS : given;
      this.moment = lasting ? 'before' : random.pick(MOMENTS);
      this.refusals.told(`S3 refuses: ${this.moment}`);
    }
    return this.moment === 'before' ? { lastWords: this.refusal() } : { piece };
  }

  answer(piece: Buffer): Passed {
    if (this.moment === undefined) return { piece };
    if (this.moment === 'after') return { lastWords: this.refusal() };
    return { lastWords: piece.subarray(0, this.refusals.random.below(piece.length)) };
  }

  private isDenied(head: string): boolean {
    const name = DOCUMENT.exec(head)?.[1];
    return name !== undefined && name !== PROBE && crc32(name) / 2 ** 32 < this.refusals.documentsShare;
  }

  private refusal(): Buffer {
    return Buffer.from(this.refusals.random.pick(this.answers));
  }
}

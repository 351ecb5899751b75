/** Documents of every kind. Each has a nonce in its text by which its answer is recognised. */
import { docx, eml, encryptedDocx, html, pptx, xlsx } from '../../support/documents.ts';
import { textPdf } from '../../support/pdf-documents.ts';
import { picture } from '../../support/pictures.ts';

export interface Kind {
  name: string;
  weight: number;
  make: (nonce: string) => Promise<Uint8Array> | Uint8Array;
  /** How its job ends without faults: `success`, or an error code. */
  end: string;
  /** Whether its answer contains the nonce. */
  isMarked: boolean;
}

/** Larger than what waits in memory, and than what is answered from memory. */
const STREAMED_BYTES = 300_000;
/** Larger than the soak's ASYNC_THRESHOLD_BYTES. */
const DEFERRED_BYTES = 700_000;

const words = (nonce: string) => ({ heading: `About ${nonce}`, paragraph: `The words of ${nonce}.` });

function padded(nonce: string, bytes: number): Buffer {
  const filler = `<p>${'some more of the same text '.repeat(40)}</p>`;
  const body = html(words(nonce)).toString().replace('</body>', '');
  return Buffer.from(body + filler.repeat(Math.ceil(bytes / filler.length)));
}

function kind(name: string, weight: number, make: Kind['make'], end = 'success'): Kind {
  return { name, weight, make, end, isMarked: end === 'success' };
}

/** The file with its nonce appended, so that two of a kind are different documents for an Idempotency-Key too. */
const ended = (file: Uint8Array, nonce: string): Buffer => Buffer.concat([file, Buffer.from(nonce)]);

export const KINDS: readonly Kind[] = [
  kind('html', 6, nonce => html(words(nonce))),
  kind('eml', 2, nonce => eml(words(nonce))),
  kind('docx', 3, nonce => docx(words(nonce))),
  kind('xlsx', 2, nonce => xlsx(words(nonce))),
  kind('pptx', 2, nonce => pptx(words(nonce))),
  kind('pdf', 3, nonce => textPdf(`The words of ${nonce}.`, 'A paragraph of it.')),
  kind('streamed', 2, nonce => padded(nonce, STREAMED_BYTES)),
  kind('deferred', 1, nonce => padded(nonce, DEFERRED_BYTES)),
  { ...kind('picture', 0.3, async nonce => ended(await picture('png'), nonce)), isMarked: false },
  kind('encrypted', 1, nonce => ended(encryptedDocx(), nonce), 'encrypted'),
  kind('junk', 1, nonce => Buffer.from(`nothing that anybody could read ${nonce}`), 'unsupported_format'),
];

export const DEFERRED_FROM_BYTES = (STREAMED_BYTES + DEFERRED_BYTES) / 2;

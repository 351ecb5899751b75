import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import {
  type ExtractOptions,
  type Source,
  type Textrail,
  TextrailError,
} from '../../clients/typescript/textrail.ts';
import type { StoredObject } from './inputs.ts';
import { Stopped, Unread } from './reader.ts';
import { ServiceReader } from './service-reader.ts';

const { signal } = new AbortController();
const bytes = Buffer.from('a document');

/** A reader, and the requests that its service got. `refusals` are thrown for the first requests, one each. */
function asking(many: boolean, ...refusals: (TextrailError | undefined)[]) {
  const asked: { source: Source; options: ExtractOptions }[] = [];
  const client = {
    extract: async (source: Source, options: ExtractOptions) => {
      asked.push({ source, options });
      const refusal = refusals.shift();
      if (refusal !== undefined) throw refusal;
      return { status: 'success' };
    },
  };
  return { asked, reader: new ServiceReader(client as unknown as Textrail, many) };
}

const late = () => new TextrailError('timeout', 'It took too long.', 504);

describe('a document that a service reads for the command line', () => {
  test('is asked for once more, as a job of its own, where the time of a caller who waits was not enough', async () => {
    const { asked, reader } = asking(false, late());
    assert.deepEqual(await reader.read({ bytes }, 'text', signal), { status: 'success' });
    assert.deepEqual(
      asked.map(({ options }) => options.async),
      [false, true],
    );
    assert.equal(new Set(asked.map(({ options }) => options.idempotencyKey)).size, 2);
  });

  test('is given up where a job’s time was not enough either', async () => {
    const one = asking(false, late(), late());
    await assert.rejects(one.reader.read({ bytes }, 'text', signal), Unread);
    assert.equal(one.asked.length, 2);
    const many = asking(true, late());
    await assert.rejects(many.reader.read({ bytes }, 'text', signal), Unread);
    assert.equal(many.asked.length, 1);
  });

  test('is asked for once where the answer is another one, which ends the run where it is not of the document', async () => {
    const refused = asking(false, new TextrailError('unsupported_format', 'No.', 415));
    await assert.rejects(refused.reader.read({ bytes }, 'text', signal), Unread);
    const away = asking(false, new TextrailError('unauthorized', 'No such key.', 401));
    await assert.rejects(away.reader.read({ bytes }, 'text', signal), Stopped);
    assert.deepEqual([refused.asked.length, away.asked.length], [1, 1]);
  });

  test('is sent up to 10 MiB: a service counts larger ones towards its breaker', async () => {
    const { asked, reader } = asking(false);
    await reader.read({ bytes: Buffer.alloc(10_485_760) }, 'text', signal);
    await assert.rejects(
      reader.read({ bytes: Buffer.alloc(10_485_761) }, 'text', signal),
      error => error instanceof Unread && error.code === 'too_large',
    );
    assert.equal(asked.length, 1);
  });
});

test('an object of a store without presigned addresses is read here and sent, and so are all behind it', async () => {
  const object = (url: string | null): StoredObject => ({
    version: 'e',
    bytes: bytes.length,
    address: async () => url,
    read: async () => bytes,
  });
  const { asked, reader } = asking(true);
  await reader.read({ object: object(null) }, 'text', signal);
  await reader.read({ object: object('https://s3.example/b') }, 'text', signal);
  await reader.read({ object: object(null) }, 'text', signal);
  assert.deepEqual(
    asked.map(({ source }) => source),
    [{ bytes }, { bytes }, { bytes }],
  );
});

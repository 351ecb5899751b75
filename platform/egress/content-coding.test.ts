import assert from 'node:assert/strict';
import { Readable } from 'node:stream';
import { describe, it } from 'node:test';
import { gzipSync } from 'node:zlib';
import type { Dispatcher } from 'undici';
import { contentOf } from './content-coding.ts';

const response = (body: Buffer, headers: Record<string, string>) =>
  ({ body: Readable.from([body]), headers }) as unknown as Dispatcher.ResponseData;
const read = async (answer: Dispatcher.ResponseData) =>
  Buffer.concat(await Array.fromAsync(contentOf(answer).chunks)).toString();

describe('the content of an answer', () => {
  it('is as long as its server says, where it is not coded', () => {
    for (const coding of ['', 'identity', 'aws-chunked'])
      assert.equal(
        contentOf(response(Buffer.from('abc'), { 'content-encoding': coding, 'content-length': '3' }))
          .announcedBytes,
        3,
      );
    assert.equal(contentOf(response(Buffer.from('abc'), {})).announcedBytes, 0);
  });

  it('is as long as it is unpacked, which nobody has said, where it is', async () => {
    const packed = gzipSync('abc');
    const headers = { 'content-encoding': 'gzip', 'content-length': String(packed.length) };
    assert.equal(contentOf(response(packed, headers)).announcedBytes, 0);
    assert.equal(await read(response(packed, headers)), 'abc');
  });

  it('is undone twice at the most: more codings than that are a bomb, and left as they are', async () => {
    const twice = gzipSync(gzipSync('abc'));
    assert.equal(await read(response(twice, { 'content-encoding': 'gzip, gzip' })), 'abc');
    const thrice = gzipSync(twice);
    const headers = { 'content-encoding': 'gzip, gzip, gzip', 'content-length': String(thrice.length) };
    assert.equal(contentOf(response(thrice, headers)).announcedBytes, thrice.length);
    const left = await Array.fromAsync(contentOf(response(thrice, headers)).chunks);
    assert.deepEqual(Buffer.concat(left), thrice);
  });
});

import assert from 'node:assert/strict';
import { PassThrough } from 'node:stream';
import { describe, it } from 'node:test';
import { queryObjects } from 'node:v8';
import { type Frame, readFrames, SAID_CEILING_BYTES, writeFrame, writtenFrame } from './framing.ts';

const CEILING_BYTES = 100_000;
/** More than is copied behind a frame's header. */
const LARGE = Buffer.alloc(80_000, 'large ');
const FRAMES: readonly Frame[] = [
  { header: { kind: 'piece' }, body: Buffer.from('what stands in it') },
  { header: { kind: 'ready', name: 'Größe' }, body: Buffer.alloc(0) },
  { header: { kind: 'piece' }, body: LARGE },
  { header: null, body: Buffer.from([0, 255]) },
];

/** The frames read from `chunks`, and why the reading ended. */
function readFrom(chunks: readonly Buffer[], ceilingBytes = CEILING_BYTES) {
  const stream = new PassThrough();
  const frames: Frame[] = [];
  const errors: string[] = [];
  readFrames(
    stream,
    ceilingBytes,
    frame => frames.push(frame),
    ({ message }) => errors.push(message),
  );
  for (const chunk of chunks) stream.emit('data', chunk);
  return { stream, frames, errors };
}

function written(...frames: readonly Frame[]): Buffer {
  const stream = new PassThrough({ highWaterMark: 1024 * 1024 });
  for (const { header, body } of frames) writeFrame(stream, header, body);
  return stream.read() ?? Buffer.alloc(0);
}

/** The beginning of a frame that announces this many bytes. */
function prefix(headerBytes: number, bodyBytes: number): Buffer {
  const bytes = Buffer.alloc(8);
  bytes.writeUInt32LE(headerBytes, 0);
  bytes.writeUInt32LE(bodyBytes, 4);
  return bytes;
}

describe('messages between the extractor and a worker', () => {
  it('are read as they were written, however they are cut on their way', () => {
    const bytes = written(...FRAMES);
    for (const size of [1, 3, 7, 8, 9, 50, 65_536, bytes.length]) {
      const chunks: Buffer[] = [];
      for (let at = 0; at < bytes.length; at += size) chunks.push(bytes.subarray(at, at + size));
      const { frames, errors } = readFrom(chunks);
      assert.deepEqual([frames, errors], [FRAMES, []], `in pieces of ${size}`);
    }
  });

  it('take no object for each of their bytes, where a hostile worker writes them one by one', () => {
    const { stream, frames } = readFrom([prefix(2, 50_000)]);
    const before = queryObjects(Buffer, { format: 'count' });
    for (let count = 0; count < 50_001; count++) stream.emit('data', Buffer.from('1'));
    assert.ok(queryObjects(Buffer, { format: 'count' }) - before < 100);
    stream.emit('data', Buffer.from('1'));
    assert.deepEqual(frames, [{ header: 11, body: Buffer.alloc(50_000, '1') }]);
  });

  it('are told one by one, each when its last byte is here', () => {
    const [first, second] = [written(FRAMES[0] as Frame), written(FRAMES[1] as Frame)];
    const { stream, frames } = readFrom([Buffer.concat([first, second.subarray(0, -1)])]);
    assert.deepEqual(frames, [FRAMES[0]]);
    stream.emit('data', second.subarray(-1));
    assert.deepEqual(frames, FRAMES.slice(0, 2));
  });

  it('are broken where a body is announced that is beyond its ceiling, before any of it has come', () => {
    assert.deepEqual(readFrom([prefix(2, CEILING_BYTES)]).errors, []);
    assert.deepEqual(readFrom([prefix(2, CEILING_BYTES + 1)]).errors, ['frame beyond its ceiling']);
    assert.deepEqual(readFrom([prefix(2, SAID_CEILING_BYTES + 1)], SAID_CEILING_BYTES).errors.length, 1);
  });

  it('are broken where a header is announced that no worker of ours writes', () => {
    assert.deepEqual(readFrom([prefix(64 * 1024, 0)]).errors, []);
    assert.deepEqual(readFrom([prefix(64 * 1024 + 1, 0)]).errors, ['frame beyond its ceiling']);
  });

  it('are broken where a header is no JSON, and a pipe that fails is told', () => {
    const { stream, frames, errors } = readFrom([Buffer.concat([prefix(3, 0), Buffer.from('{:}')])]);
    assert.deepEqual([frames.length, errors.length], [0, 1]);
    stream.emit('error', new Error('EPIPE'));
    assert.deepEqual(errors.slice(1), ['EPIPE']);
  });

  it('have been written when they have left, small ones and large ones', async () => {
    for (const { header, body } of FRAMES) {
      const stream = new PassThrough({ highWaterMark: 1024 * 1024 });
      await writtenFrame(stream, header, body);
      assert.deepEqual(readFrom([stream.read()]).frames, [{ header, body }]);
    }
  });
});

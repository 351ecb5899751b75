import assert from 'node:assert/strict';
import { test } from 'node:test';
import { inCpuTime } from '../../../tests/support/cpu-time.ts';
import { Allowance } from '../allowance.ts';
import { CEILINGS, ExtractionError } from '../format.ts';
import { buildZip } from './zip.test-support.ts';
import { Archive, PART_BYTES } from './zip.ts';

const open = (bytes: Uint8Array, ceilings = {}) =>
  new Archive(bytes, new Allowance({ ...CEILINGS, ...ceilings }));
const isBomb = (error: unknown) => error instanceof ExtractionError && error.bomb;

test('stored and deflated parts are read alike', () => {
  const archive = open(
    buildZip([
      { name: 'a', content: 'plain', stored: true },
      { name: 'b', content: 'packed' },
    ]),
  );
  assert.equal(archive.read('a')?.toString(), 'plain');
  assert.equal(archive.read('b')?.toString(), 'packed');
  assert.equal(archive.read('c'), undefined);
});

test('a part that is kept stays what it is, whatever is read after it', () => {
  const archive = open(buildZip({ a: 'first', b: 'other' }));
  const kept = archive.read('a');
  assert.equal(archive.readBriefly('b')?.toString(), 'other');
  assert.equal(archive.readBriefly('a')?.toString(), 'first');
  archive.readBriefly('b');
  assert.equal(kept?.toString(), 'first');
});

test('names are compared without case and without a leading slash', () => {
  assert.equal(
    open(buildZip({ 'Word/Document.xml': 'x' }))
      .read('/word/document.XML')
      ?.toString(),
    'x',
  );
});

test('bytes before the archive and a comment behind it do no harm', () => {
  const zip = Buffer.from(buildZip({ a: 'here' }));
  zip.writeUInt16LE(5, zip.length - 2);
  const archive = open(Buffer.concat([zip, Buffer.from('hello')]));
  assert.equal(archive.read('a')?.toString(), 'here');
});

test('an archive behind other bytes is read, whatever its offsets count from', () => {
  const archive = open(Buffer.concat([Buffer.from('junk'), Buffer.from(buildZip({ a: 'here', b: 'too' }))]));
  assert.equal(archive.read('a')?.toString(), 'here');
  assert.equal(archive.read('b')?.toString(), 'too');
});

test('a part may not inflate past what is left, whatever its header claims', () => {
  const archive = open(buildZip([{ name: 'a', content: Buffer.alloc(10_000), claim: 5 }]), {
    inflatedBytes: 9_999,
  });
  assert.throws(() => archive.read('a'), isBomb);
});

test('a part is read whole where its header claims too little, and none is counted by its claim', () => {
  const content = Buffer.from(Array.from({ length: 50_000 }, (_, at) => `${at * 7_919} `).join(''));
  for (const claim of [0, 5, content.length - 1, content.length, content.length * 2])
    assert.ok(
      open(buildZip([{ name: 'a', content, claim }]))
        .read('a')
        ?.equals(content),
      String(claim),
    );
});

test('all parts together may not inflate past the ceiling', () => {
  const archive = open(buildZip({ a: Buffer.alloc(600), b: Buffer.alloc(600) }), { inflatedBytes: 1_000 });
  assert.equal(archive.read('a')?.length, 600);
  assert.throws(() => archive.read('b'), isBomb);
});

test(
  'a single part ends at its own ceiling',
  inCpuTime(20_000, () => {
    const archive = open(buildZip({ a: Buffer.alloc(PART_BYTES + 1) }));
    assert.throws(() => archive.read('a'), isBomb);
  }),
);

test('entries are counted against their ceiling', () => {
  assert.throws(() => open(buildZip({ a: '', b: '', c: '' }), { archiveEntries: 2 }), isBomb);
});

test('an encrypted part says so', () => {
  const archive = open(buildZip([{ name: 'a', content: 'secret', flags: 1 }]));
  assert.throws(() => archive.read('a'), { code: 'encrypted' });
});

test('a damaged or cut archive is a clean error', () => {
  const whole = Buffer.from(buildZip({ a: 'some text that is packed, some text that is packed' }));
  assert.throws(() => open(whole.subarray(0, whole.length >> 1)), { code: 'extraction_failed' });
  assert.throws(() => open(Buffer.alloc(0)), { code: 'extraction_failed' });
  whole.fill(0xff, 31, 40);
  assert.throws(() => open(whole).read('a'), { code: 'extraction_failed', bomb: false });
});

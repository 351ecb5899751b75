import assert from 'node:assert/strict';
import { test } from 'node:test';
import { deflateSync } from 'node:zlib';
import { builtPdf, parsed, text } from '../built-pdf.fixture.ts';
import { repaired } from './repair.ts';

const WHOLE = Buffer.from(builtPdf([text(72, 700, 'First page'), text(72, 700, 'Second page')]));

async function textsOf(bytes: Uint8Array): Promise<string[]> {
  return (await parsed(bytes)).blocks.map(block => ('text' in block ? block.text : block.kind));
}

const without = (part: string): Buffer => Buffer.from(WHOLE.toString('latin1').replace(part, ''), 'latin1');

test('a file that broke off before its trailer is read', async () => {
  assert.deepEqual(await textsOf(WHOLE.subarray(0, WHOLE.indexOf('trailer'))), ['First page', 'Second page']);
});

test('a file that broke off keeps the pages that arrived', async () => {
  const [first] = await textsOf(WHOLE.subarray(0, WHOLE.indexOf('6 0 obj') + 40));
  assert.equal(first, 'First page');
});

test('a trailer that names no root is mended', async () => {
  assert.deepEqual(await textsOf(without('/Root 1 0 R')), ['First page', 'Second page']);
});

test('pages are found without the catalogue and the page tree', async () => {
  const pages = WHOLE.subarray(WHOLE.indexOf('3 0 obj'), WHOLE.indexOf('trailer'));
  assert.deepEqual(await textsOf(Buffer.concat([Buffer.from('%PDF-1.7\n'), pages])), [
    'First page',
    'Second page',
  ]);
});

test('objects packed into streams are found without the cross-reference stream', async () => {
  const objects = ['<</Type /Catalog /Pages 2 0 R>>', '<</Type /Pages /Count 1 /Kids [3 0 R]>>'];
  const places = objects.map((_, at) => `${at + 1} ${objects.slice(0, at).join(' ').length + at}`).join(' ');
  const packed = deflateSync(`${places} ${objects.join(' ')}`);
  const head = `%PDF-1.7\n9 0 obj <</Type /ObjStm /N 2 /First ${places.length + 1} /Filter /FlateDecode /Length ${packed.length}>> stream\n`;
  const pages = WHOLE.subarray(WHOLE.indexOf('3 0 obj'), WHOLE.indexOf('5 0 obj'));
  const bytes = Buffer.concat([Buffer.from(head), packed, Buffer.from('\nendstream endobj\n'), pages]);
  assert.deepEqual(await textsOf(bytes), ['First page']);
});

test('an encrypted file is not taken apart, and nothing is made of nothing', async () => {
  assert.equal(await repaired(Buffer.concat([WHOLE, Buffer.from('/Encrypt 9 0 R')])), null);
  assert.equal(await repaired(Buffer.from('%PDF-1.7\n')), null);
});

test('more objects than a call takes arguments are no obstacle', async () => {
  const objects = Array.from({ length: 200_000 }, (_, at) => `${at + 100} 0 obj\n0\nendobj\n`).join('');
  const broken = WHOLE.subarray(0, WHOLE.indexOf('trailer'));
  assert.ok(await repaired(Buffer.concat([broken, Buffer.from(objects)])));
});

test('a packed stream whose objects overlap is taken no further than it is long', async () => {
  const body = ' '.repeat(10_000);
  const places = Array.from(
    { length: 2_000 },
    (_, at) => `${at + 100} ${at % 2 === 0 ? 0 : body.length}`,
  ).join(' ');
  const head = `9 0 obj <</Type /ObjStm /N 2000 /First ${places.length + 1}>> stream\n`;
  const stream = Buffer.from(`${head}${places} ${body}\nendstream endobj\n`);
  const mended = await repaired(Buffer.concat([WHOLE.subarray(0, WHOLE.indexOf('trailer')), stream]));
  assert.ok((mended?.length ?? 0) < WHOLE.length + 4 * stream.length);
});

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { deflateSync } from 'node:zlib';
import { builtPdf, parsed } from '../built-pdf.fixture.ts';

setFlagsFromString('--expose-gc');
const collectYoung = () => (runInNewContext('gc') as (options: object) => void)({ type: 'minor' });

const MEGABYTE = 1024 * 1024;

/** A document of one page and a megabyte, with a compressed stream. */
function largePdf(number: number): Uint8Array {
  const content = `BT /regular 10 Tf 72 700 Td (Minutes of meeting ${number}) Tj ET`;
  const packed = deflateSync(content).toString('latin1');
  const file = Buffer.from(builtPdf([content])).toString('latin1');
  const whole = file
    .replace(
      `<</Length ${content.length}>> stream\n${content}`,
      `<</Filter /FlateDecode /Length ${packed.length}>> stream\n${packed}`,
    )
    .replace('trailer', `%${'-'.repeat(MEGABYTE)}\ntrailer`);
  assert.match(whole, /FlateDecode/);
  return Buffer.from(whole, 'latin1');
}

/** Megabytes of files and other buffers that remain after only young garbage was collected. */
async function leftMb(documents: number): Promise<number> {
  const before = process.memoryUsage().arrayBuffers;
  for (let number = 0; number < documents; number++) {
    const { blocks } = await parsed(largePdf(number));
    assert.match(JSON.stringify(blocks), new RegExp(`meeting ${number}`));
    collectYoung();
  }
  collectYoung();
  collectYoung();
  return (process.memoryUsage().arrayBuffers - before) / MEGABYTE;
}

test('a document that is closed leaves nothing to full collections, neither its file nor what was inflated', async () => {
  await leftMb(3);
  assert.ok((await leftMb(40)) < 4);
});

test('names of a document that has very long ones, or thousands, are not kept for the next', async () => {
  const named = (names: string) => builtPdf(['BT /regular 10 Tf 72 700 Td (Minutes) Tj ET'], { page: names });
  const long = Array.from({ length: 100 }, (_, at) => `/${'n'.repeat(50_000)}${at} 1`).join(' ');
  const many = Array.from({ length: 20_000 }, (_, at) => `/${'n'.repeat(100)}${at} 1`).join(' ');
  const collectAll = runInNewContext('gc') as () => void;
  for (const names of ['', long, many]) {
    await parsed(named(''));
    collectAll();
    const before = process.memoryUsage().heapUsed;
    await parsed(named(names));
    await parsed(named(''));
    collectAll();
    assert.ok(process.memoryUsage().heapUsed - before < 1.5 * MEGABYTE, names.slice(0, 20));
  }
});

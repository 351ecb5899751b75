import assert from 'node:assert/strict';
import { test } from 'node:test';
import { bombDocx } from '../../tests/support/documents.ts';
import { ceilingsFor, cpuAllowanceMs, isOutOfProportion, OCR_CPU_MS, OCR_PICTURE_CPU_MS } from './budget.ts';
import { CEILINGS, ExtractionError } from './format.ts';
import { buildDocx, item } from './formats/docx/docx.test-support.ts';
import { extract } from './worker/extract.ts';

const KILOBYTE = 1024;

test('a small document has small ceilings, and none has more than the most', () => {
  const small = ceilingsFor(4 * KILOBYTE);
  const large = ceilingsFor(100 * KILOBYTE * KILOBYTE);
  for (const name of [
    'inflatedBytes',
    'elements',
    'cells',
    'textCharacters',
    'operators',
    'pages',
  ] as const) {
    assert.ok(small[name] < CEILINGS[name] / 3, name);
    assert.equal(large[name], CEILINGS[name], name);
  }
  assert.equal(small.pixels, CEILINGS.pixels);
});

test('OCR has CPU time of its own, by its pictures and never more than the size of the file allows', () => {
  const bytes = 20 * KILOBYTE;
  const without = cpuAllowanceMs(bytes, 0);
  assert.equal(cpuAllowanceMs(bytes, 1) - without, OCR_PICTURE_CPU_MS);
  assert.equal(cpuAllowanceMs(bytes, 1_000) - without, OCR_CPU_MS.least + OCR_CPU_MS.perByte * bytes);
});

test('an archive that inflates beyond what its size allows is a bomb', async () => {
  await assert.rejects(extract({ format: 'text' }, bombDocx()), isBomb);
});

test('text beyond what the size of a document allows is a bomb, also where no reader counts it: numbers of many signs before items', async () => {
  const levels = `<w:lvl w:ilvl="0"><w:start w:val="1"/><w:numFmt w:val="decimal"/><w:lvlText w:val="${'%1'.repeat(400)}"/></w:lvl>`;
  const numbering = `<w:abstractNum w:abstractNumId="1">${levels}</w:abstractNum><w:num w:numId="1"><w:abstractNumId w:val="1"/></w:num>`;
  const document = Buffer.from(buildDocx(item('a').repeat(3_000), { numbering }));
  const digits = 3;
  assert.ok(ceilingsFor(document.length).textCharacters < 3_000 * 400 * digits);
  for (const format of ['text', 'json'] as const) await assert.rejects(extract({ format }, document), isBomb);
});

function isBomb(error: unknown): boolean {
  return error instanceof ExtractionError && error.code === 'extraction_failed' && error.bomb;
}

test('a small document that takes all the memory of a worker is out of proportion, a large one or a small worker is not', () => {
  assert.equal(isOutOfProportion(22 * KILOBYTE, 1024), true);
  assert.equal(isOutOfProportion(2 * KILOBYTE * KILOBYTE, 1024), false);
  assert.equal(isOutOfProportion(22 * KILOBYTE, 512), false);
});

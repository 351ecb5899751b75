import assert from 'node:assert/strict';
import { test } from 'node:test';
import { builtPdf, parsed } from '../built-pdf.fixture.ts';

test('letter-spacing that the letters take back is a space where they do not', async () => {
  const shown = '[(B)400(o)400(a)400(t)400(s)(a)400(n)400(d)(o)400(a)400(r)400(s)] TJ';
  const content = `BT /regular 10 Tf 4 Tc 1 0 0 1 72 700 Tm ${shown} ET\n`;
  const [block] = (await parsed(builtPdf([content]))).blocks;
  assert.equal(block !== undefined && 'text' in block ? block.text : '', 'Boats and oars');
});

test('which way text runs is said by the signs of its size, its scaling and its matrix together', async () => {
  const words = 'The boats came back in the evening'.split(' ');
  const steps = words.map(word => `(${word}) -250`).join(' ');
  for (const setting of [
    '10 Tf 1 0 0 1 72 700 Tm',
    '-10 Tf -1 0 0 -1 72 700 Tm',
    '10 Tf -100 Tz -1 0 0 1 72 700 Tm',
    '-10 Tf -100 Tz 1 0 0 -1 72 700 Tm',
    '10 Tf -100 Tz 2 Tc -1 0 0 1 72 700 Tm',
    '-10 Tf -2 Tc -1 0 0 -1 72 700 Tm',
  ]) {
    const { blocks } = await parsed(builtPdf([`BT /regular ${setting} [${steps}] TJ ET\n`]));
    assert.deepEqual(
      blocks.map(block => ('text' in block ? block.text : block.kind)),
      [words.join(' ')],
      setting,
    );
  }
});

test('the spacing after a letter is that of the operator that drew it: a last letter set without any belongs to its word', async () => {
  const shown = '1.8 Tc (Singapor) Tj 0 Tc (e) Tj 1.6 Tc 3 Tw ( Harbou) Tj 0 Tc (r) Tj';
  const [block] = (await parsed(builtPdf([`BT /regular 10 Tf 1 0 0 1 72 700 Tm ${shown} ET\n`]))).blocks;
  assert.equal(block !== undefined && 'text' in block ? block.text : '', 'Singapore Harbour');
});

test('a word set apart by more than the spacing of the letters before it is a word of its own', async () => {
  const shown = '1.8 Tc (Harbour) Tj 0 Tc 46 0 Td (of) Tj';
  const [block] = (await parsed(builtPdf([`BT /regular 8 Tf 1 0 0 1 72 700 Tm ${shown} ET\n`]))).blocks;
  assert.equal(block !== undefined && 'text' in block ? block.text : '', 'Harbour of');
});

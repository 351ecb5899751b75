import assert from 'node:assert/strict';
import { test } from 'node:test';
import { builtPdf, parsed } from '../built-pdf.fixture.ts';

test('letter-spacing that the letters take back is a space where they do not', async () => {
  const shown = '[(B)400(o)400(a)400(t)400(s)(a)400(n)400(d)(o)400(a)400(r)400(s)] TJ';
  const content = `BT /regular 10 Tf 4 Tc 1 0 0 1 72 700 Tm ${shown} ET\n`;
  const [block] = (await parsed(builtPdf([content]))).blocks;
  assert.equal(block !== undefined && 'text' in block ? block.text : '', 'Boats and oars');
});

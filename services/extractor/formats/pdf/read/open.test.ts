import assert from 'node:assert/strict';
import { test } from 'node:test';
import { openPdf } from './open.ts';

/** One empty page; the cross-reference table is left to the reader to rebuild. */
const ONE_PAGE = `%PDF-1.4
1 0 obj <</Type /Catalog /Pages 2 0 R>> endobj
2 0 obj <</Type /Pages /Kids [3 0 R] /Count 1>> endobj
3 0 obj <</Type /Page /Parent 2 0 R /MediaBox [0 0 100 100]>> endobj
trailer <</Root 1 0 R>>
`;

test('a PDF is opened from a Buffer, as a worker receives it, and the Buffer keeps its bytes', async () => {
  const bytes = Buffer.from(ONE_PAGE);
  const open = await openPdf(bytes);
  assert.equal(open.document.numPages, 1);
  await open.close();
  assert.equal(bytes.toString(), ONE_PAGE);
});

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { textPdf } from '../../../tests/support/pdf-documents.ts';
import { extract } from './extract.ts';

test('a document that comes as a Buffer is read, although pdf.js takes none', async () => {
  const { answer, response } = await extract({ format: 'text' }, Buffer.from(textPdf('Hello there.')));
  assert.equal(answer.kind, 'completed');
  assert.match(Buffer.from(response).toString(), /Hello there\./);
});

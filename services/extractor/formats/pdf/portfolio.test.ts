import assert from 'node:assert/strict';
import { test } from 'node:test';
import { deflateSync } from 'node:zlib';
import type { Document } from '../../../../schemas/document.ts';
import { EmbeddedDocuments } from '../../embedded.ts';
import { CEILINGS, type Format } from '../../format.ts';
import type { OcrEngine } from '../../ocr/engine.ts';
import { builtPdf, text } from './built-pdf.fixture.ts';
import { format } from './format.ts';

const COVER = text(72, 700, 'For the best experience, open this PDF portfolio in Acrobat.');
const COLLECTION = '/Collection <</Type /Collection /View /D>>';

function withFiles(files: Record<string, Uint8Array>, collection: string): Uint8Array {
  const names = Object.keys(files).map((name, at) => `(${name}) ${120 + 2 * at} 0 R`);
  const objects = Object.entries(files).map(([name, bytes], at) => {
    const content = deflateSync(bytes).toString('latin1');
    return `${120 + 2 * at} 0 obj <</Type /Filespec /F (${name}) /EF <</F ${121 + 2 * at} 0 R>>>> endobj
      ${121 + 2 * at} 0 obj <</Length ${content.length} /Filter /FlateDecode>> stream\n${content}\nendstream endobj\n`;
  });
  const catalogue = `${collection} /Names <</EmbeddedFiles <</Names [${names.join(' ')}]>>>>`;
  const file = Buffer.from(builtPdf([COVER], { catalogue })).toString('latin1');
  return Buffer.from(
    file.replace('trailer', () => `${objects.join('')}trailer`),
    'latin1',
  );
}

function read(bytes: Uint8Array): Promise<Document> {
  const formats: readonly Format[] = [format];
  const context = { ocr: {} as OcrEngine, ceilings: CEILINGS };
  const embedded = EmbeddedDocuments.within(context, formats);
  return format.parse({ bytes, contentType: 'application/pdf' }, { ...context, embedded });
}

const FILES = {
  'minutes.pdf': builtPdf([text(72, 700, 'The quay is to be repaired.')]),
  'notes.txt': Buffer.from('Bring the plan.\n\nAnd the keys.\n'),
};

test('the files of a portfolio are read below their names, not only the page that asks for another viewer', async () => {
  const { blocks, pages, warnings } = await read(withFiles(FILES, COLLECTION));
  assert.deepEqual(
    blocks.map(block => [block.kind, 'text' in block && block.text, block.page]),
    [
      ['paragraph', 'For the best experience, open this PDF portfolio in Acrobat.', 1],
      ['heading', 'minutes.pdf', null],
      ['paragraph', 'The quay is to be repaired.', 1],
      ['heading', 'notes.txt', null],
      ['paragraph', 'Bring the plan.', null],
      ['paragraph', 'And the keys.', null],
    ],
  );
  assert.deepEqual([pages, warnings], [1, []]);
});

test('a file of a portfolio that cannot be read has a warning', async () => {
  const { blocks, warnings } = await read(
    withFiles({ 'plan.dwg': Buffer.from('AC1032\0\x01\x02\xff') }, COLLECTION),
  );
  assert.equal(blocks.length, 1);
  assert.deepEqual(warnings, [{ code: 'attachment-not-read', page: null }]);
});

test('files attached to a PDF that is no portfolio are not its text', async () => {
  const { blocks, warnings } = await read(withFiles(FILES, ''));
  assert.deepEqual([blocks.length, warnings], [1, []]);
});

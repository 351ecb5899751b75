import assert from 'node:assert/strict';
import { test } from 'node:test';
import { builtPdf, paragraph, parsed, text } from '../../../formats/pdf/built-pdf.fixture.ts';

const kinds = async (content: string) => (await parsed(builtPdf([content]))).blocks.map(({ kind }) => kind);
const TYPED = [
  'The keeper of the bridge was heard, and with him were heard',
  'all those who had left their boats below it on the night of',
  'the flood, for the court had asked them to appear in person.',
];
const PROGRAM = ['for (const boat of boats) {', '  boat.leave(river);', '}'];

test('a document typed in a font of one width has paragraphs', async () => {
  const mono = { font: 'mono' } as const;
  const content = paragraph(72, 700, TYPED, mono) + text(72, 640, 'Defendant, Appellee.', mono);
  assert.deepEqual(await kinds(content), ['paragraph', 'paragraph']);
});

test('lines of a program are code, alone and between paragraphs in other type', async () => {
  const program = paragraph(72, 640, PROGRAM, { font: 'mono' });
  assert.deepEqual(await kinds(program), ['code']);
  assert.deepEqual(await kinds(paragraph(72, 700, TYPED) + program), ['paragraph', 'code']);
});

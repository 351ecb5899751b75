import assert from 'node:assert/strict';
import { test } from 'node:test';
import { builtPdf, paragraph, parsed, text } from '../built-pdf.fixture.ts';

const PROSE = [
  'The committee met in the morning and heard what the members had',
  'to say about the state of the river, which had risen since the rain.',
];

async function read(content: string, page = '', mediaBox = '0 0 612 792'): Promise<string> {
  const file = Buffer.from(builtPdf([content], { page })).toString('latin1');
  const { blocks } = await parsed(
    Buffer.from(file.replace('/MediaBox [0 0 612 792]', `/MediaBox [${mediaBox}]`), 'latin1'),
  );
  return blocks.map(block => ('text' in block ? block.text : block.kind)).join(' | ');
}

test('a page that is rotated, with its content turned back, is upright', async () => {
  const back = {
    90: '0 1 -1 0 612 0',
    180: '-1 0 0 -1 612 792',
    270: '0 -1 1 0 0 792',
    450: '0 1 -1 0 612 0',
  };
  for (const [degrees, matrix] of Object.entries(back)) {
    const content = `q ${matrix} cm ${paragraph(72, 500, PROSE)} Q`;
    assert.equal(await read(content, `/Rotate ${degrees}`), PROSE.join(' '));
  }
});

test('boxes may begin anywhere, and name any two corners', async () => {
  assert.equal(
    await read(paragraph(1072, 1500, PROSE), '/CropBox [1000 1000 1612 1792]', '-500 -500 3000 3000'),
    PROSE.join(' '),
  );
  assert.equal(await read(paragraph(-200, -100, PROSE), '', '-306 -396 306 396'), PROSE.join(' '));
  assert.equal(await read(paragraph(72, 500, PROSE), '', '612 792 0 0'), PROSE.join(' '));
});

test('a crop box beside the page is none', async () => {
  assert.equal(await read(paragraph(72, 500, PROSE), '/CropBox [5000 5000 6000 6000]'), PROSE.join(' '));
});

test('text in large units of a small page is read', async () => {
  assert.equal(
    await read(text(7, 50, 'The river rose', { size: 1 }), '/UserUnit 10', '0 0 61 79'),
    'The river rose',
  );
});

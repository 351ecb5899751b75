import assert from 'node:assert/strict';
import { test } from 'node:test';
import { CEILINGS } from '../../../format.ts';
import { createOcrEngine } from '../../../ocr/create.ts';
import { turnedByQuarters } from '../../../ocr/pixels/transform.ts';
import { drawnText } from '../../../ocr/testing/drawn-text.ts';
import { format } from '../format.ts';
import { hiddenInPlace, MINUTES, PAGE, type Placed, pdf } from './scanned-pdf.fixture.ts';

const minutes: Placed = { image: drawnText(MINUTES, 4), box: [0, 100, 400, 400] };

async function read(bytes: Uint8Array) {
  const ocr = await createOcrEngine({ languages: ['eng'] });
  const document = await format.parse({ bytes, contentType: 'application/pdf' }, { ocr, ceilings: CEILINGS });
  const text = document.blocks.map(block => ('text' in block ? block.text : block.kind)).join(' ');
  return { text: text.replace(/\s+/g, ' '), ocr: document.ocr };
}

test('a text layer that stands upright on a picture that is on its head gives way to a reading of its page', async () => {
  const { image, box } = minutes;
  const upright = hiddenInPlace(MINUTES, minutes, 4);
  // Where each word is on the page turned by 180 degrees; its letters stand as they would on the upright page.
  const turned = upright.map(shown =>
    shown.replace(/([\d.]+) Tf (.*) ([\d.]+) ([\d.]+) Td \((.*)/, (_, size, width, x, y, word) => {
      const length = (word.length * 5.6 * 4 * box[2]) / image.width;
      return `${size} Tf ${width} ${PAGE.width - x - length} ${PAGE.height - y - 0.75 * size} Td (${word}`;
    }),
  );
  const picture = { image: await turnedByQuarters(image, 2), box };
  const { text, ocr } = await read(pdf({ picture, text: turned }));
  assert.equal(text, MINUTES.join(' '));
  assert.equal(ocr, true);
});

test('a text layer without some of the lines that its page shows gives way to a reading of it', async () => {
  const some = MINUTES.map((line, at) => (at % 3 === 1 ? '' : line));
  const { text, ocr } = await read(pdf({ picture: minutes, text: hiddenInPlace(some, minutes, 4) }));
  assert.equal(text, MINUTES.join(' '));
  assert.equal(ocr, true);
});

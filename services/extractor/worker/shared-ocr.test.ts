import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { GreyImage, OcrEngine, RecognizedPage } from '../ocr/engine.ts';
import { type Offering, SharedOcr } from './shared-ocr.ts';

/** Told apart by their width. */
const picture = (width: number): GreyImage => ({ width, height: 1, pixels: new Uint8Array(width) });

const pageOf = (width: number): RecognizedPage => ({
  width,
  height: 1,
  quarterTurns: 0,
  lines: [],
  rules: { horizontal: [], vertical: [] },
  confidence: 0,
});

/** `taken`: widths of the pictures that somebody else takes; `failing`: those he fails at. */
function shared(taken: readonly number[], failing: readonly number[] = []) {
  const here: number[] = [];
  const own: OcrEngine = {
    recognize: async ({ width }) => {
      here.push(width);
      return pageOf(width);
    },
  };
  const helpers: Offering = {
    offer: async ({ width }) =>
      taken.includes(width)
        ? { page: Promise.resolve(failing.includes(width) ? null : pageOf(width)) }
        : null,
    recognizing: () => {},
  };
  return { ocr: new SharedOcr(own, helpers), here };
}

test('a lone picture and the last of several are read here, whoever is free', async () => {
  const { ocr, here } = shared([1, 2]);
  await ocr.recognize(picture(1));
  const both = [ocr.recognize(picture(1), true), ocr.recognize(picture(2))];
  assert.deepEqual(
    (await Promise.all(both)).map(page => page.width),
    [1, 2],
  );
  assert.deepEqual(here, [1, 2]);
});

test('what nobody takes is read here', async () => {
  const { ocr, here } = shared([1, 3]);
  const all = [1, 2, 3].map(width => ocr.recognize(picture(width), true));
  assert.deepEqual(
    (await Promise.all(all)).map(page => page.width),
    [1, 2, 3],
  );
  assert.deepEqual(here, [2]);
});

test('what another worker did not read is read here after all', async () => {
  const { ocr, here } = shared([1, 2], [1]);
  const pages = await Promise.all([ocr.recognize(picture(1), true), ocr.recognize(picture(2), true)]);
  assert.deepEqual(
    pages.map(page => page.width),
    [1, 2],
  );
  assert.deepEqual(here, [1]);
});

test('when the document is done with, nothing more of it is read', async () => {
  const { ocr, here } = shared([]);
  const first = ocr.recognize(picture(1), true);
  void ocr.recognize(picture(2), true);
  ocr.close();
  await first;
  await ocr.recognize(picture(3));
  assert.deepEqual(here, [1, 3]);
});

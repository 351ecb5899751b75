import assert from 'node:assert/strict';
import { PassThrough } from 'node:stream';
import { test } from 'node:test';
import { type GreyImage, type OcrEngine, OutOfTime, type RecognizedPage } from '../ocr/engine.ts';
import { Helpers, type Offering, SharedOcr } from './shared-ocr.ts';

/** The pictures are told apart by their width. */
const picture = (width: number): GreyImage => ({ width, height: 1, pixels: new Uint8Array(width) });

const pageOf = (width: number): RecognizedPage => ({
  width,
  height: 1,
  quarterTurns: 0,
  lines: [],
  rules: { horizontal: [], vertical: [] },
  confidence: 0,
});

/** `taken`: widths of the pictures that another worker takes; `failing`: those at which it fails. */
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
  const limit = { end: Number.POSITIVE_INFINITY, now: () => 0 };
  return { ocr: new SharedOcr(own, helpers, limit), here };
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

test('a page that another worker gave back is taken, and what is none is read here as if nothing had come', async () => {
  const helpers = new Helpers(new PassThrough());
  const answered = async (body: string) => {
    const offered = helpers.offer(picture(1));
    helpers.answered({ kind: 'loan', id: ++id, granted: true }, new Uint8Array());
    const taken = await offered;
    helpers.answered({ kind: 'page', id }, Buffer.from(body));
    return taken?.page;
  };
  let id = 0;
  assert.deepEqual(await answered(JSON.stringify(pageOf(1))), pageOf(1));
  for (const body of ['', '{"lines":', 'null', '[]', '{}', '{"lines":[]}', '{"lines":{},"rules":{}}'])
    assert.equal(await answered(body), null, body);
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

const LINE = { left: 0, top: 0, right: 1, bottom: 1, words: [] };

/** An engine that takes 10 s for a page of print and no time for a blank one (which is 1 wide), in a document that has 35 s. */
function hurried(isTaken = false) {
  const here: number[] = [];
  let seconds = 0;
  const own: OcrEngine = {
    recognize: async ({ width }) => {
      here.push(width);
      if (width > 1) seconds += 10;
      return { ...pageOf(width), lines: width > 1 ? Array(6).fill(LINE) : [] };
    },
  };
  const helpers: Offering = {
    offer: async () => (isTaken ? { page: Promise.resolve(null) } : null),
    recognizing: () => {},
  };
  const limit = { end: 35_000, now: () => seconds * 1000 };
  return { ocr: new SharedOcr(own, helpers, limit), here };
}

test('a page is never begun when the time left for its document cannot hold it', async () => {
  const { ocr, here } = hurried();
  for (const width of [2, 3, 4]) await ocr.recognize(picture(width), true);
  await assert.rejects(ocr.recognize(picture(5), true), OutOfTime);
  assert.deepEqual(here, [2, 3, 4]);
});

test('blank pages say nothing of how long one of print takes; a page that another worker gives back late is not begun', async () => {
  const { ocr, here } = hurried(true);
  for (const width of [1, 2, 1, 3, 4]) await ocr.recognize(picture(width), true);
  await assert.rejects(ocr.recognize(picture(5), true), OutOfTime);
  assert.deepEqual(here, [1, 2, 1, 3, 4]);
});

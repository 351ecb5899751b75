import assert from 'node:assert/strict';
import { test } from 'node:test';
import { assemble } from '../../services/extractor/layout/document/assemble.ts';
import { asRead } from '../../services/extractor/layout/one-page/direction/as-read.ts';
import { draftOf } from '../../services/extractor/layout/one-page/draft/draft.ts';
import { inLineOrder } from '../../services/extractor/layout/one-page/order/line-order.ts';
import { chanceOf } from './mutate.ts';
import { randomPage } from './random-page.ts';

const DOCUMENTS = 500;
const PAGES_MAX = 3;
/** Most CPU time of one document in ms; most documents take 20. */
const SLOW_MS = 10_000;

/**
 * The error or the excessive time of the document with this seed; null if it ends in blocks. In the product an error
 * here loses the whole document.
 */
function faultOf(seed: number): string | null {
  const chance = chanceOf(seed);
  const pages = Array.from({ length: 1 + Math.floor(chance() * PAGES_MAX) }, (_, at) =>
    randomPage(chance, at + 1),
  );
  const before = process.cpuUsage();
  try {
    assemble(pages.map(page => draftOf(asRead({ ...page, items: inLineOrder(page.items) }))));
  } catch (error) {
    return `seed ${seed}: ${error}`;
  }
  const { user } = process.cpuUsage(before);
  return user / 1_000 > SLOW_MS ? `seed ${seed}: ${user / 1_000} ms` : null;
}

test('pages drawn at random, whose sides nearly meet, end in blocks', () => {
  const faults = Array.from({ length: DOCUMENTS }, (_, seed) => faultOf(seed)).filter(
    fault => fault !== null,
  );
  assert.deepEqual(faults, []);
});

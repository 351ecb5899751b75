import assert from 'node:assert/strict';
import { test } from 'node:test';
import { lineAt } from '../lines/line.fixture.ts';
import { paragraphsOf } from './paragraphs.ts';

/** Lines 12 points apart, each given with the x it starts at. */
const stacked = (...lines: [number, string][]) =>
  paragraphsOf(lines.map(([left, text], at) => lineAt(left, 100 + 12 * at, text))).map(paragraph =>
    paragraph.map(line => line.text).join(' / '),
  );

test('an indented line after the end of a sentence begins a paragraph', () => {
  assert.deepEqual(
    stacked(
      [50, 'The river rose all night long.'],
      [62, 'By the morning it had reached'],
      [50, 'the bridge.'],
    ),
    ['The river rose all night long.', 'By the morning it had reached / the bridge.'],
  );
});

test('a line that left room for the next word ended its paragraph', () => {
  assert.deepEqual(
    stacked(
      [50, 'The river rose all night long and'],
      [50, 'went down again.'],
      [50, 'Nobody had seen that before, or'],
      [50, 'could remember it.'],
    ),
    [
      'The river rose all night long and / went down again.',
      'Nobody had seen that before, or / could remember it.',
    ],
  );
});

test('a text back at the margin is no part of the item above it', () => {
  assert.deepEqual(
    stacked(
      [50, '• Boots and a coat that keep the'],
      [60, 'rain out'],
      [50, 'All of this can be bought there'],
    ),
    ['• Boots and a coat that keep the / rain out', 'All of this can be bought there'],
  );
});

test('a short item ends before a line that its first word would have fitted on', () => {
  assert.deepEqual(stacked([50, '• Boots'], [50, 'All of this can be bought there']), [
    '• Boots',
    'All of this can be bought there',
  ]);
});

test('an item whose full lines go back to the margin stays whole', () => {
  assert.equal(
    stacked([50, '1. Boots and a coat that keep out'], [50, 'the rain and the wind from the']).length,
    1,
  );
});

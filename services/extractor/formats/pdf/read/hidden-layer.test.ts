import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { TextItem } from '../../../layout/page/content.ts';
import { GLYPH_STYLE } from './glyph-style.fixture.ts';
import { withoutSecondLayer } from './hidden-layer.ts';

const LINES = [
  'The committee met in the morning and heard what the members had',
  'to say about the state of the river, which had risen since the rain.',
];
const { font } = GLYPH_STYLE;

/** Each letter is five points wide; a word's width is multiplied by `stretch`. */
function layer(from: number, { x = 0, y = 0, size = 10, stretch = 1, lines = LINES } = {}): TextItem[] {
  let index = from;
  return lines.flatMap((line, row) =>
    [...line.matchAll(/\S+/g)].map(match => ({
      ...{ text: match[0], spaceBefore: true, angle: 0, font, color: 0, invisible: true, size },
      ...{ left: x + 50 + 5 * match.index, baseline: y + 100 + 14 * row },
      ...{ width: 5 * match[0].length * stretch, index: index++ },
    })),
  );
}

const textOf = (items: readonly TextItem[]) => items.map(item => item.text).join(' ');

test('of two text layers over one scan the second is left out, whatever the size of its type and however it is cut', () => {
  const first = layer(0);
  assert.equal(textOf(withoutSecondLayer([...first, ...layer(first.length)])), LINES.join(' '));
  const other = layer(first.length, { x: 2, y: -3, size: 9 });
  const whole = [...first, ...other];
  const kept = withoutSecondLayer(whole);
  assert.equal(textOf(kept), LINES.join(' '));
  assert.deepEqual(
    kept.map(item => item.index),
    [...first.keys()],
  );
});

test('what only the second of two text layers says is kept', () => {
  const first = layer(0);
  const more = layer(first.length, { lines: [...LINES, 'This line was not read before.'] });
  const kept = withoutSecondLayer([...first, ...more]);
  assert.equal(textOf(kept), [...LINES, 'This line was not read before.'].join(' '));
});

test('words of one text layer that are wider than the print overlap, and stay', () => {
  const wide = layer(0, { stretch: 2 });
  assert.deepEqual(withoutSecondLayer(wide), wide);
});

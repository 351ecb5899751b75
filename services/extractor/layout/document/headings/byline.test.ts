import assert from 'node:assert/strict';
import { test } from 'node:test';
import { blockOf } from '../../one-page/blocks/block-of.ts';
import { itemsAt } from '../../page/line.fixture.ts';
import { lineOf } from '../../page/line.ts';
import { isByline } from './byline.ts';

/** Words at size 11; text after a caret is small and raised. */
const marked = (text: string) => {
  let left = 72;
  const items = text.split(' ').flatMap((part, at) => {
    const [word = '', mark] = part.split('^');
    const own = itemsAt(left, 100, word, { size: 11, index: 2 * at });
    left += word.length * 5.5;
    const raised = mark ? itemsAt(left, 96, mark, { size: 7, index: 2 * at + 1 }) : [];
    left += 8;
    return [...own, ...raised];
  });
  return blockOf([lineOf(items)]);
};

test('names with raised marks are authors, a title with a note or a formula is none', () => {
  assert.ok(isByline(marked('Andrew Webb^1, Thomas Walsh^1 and Mary Connell^1,2')));
  assert.ok(!isByline(marked('Ephaptic Coupling of Cortical Neurons^*')));
  assert.ok(!isByline(marked('Waves of Ca^2+ and Na^+ in Glia')));
});

test('a line in italics that says who wrote what follows is no title', () => {
  const line = (text: string, italic = true) =>
    blockOf([lineOf(itemsAt(72, 100, text).map(item => ({ ...item, font: { ...item.font, italic } })))]);
  assert.ok(isByline(line('By Joan Purdey')));
  assert.ok(isByline(line('Von unserem Korrespondenten')));
  assert.ok(!isByline(line('By Joan Purdey', false)));
  assert.ok(!isByline(line('Byzantine icons')));
});

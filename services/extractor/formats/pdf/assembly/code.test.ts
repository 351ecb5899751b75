import assert from 'node:assert/strict';
import { test } from 'node:test';
import { blockOf } from '../blocks/block.ts';
import { itemsAt } from '../lines/line.fixture.ts';
import { lineOf } from '../lines/line.ts';
import { isCode } from './code.ts';

const mono = (text: string) =>
  blockOf([
    lineOf(itemsAt(50, 100, text).map(item => ({ ...item, font: { ...item.font, monospace: true } }))),
  ]);

test('what is set in a font of one width is code, but for emoji, whose fonts are so by nature', () => {
  assert.equal(isCode(mono('let river = 3;')), true);
  assert.equal(isCode(mono('\u{1F697}')), false);
});

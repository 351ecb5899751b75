import assert from 'node:assert/strict';
import { test } from 'node:test';
import { blockOf } from '../../one-page/blocks/block-of.ts';
import type { FlowText } from '../../page/flow.ts';
import { lineAt } from '../../page/line.fixture.ts';
import { isNumberedTitle } from './numbered.ts';
import { situation } from './situation.fixture.ts';

const piece = (lines: readonly [number, number, string][], bold = false): FlowText => ({
  kind: 'text',
  block: blockOf(lines.map(([left, baseline, text]) => lineAt(left, baseline, text, { bold }))),
  zone: 'body',
  page: 1,
  role: 'text',
});

const LINE = '船舶在冬季停泊时需要更多的保养工作因为冰会压迫船体绳索也会磨损';

test('一、 in bold over a paragraph opens a heading, with a space behind it or without', () => {
  const below = piece([
    [50, 120, LINE],
    [50, 132, LINE],
    [50, 144, LINE],
  ]);
  for (const title of ['一、 概要', '一、概要', '（二）绳索']) {
    assert.equal(isNumberedTitle(situation(piece([[50, 100, title]], true), below)), true, title);
    assert.equal(isNumberedTitle(situation(piece([[50, 100, title]]), below)), false, `${title}, plain`);
  }
  assert.equal(isNumberedTitle(situation(piece([[50, 100, '一、绳索会磨损。']], true), below)), false);
});

test('a number over text that hangs under it is an item, however bold', () => {
  const words = 'ropes and chains that lie in the water all winter need more care';
  const below = (left: number) =>
    piece([
      [left, 112, words],
      [left, 124, words],
    ]);
  const item = piece([[50, 100, '(c) Ropes']], true);
  assert.equal(isNumberedTitle(situation(item, below(50))), true);
  assert.equal(isNumberedTitle(situation(item, below(65))), false);
});

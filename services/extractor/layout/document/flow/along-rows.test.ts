import assert from 'node:assert/strict';
import { test } from 'node:test';
import { blockOf } from '../../one-page/blocks/block-of.ts';
import type { Flow } from '../../page/flow.ts';
import { lineAt } from '../../page/line.fixture.ts';
import { alongRows } from './along-rows.ts';

type Place = [left: number, baseline: number, text: string];

const flow = (...places: Place[]): Flow[] =>
  places.map(([left, baseline, text]) => ({
    kind: 'text',
    block: blockOf([lineAt(left, baseline, text)]),
    zone: 'body',
    page: 1,
    role: 'text',
  }));
const read = (...places: Place[]): string[] =>
  alongRows(flow(...places)).flatMap(
    piece => (piece.kind === 'text' ? piece.block.lines[0]?.text : []) ?? [],
  );

test('choices that count along rows are read along rows, question by question', () => {
  assert.deepEqual(
    read(
      [50, 100, '1. Which of these is a river'],
      [70, 120, '(A) The Thames'],
      [70, 140, '(C) The Alps'],
      [300, 121, '(B) The Sahara'],
      [300, 140, '(D) The Cotswolds'],
      [50, 160, '2. Which of these is a lake'],
      [70, 180, '(A) Como'],
      [70, 200, '(C) Etna'],
      [300, 180, '(B) Oslo'],
    ).map(text => text.slice(0, 3)),
    ['1. ', '(A)', '(B)', '(C)', '(D)', '2. ', '(A)', '(B)', '(C)'],
  );
});

test('columns that count down stay columns, and so does what does not count', () => {
  const down: Place[] = [
    [70, 120, 'a) oats'],
    [70, 140, 'b) rye'],
    [300, 120, 'c) barley'],
    [300, 140, 'd) wheat'],
  ];
  assert.deepEqual(
    read(...down),
    down.map(([, , text]) => text),
  );
  const odd: Place[] = [
    [70, 120, 'a) oats'],
    [70, 140, 'd) rye'],
    [300, 120, 'c) barley'],
  ];
  assert.deepEqual(
    read(...odd),
    odd.map(([, , text]) => text),
  );
});

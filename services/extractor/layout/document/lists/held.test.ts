import assert from 'node:assert/strict';
import { test } from 'node:test';
import { blockOf } from '../../one-page/blocks/block-of.ts';
import type { Flow, FlowText } from '../../page/flow.ts';
import { lineAt } from '../../page/line.fixture.ts';
import { heldByItems } from './held.ts';
import { listItemsOf } from './series.ts';

const textAt = (left: number, top: number, text: string): FlowText => ({
  kind: 'text',
  block: blockOf([lineAt(left, top, text)]),
  zone: 'body',
  page: 1,
  role: 'text',
});

const ownersOf = (flow: FlowText[]) => {
  const none = new Set<Flow>();
  const owners = heldByItems(flow, listItemsOf(flow, none), none);
  return flow.map(piece => owners.has(piece));
};

test('a paragraph far below an item belongs to it where it stands under its text and the count goes on', () => {
  const [one, held, two] = [
    textAt(50, 100, '1. Keep the boat dry'),
    textAt(65, 140, 'It rots in the wet.'),
    textAt(50, 180, '2. Paint it'),
  ];
  assert.deepEqual(ownersOf([one, held, two]), [true, true, false]);
  assert.deepEqual(ownersOf([one, textAt(50, 140, 'It rots in the wet.'), two]), [false, false, false]);
  assert.deepEqual(ownersOf([one, held, textAt(50, 180, '7. Paint it')]), [false, false, false]);
});

test('what follows items nested in an item is not told from theirs', () => {
  const nested = textAt(65, 120, '• With tar');
  const flow = [
    textAt(50, 100, '1. Keep the boat dry'),
    nested,
    textAt(65, 140, 'It rots in the wet.'),
    textAt(50, 180, '2. Paint it'),
  ];
  assert.deepEqual(ownersOf(flow), [false, false, false, false]);
});

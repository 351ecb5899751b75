import assert from 'node:assert/strict';
import { test } from 'node:test';
import { blockOf } from '../../one-page/blocks/block-of.ts';
import type { SideBox } from '../../one-page/boxes/boxes.ts';
import type { Block } from '../../page/block.ts';
import { lineAt } from '../../page/line.fixture.ts';
import { bodyFlow, type Piece } from './body-flow.ts';

const box = (left: number, top: number, right: number, bottom: number): SideBox => ({
  left,
  top,
  right,
  bottom,
  lines: [],
});

function piece(block: Block, role: 'text' | 'figure', of?: SideBox): Piece {
  const flow = { kind: 'text' as const, block, zone: 'body' as const, page: 1, role };
  return { ...block, lineCount: 1, place: null, flow, box: of };
}

test('labels of a figure in a box inside a box are read once, with the inner one', () => {
  const [outer, inner] = [box(0, 0, 300, 300), box(20, 100, 280, 200)];
  const [first, second, label] = [
    lineAt(10, 50, 'outside'),
    lineAt(30, 120, 'inside'),
    lineAt(40, 150, '42'),
  ];
  const pieces = [
    piece(blockOf([first]), 'text', outer),
    piece(blockOf([second]), 'text', inner),
    piece(blockOf([label]), 'figure'),
  ];
  const flow = bodyFlow(pieces, new Set([outer, inner]));
  const texts = flow.flatMap(part => (part.kind === 'text' ? part.block.lines[0]?.text : []));
  assert.deepEqual(texts, ['outside', 'inside', '42']);
  assert.equal(flow[1]?.aside, flow[2]?.aside);
});

test('columns end at a box drawn across them, though its lines are short', () => {
  const at = (left: number, baseline: number, text: string) =>
    blockOf([0, 12, 24].map(down => lineAt(left, baseline + down, text)));
  const note = box(50, 180, 450, 230);
  const pieces = [
    piece(at(50, 100, 'the first column of it'), 'text'),
    piece(at(70, 200, 'a short note'), 'text', note),
    piece(at(300, 100, 'the second column of it'), 'text'),
  ];
  const texts = bodyFlow(
    pieces.map(one => ({ ...one, lineCount: 3 })),
    new Set([note]),
  ).flatMap(part => (part.kind === 'text' ? part.block.lines[0]?.text : []));
  assert.deepEqual(texts, ['the first column of it', 'the second column of it', 'a short note']);
});

test('boxes side by side, as high as each other, are read between what stands above and below them, not with its columns', () => {
  const at = (left: number, top: number, text: string, lines: number) =>
    blockOf(Array.from({ length: lines }, (_, line) => lineAt(left, top + 12 * line, text)));
  const boxes = [box(40, 150, 190, 230), box(200, 150, 350, 230), box(360, 150, 510, 230)];
  const order = (lines: number) => {
    const pieces = [
      piece(at(50, 100, 'sender', 3), 'text'),
      piece(at(400, 100, 'order', 3), 'text'),
      ...boxes.map((one, i) => piece(at(one.left + 5, 165, `box ${i + 1}`, lines), 'text', one)),
    ];
    const flow = bodyFlow(
      pieces.map(one => ({ ...one, lineCount: one.box ? lines : 3 })),
      new Set(boxes),
    );
    return flow.map(part => (part.kind === 'text' ? part.block.lines[0]?.text : ''));
  };
  assert.deepEqual(order(4), ['sender', 'order', 'box 1', 'box 2', 'box 3']);
  // The titles of cards stay with what is below them.
  assert.notDeepEqual(order(1).slice(0, 2), ['sender', 'order']);
});

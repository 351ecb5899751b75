import assert from 'node:assert/strict';
import { test } from 'node:test';
import { blockOf } from '../../one-page/blocks/block-of.ts';
import type { FlowText } from '../../page/flow.ts';
import { lineAt } from '../../page/line.fixture.ts';
import { levelsOf } from './levels.ts';

function heading(text: string, size = 12, left = 50): FlowText {
  const block = blockOf([lineAt(left, 100, text, { size, bold: true })]);
  return { kind: 'text', block, zone: 'body', page: 1, role: 'text' };
}

const levels = (...pieces: FlowText[]): number[] => [...levelsOf(pieces).values()];

test('section numbers tell the level of headings that look alike', () => {
  const pieces = ['2 Methods', '2.1 Materials', '2.2 Animals', '3 Results'].map(text => heading(text));
  assert.deepEqual(levels(...pieces), [1, 2, 2, 1]);
});

test('headings of one depth share their level, though one is set smaller', () => {
  const pieces = [
    heading('1 Ropes', 16),
    heading('1.1 Hemp'),
    heading('1.2 Steel', 11),
    heading('2 Chains', 16),
  ];
  assert.deepEqual(levels(...pieces), [1, 2, 2, 1]);
});

test('an unnumbered heading stands beside the numbered ones it looks like', () => {
  const pieces = [heading('1 Ropes', 16), heading('1.1 Hemp'), heading('References', 16)];
  assert.deepEqual(levels(...pieces), [1, 2, 1]);
});

test('an unnumbered heading that is set in stands below those of two depths it looks like', () => {
  const pieces = [heading('4 First aid'), heading('4.1 Measures'), heading('If swallowed', 12, 80)];
  assert.deepEqual(levels(...pieces), [1, 2, 3]);
  assert.deepEqual(levels(heading('4 First aid'), heading('5 Fire'), heading('Appendix', 12, 80)), [1, 1, 1]);
});

test('without numbers the larger type stands higher', () => {
  assert.deepEqual(levels(heading('Ropes', 20), heading('Hemp', 14), heading('Chains', 20)), [1, 2, 1]);
});

test('an excerpt that begins deep gives neighbours one level', () => {
  const pieces = [heading('2.4 Hemp'), heading('2.5 Steel'), heading('3 Chains', 16), heading('3.1 Links')];
  assert.deepEqual(levels(...pieces), [2, 2, 1, 2]);
});

test('articles hold the sections that are set smaller, appendices stand beside chapters', () => {
  const law = [heading('Article I: Name', 14), heading('Section 1. Policies'), heading('Section 2. Bylaws')];
  assert.deepEqual(levels(...law, heading('Article II: Purpose', 14)), [1, 2, 2, 1]);
  assert.deepEqual(levels(heading('Chapter 1: Ropes', 14), heading('Appendix A: Knots')), [1, 1]);
});

test('a count that begins anew in smaller type is held by the one before it', () => {
  const pieces = [
    heading('1. Download', 18),
    heading('2. Run', 18),
    heading('1. Without a key', 15),
    heading('2. With a key', 15),
    heading('3. Stop', 18),
  ];
  assert.deepEqual(levels(...pieces), [1, 1, 2, 2, 1]);
  assert.deepEqual(levels(heading('1 Ropes', 18), heading('2 Chains of small capitals', 15)), [1, 1]);
});

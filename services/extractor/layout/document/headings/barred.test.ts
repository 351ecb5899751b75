import assert from 'node:assert/strict';
import { test } from 'node:test';
import { blockOf } from '../../one-page/blocks/block-of.ts';
import type { FlowText } from '../../page/flow.ts';
import { itemsAt } from '../../page/line.fixture.ts';
import { lineOf } from '../../page/line.ts';
import { isBarred } from './barred.ts';
import { situation } from './situation.fixture.ts';

const flowOf = (text: string, baseline: number, field: boolean): FlowText =>
  ({
    kind: 'text',
    role: 'text',
    zone: 'body',
    page: 1,
    block: blockOf([
      lineOf(itemsAt(50, baseline, text, { bold: true, size: 14 }).map(item => ({ ...item, field }))),
    ]),
  }) as FlowText;

test('what was filled into a form is no heading, however large and bold its field sets it', () => {
  const body = flowOf('The Landlord takes the dog along on every walk.', 140, false);
  assert.equal(isBarred(situation(flowOf('single family residence', 100, true), body)), true);
  assert.equal(isBarred(situation(flowOf('single family residence', 100, false), body)), false);
});

const labelled = (label: string, value: string, left: number, bold: boolean): FlowText => {
  const [one, other] = [
    itemsAt(50, 100, label, { bold: true, size: 10 }),
    itemsAt(left, 100, value, { bold, size: 10 }),
  ];
  return { ...flowOf('', 0, false), block: blockOf([lineOf([...one, ...other])]) } as FlowText;
};

test('a bold label with its value is no heading; a title with a colon may be one', () => {
  const body = flowOf('All tires are in good condition but the left one.', 140, false);
  assert.equal(isBarred(situation(labelled('Rightfront:', 'Ok', 250, false), body)), true);
  assert.equal(isBarred(situation(labelled('Chapter 1:', 'Harbours', 106, true), body)), false);
  assert.equal(isBarred(situation(labelled('Abstract:', 'Boats', 101, false), body)), false);
});

import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { TextItem } from '../../page/content.ts';
import { itemsAt } from '../../page/line.fixture.ts';
import { withFieldsJoined } from './fields.ts';

const value = (left: number, text: string): TextItem[] =>
  itemsAt(left, 98, text).map(item => ({ ...item, field: true }));

const textsOf = (pieces: readonly TextItem[][]): string[] =>
  pieces.map(piece => piece.map(({ text }) => text).join(' '));

test('a value typed over a row of points stands behind them in their line', () => {
  const line = itemsAt(50, 100, 'The Tenant delivers........................ to the Landlord');
  assert.deepEqual(textsOf(withFieldsJoined([line, value(160, 'upon acceptance')])), [
    'The Tenant delivers........................ upon acceptance to the Landlord',
  ]);
});

test('values over several rows of points in one word stand behind their own', () => {
  const line = itemsAt(50, 100, 'by....................until....................p.m.');
  assert.deepEqual(textsOf(withFieldsJoined([line, value(190, '11:59'), value(80, 'Tenant')])), [
    'by.................... Tenant until.................... 11:59 p.m.',
  ]);
});

test('several values over one row of points stay in its line', () => {
  const line = itemsAt(50, 100, 'by....................until noon');
  assert.deepEqual(textsOf(withFieldsJoined([line, value(70, 'May'), value(110, '3')])), [
    'by.................... May 3 until noon',
  ]);
});

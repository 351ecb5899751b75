import assert from 'node:assert/strict';
import { test } from 'node:test';
import { lineAt } from '../../page/line.fixture.ts';
import { entriesOf, hasLeaders, mayHaveLeaders } from './contents.ts';

test('entries may lead to ranges of pages, by rows of ellipses that stand as pieces of their own', () => {
  const lines = [
    ['SAFETY PRECAUTIONS', '3-6'],
    ['MOUNTING OF BODY', '7-10'],
    ['BODY PROP', '13'],
    ['TROUBLE SHOOTING', '15–16'],
  ].flatMap(([title = '', pages = ''], at) => [
    lineAt(90, 100 + 28 * at, title),
    lineAt(220, 100 + 28 * at, '………………………………'),
    lineAt(490, 100 + 28 * at, pages),
  ]);
  assert.ok(mayHaveLeaders(lines.flatMap(line => line.items)));
  assert.ok(hasLeaders(lines));
  assert.deepEqual(
    entriesOf(lines).lines.map(({ text }) => text),
    ['SAFETY PRECAUTIONS 3-6', 'MOUNTING OF BODY 7-10', 'BODY PROP 13', 'TROUBLE SHOOTING 15–16'],
  );
});

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { lineAt } from '../../page/line.fixture.ts';
import { entriesOf } from './contents.ts';

const textsOf = (...rows: [left: number, text: string][]) => {
  const { lines, entries } = entriesOf(rows.map(([left, text], at) => lineAt(left, 100 + 12 * at, text)));
  return lines.map(line => (entries.has(line) ? line.text : `- ${line.text}`));
};
const LONG = '2 The boats that are kept on the river all winter long';

test('an entry over several lines is one, with the page number of the last', () => {
  assert.deepEqual(
    textsOf([50, '1 Rivers 3'], [50, LONG], [60, 'and what they need 7'], [50, '3 Bridges 9']),
    ['1 Rivers 3', `${LONG} and what they need 7`, '3 Bridges 9'],
  );
});

test('a short line without a page number is a part over its chapters, and a numbered one begins an entry', () => {
  assert.deepEqual(textsOf([50, 'First part'], [60, 'Rivers and boats 7'], [60, 'Bridges 9']).length, 3);
  assert.deepEqual(textsOf([50, LONG], [50, '3 Bridges over all of the old river 9']).length, 2);
});

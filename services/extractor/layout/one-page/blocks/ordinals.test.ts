import assert from 'node:assert/strict';
import { test } from 'node:test';
import { lineAt } from '../../page/line.fixture.ts';
import { blocksOf } from './blocks.ts';

const blocks = (...texts: string[]) =>
  blocksOf(
    texts.map((text, at) => lineAt(50, 100 + 12 * at, text, { index: 20 * at })),
    { rules: [] },
  ).map(block => block.lines.length);

test('an ordinal or the end of a bracket at the start of a line goes on with the sentence of the full line above', () => {
  const law = [
    'Buchstabe c und f des Infektionsschutzgesetzes in der Fassung des Gesetzes vom',
    '20. Juli 2000, der zuletzt durch Artikel 1 Nummer 4 des Gesetzes vom November',
    '2020 neu gefasst worden ist, soweit es Personen betrifft, die zu pflegen sind.',
  ];
  assert.deepEqual(blocks(...law), [3]);
  assert.deepEqual(
    blocks(
      'Personen, die nach dem Elften Buch Sozialgesetzbuch (SGB XI, etwa Paragraf 14 SGB',
      'XI) als Menschen mit Beeinträchtigung gelten, sind hier zu nennen und zu zählen.',
    ),
    [2],
  );
});

test('numbers that count, that stand apart from their text or below a short line open items', () => {
  const full = 'What the members of the board and those who stand in for them have to hand in at the';
  const item = '2. office of the chair before the first of May of each year, and not a day later';
  assert.deepEqual(blocks(full, item, 'than that, as has been said above.'), [3]);
  assert.deepEqual(blocks('1. Name', full, item), [1, 1, 1]);
  assert.deepEqual(blocks(full, 'and what they keep for themselves', item), [2, 1]);
});

test('the number of a section that the line above refers to goes on with its sentence', () => {
  const clause = [
    'conditions in this paragraph, or the rules on confidential matters as laid down in Section',
    '4. (b.) Upon acceptance by the client, the consultant hereby grants to the client, for all',
    'time and from then on, the right to use, reproduce and distribute the work in any medium.',
  ];
  assert.deepEqual(blocks(...clause), [3]);
});

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { fontFacts, isBoldName } from './font-facts.ts';

const nameOf = (extra: object, id: string) => fontFacts({ extra }, id).style.name;

test('fonts without a name are told apart, since a heading may have nothing but its font', () => {
  const drawn = { type: 'Type3', name: 'Type3' };
  assert.notEqual(nameOf(drawn, 'g_d0_f1'), nameOf(drawn, 'g_d0_f2'));
  assert.equal(nameOf({ type: 'Type1', name: 'ABCDEF+Times-Bold' }, 'g_d0_f3'), 'Times-Bold');
});

test('names without words tell weight and slant by the letters behind a point', () => {
  const style = (name: string) => fontFacts({ extra: { name } }).style;
  assert.equal(style('ABCDEF+AdvOT3b30f6db.B').bold, true);
  assert.equal(style('ABCDEF+AdvOT65f8a23b.I').italic, true);
  assert.equal(style('AdvOT46dcae81').bold, false);
});

test('weights are told by name, as designers and TeX write them', () => {
  for (const name of ['Helvetica-Bold', 'CMBX10', 'LinLibertineTB'])
    assert.equal(isBoldName(name), true, name);
  for (const name of ['Helvetica', 'LinLibertineT', 'LinLibertineTI'])
    assert.equal(isBoldName(name), false, name);
});

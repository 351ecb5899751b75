/** Which models a list of languages loads. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { findLanguages } from './languages.ts';

const codesOf = (list: string) => findLanguages(list.split(','), null).map(({ code }) => code);

test('the default named twice means all languages on board, as the default alone does', () => {
  assert.deepEqual(codesOf('eng,eng'), codesOf('eng'));
  assert.ok(codesOf('eng').includes('kor'));
});

test('a language beside the default loads the same models as that language alone, in the order of the list', () => {
  assert.deepEqual(codesOf('rus,eng'), codesOf('rus'));
  assert.deepEqual(codesOf('eng,rus'), ['eng', 'rus']);
});

test('a language that only the networks read adds no model and takes none away', () => {
  assert.deepEqual(codesOf('jpn,rus'), codesOf('rus'));
  assert.deepEqual(codesOf('deu,eng'), codesOf('deu'));
});

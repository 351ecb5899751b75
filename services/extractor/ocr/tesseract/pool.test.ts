/** Which language Tesseract reads pages in if it reads them alone. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { findLanguages } from '../languages.ts';
import { TesseractPool } from './pool.ts';

const preferredOf = (list: string): string => {
  const wanted = list.split(',');
  return new TesseractPool(findLanguages(wanted, null), wanted).preferred;
};

test('Tesseract alone reads pages in the first language asked for that it has a model of', () => {
  assert.equal(preferredOf('rus'), 'rus');
  assert.equal(preferredOf('rus,ukr'), 'rus');
  assert.equal(preferredOf('jpn,kor,rus'), 'kor');
  assert.equal(preferredOf('eng,rus'), 'eng');
});

test('Tesseract alone reads pages in English by default, and where it has no model of what is asked for', () => {
  assert.equal(preferredOf('eng'), 'eng');
  assert.equal(preferredOf('deu'), 'eng');
});

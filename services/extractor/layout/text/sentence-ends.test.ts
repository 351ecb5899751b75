import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  endsClause,
  endsSentence,
  endsSentenceOrColon,
  endsStatement,
  holdsSentenceEnd,
} from './sentence-ends.ts';

test('a sentence ends in the sign of its script, also before a quotation mark or a bracket', () => {
  for (const text of [
    'It rained.',
    'He said: “No!”',
    '下雨了。',
    'بارش ہوئی۔',
    'वर्षा हुई।',
    'Անձրև եկավ։',
    '(It rained.)',
  ])
    assert.equal(endsSentence(text), true, text);
  for (const text of ['It rained,', 'as follows:', 'one;', 'It rained'])
    assert.equal(endsSentence(text), false, text);
});

test('a colon or a semicolon ends a clause', () => {
  for (const text of ['as follows:', 'one;', 'It rained.']) assert.equal(endsClause(text), true, text);
  assert.equal(endsClause('It rained,'), false);
  assert.equal(endsSentenceOrColon('as follows:'), true);
  assert.equal(endsSentenceOrColon('return 1;'), false);
});

test('a question is no statement, and a number before an East Asian stop is a label', () => {
  assert.equal(endsStatement('It rained.'), true);
  assert.equal(endsStatement('Did it rain?'), false);
  assert.equal(endsStatement('第 1。'), false);
  assert.equal(endsStatement('Section 1.'), true);
});

test('a sentence that ends inside a text is followed by another', () => {
  assert.equal(holdsSentenceEnd('It rained. We stayed'), true);
  assert.equal(holdsSentenceEnd('下雨了。我们'), true);
  assert.equal(holdsSentenceEnd('J. Smith and others'), false);
});

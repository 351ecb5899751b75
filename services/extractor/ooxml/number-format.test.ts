import assert from 'node:assert/strict';
import { test } from 'node:test';
import { formatNumber } from './number-format.ts';

test('numbers are written in the numerals of their level', () => {
  const written = [
    ['upperRoman', 14, 'XIV'],
    ['lowerLetter', 28, 'bb'],
    ['decimalZero', 7, '07'],
    ['chineseCounting', 21, '二十一'],
    ['koreanCounting', 21, '이십일'],
    ['ordinal', 12, '12th'],
    ['cardinalText', 142, 'One hundred forty-two'],
    ['ordinalText', 20, 'Twentieth'],
    ['ideographTraditional', 2, '乙'],
    ['aiueoFullWidth', 6, 'カ'],
    ['hebrew1', 116, 'קטז'],
    ['thaiNumbers', 10, '๑๐'],
    ['decimalFullWidth', 12, '１２'],
    ['chineseLegalSimplified', 105, '壹佰零伍'],
    ['ideographLegalTraditional', 22, '貳拾貳'],
    ['japaneseLegal', 11, '壱拾壱'],
    ['koreanCounting', 105, '백오'],
    ['koreanLegal', 35, '서른다섯'],
    ['koreanDigital2', 10, '一零'],
    ['taiwaneseDigital', 10, '一○'],
    ['chicago', 6, '††'],
    ['greekNumerals', 136, 'ρλστ'],
    ['serbianLower', 6, 'ђ'],
  ] as const;
  for (const [format, value, expected] of written)
    assert.equal(formatNumber(value, format), expected, format);
});

test('numerals that are unknown, and numbers that they cannot write, are decimal', () => {
  assert.equal(formatNumber(3, 'unknown'), '3');
  assert.equal(formatNumber(3, 'toString'), '3');
  assert.equal(formatNumber(4000, 'upperRoman'), '4000');
  assert.equal(formatNumber(13, 'ideographZodiac'), '13');
});

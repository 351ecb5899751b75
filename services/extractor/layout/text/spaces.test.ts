import assert from 'node:assert/strict';
import { test } from 'node:test';
import { runsOnUnspaced } from './spaces.ts';

test('lines of such scripts run on without a space, also behind their signs', () => {
  const pairs: [string, string][] = [
    ['生まれ', 'ながら'],
    ['他说：“好。”', '然后'],
    ['平等,', '鉴于'],
    ['มนุษย์', 'ทั้งหลาย'],
    ['មនុស្ស', 'ទាំង'],
    ['လူတိုင်း', 'သည်'],
    ['የሰው፡', 'ልጅ'],
    ['𠮷', '野'],
  ];
  for (const [before, after] of pairs) assert.equal(runsOnUnspaced(before, after), true, before + after);
});

test('Korean, Hindi and Amharic have spaces, and so have words of other scripts', () => {
  for (const [before, after] of [
    ['모든', '인간은'],
    ['सभी', 'मनुष्य'],
    ['የሰው', 'ልጅ'],
    ['使用', 'PostgreSQL'],
  ] as const)
    assert.equal(runsOnUnspaced(before, after), false, before + after);
});

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { onlyCountsPages } from './page-words.ts';

test('counts with the words of a page around them are nothing else, in any language', () => {
  for (const text of ['3', '- 3 -', 'Page 3 of 8', 'xii', 'Seite 3 von 20', '第 3 页', '2-17', '３ / １０'])
    assert.equal(onlyCountsPages(text), true, text);
});

test('years, dates, numbers of documents and words that look like Roman numbers say something', () => {
  for (const text of ['2024-0017 3', '2024 3', '12.11.23 3', 'CD 3', 'MIX', 'Civil 3', 'LCD 2', 'Annex 3'])
    assert.equal(onlyCountsPages(text), false, text);
});

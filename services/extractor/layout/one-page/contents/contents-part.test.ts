import assert from 'node:assert/strict';
import { test } from 'node:test';
import { lineAt } from '../../page/line.fixture.ts';
import { contentsPart } from './contents-part.ts';

const RIGHT = 400;

/** A title with leaders up to a page number at the right edge. */
function led(left: number, baseline: number, title: string, page: string) {
  const room = Math.floor((RIGHT - left) / 5) - title.length - page.length;
  return lineAt(left, baseline, `${title}${' .'.repeat(Math.floor((room - 1) / 2))} ${page}`);
}

/** A chapter's title, and its page number far to the right without leaders. */
const chapter = (baseline: number, title: string, page: string) => [
  lineAt(50, baseline, title),
  lineAt(RIGHT - 5 * page.length, baseline, page),
];

const BEFORE = lineAt(50, 60, 'Contents');
const AFTER = [
  lineAt(50, 200, 'The first line of the text that goes on under the contents of it'),
  lineAt(50, 212, 'and ends with the year 1984'),
];

test('leaders show where a list of contents stands on a page of text, its chapters included', () => {
  const list = [
    ...chapter(80, '1 Rivers', '1'),
    led(65, 92, '1.1 Sources', '2'),
    led(65, 104, '1.2 Mouths', '3'),
    ...chapter(126, '2 Lakes', '4'),
    led(65, 138, '2.1 Shores', '5'),
    ...chapter(160, '3 Seas', '9'),
  ];
  const found = contentsPart([BEFORE, ...list, ...AFTER]);
  assert.deepEqual(new Set(found), new Set(list));
});

test('a line or two with leaders are a form, no list of contents', () => {
  assert.deepEqual(contentsPart([led(65, 92, 'Name', '1'), led(65, 104, 'Street', '2'), ...AFTER]), []);
});

test('page numbers below the title of a list of contents need no leaders', () => {
  const list = [
    ...chapter(80, '1 Rivers', '1'),
    ...chapter(96, '2 Lakes', '1'),
    ...chapter(112, '3 Seas', '4'),
    ...chapter(128, '4 Shores', '9'),
  ];
  assert.deepEqual(new Set(contentsPart([BEFORE, ...list, ...AFTER])), new Set(list));
  assert.deepEqual(contentsPart([lineAt(50, 60, 'Prices'), ...list, ...AFTER]), []);
});

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { draftOf } from '../../one-page/draft/draft.ts';
import { blankPage } from '../../page/blank-page.fixture.ts';
import { NO_TRUST } from '../../page/hints.ts';
import { itemsAt } from '../../page/line.fixture.ts';
import { bodyBlocks } from './body.ts';

test('a list of contents in a side bar belongs to it', () => {
  const page = blankPage();
  page.shadings.push({ left: 380, top: 80, right: 540, bottom: 300, color: 0xeeeeff });
  const rows = [
    [390, 'In this issue'],
    [390, 'Library .......... 1'],
    [390, 'Bridge ........... 2'],
    [390, 'Sports ........... 3'],
    [50, 'The new library opens its doors'],
    [50, 'to all who like to read, and it'],
    [50, 'has more books than ever before'],
    [50, 'so that nobody leaves without one'],
  ] as const;
  rows.forEach(([left, text], at) => {
    page.items.push(...itemsAt(left, 110 + 14 * (at % 4), text, { index: 20 * at }));
  });
  const draft = draftOf(page);
  const { boxes, entries } = bodyBlocks(draft.lines, draft, NO_TRUST);
  assert.equal(entries.size, 3);
  for (const entry of entries) assert.ok(boxes.has(entry));
});

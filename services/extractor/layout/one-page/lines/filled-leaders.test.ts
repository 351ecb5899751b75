import assert from 'node:assert/strict';
import { test } from 'node:test';
import { blankPage } from '../../page/blank-page.fixture.ts';
import type { TextItem } from '../../page/content.ts';
import { itemsAt } from '../../page/line.fixture.ts';
import { withLeadersFilled } from './filled-leaders.ts';
import { linesOf } from './lines.ts';

const filled = (items: TextItem[]) => withLeadersFilled(blankPage({ items })).items;

test('what was typed over dots stands in their place, one value a label', () => {
  const form = [
    ...itemsAt(60, 300, `Name ${'.'.repeat(40)} Class ${'_'.repeat(20)}`),
    ...itemsAt(100, 296, 'Ada', { size: 9, index: 20 }),
    ...itemsAt(180, 296, 'Byron', { size: 9, index: 25 }),
    ...itemsAt(340, 297, '5c', { size: 9, index: 30 }),
  ];
  assert.deepEqual(
    linesOf(filled(form)).map(line => line.text),
    [`Name Ada Byron ${'.'.repeat(30)} Class 5c ${'_'.repeat(17)}`],
  );
});

test('dots that nobody wrote on, and leaders to pages, stay', () => {
  const blank = itemsAt(60, 300, `Name ${'.'.repeat(40)}`);
  const entry = itemsAt(60, 330, `Methods ${'.'.repeat(40)} 12`, { index: 10 });
  assert.deepEqual(filled([...blank, ...entry]), [...blank, ...entry]);
});

test('lines of text above and below dots are none that was typed over them', () => {
  const items = [
    ...itemsAt(60, 288, 'the undersigned'),
    ...itemsAt(60, 300, '.'.repeat(60), { index: 10 }),
    ...itemsAt(60, 312, 'signature', { index: 20 }),
  ];
  assert.deepEqual(filled(items), items);
});

test('an entry over a leader of the whole width keeps its dashes, and its page number stands behind the dots', () => {
  const dots = { ...(itemsAt(60, 300, '.'.repeat(80))[0] as TextItem), width: 400 };
  const entry = [
    dots,
    ...itemsAt(60, 300, '3) Questions - Answers', { index: 1 }),
    ...itemsAt(455, 300, '14', { index: 8 }),
  ];
  assert.match(
    linesOf(filled(entry))
      .map(line => line.text)
      .join('|'),
    /^3\) Questions - Answers \.+\s?14$/,
  );
});

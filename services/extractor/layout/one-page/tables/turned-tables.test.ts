import assert from 'node:assert/strict';
import test from 'node:test';
import type { PageContent, Rule } from '../../page/content.ts';
import { draftOf } from '../draft/draft.ts';
import { FRUIT, Sheet, THREE, texts } from './sheet.fixture.ts';

const ROWS = [
  ['Fruit', 'Count', 'Price'],
  ...FRUIT,
  ['Plums', '14', '1.75'],
  ['Medlars', '3', '6.00'],
  ['Cherries', '240', '0.15'],
];

/** A table between rules, with columns as wide as an article's. */
function table(): PageContent {
  const sheet = new Sheet().across(90, 90, 450).across(106, 90, 450).across(214, 90, 450);
  ROWS.forEach((row, i) => {
    sheet.row(102 + 18 * i, THREE, row, { bold: i === 0 });
  });
  return sheet.page;
}

/** The page turned on its side, with its lines running upwards or downwards. */
function onItsSide({ items, rules, height, width }: PageContent, upwards: boolean): PageContent {
  const point = (x: number, y: number) => (upwards ? [y, width - x] : [height - y, x]);
  const lying = new Sheet().text('Some words that stand upright', 320, 60).page;
  const turned = items.map((item, index) => {
    const [left = 0, baseline = 0] = point(item.left, item.baseline);
    return { ...item, left, baseline, angle: upwards ? 90 : -90, index: index + 10 };
  });
  const down = rules.map(({ position, start, end, ...rule }): Rule => {
    const [x = 0, from = 0] = point(start, position);
    const [, to = 0] = point(end, position);
    return {
      ...rule,
      orientation: 'vertical',
      position: x,
      start: Math.min(from, to),
      end: Math.max(from, to),
    };
  });
  return { ...lying, width: height, height: width, items: [...lying.items, ...turned], rules: down };
}

for (const upwards of [true, false])
  test(`a table that lies on its side, its text running ${upwards ? 'upwards' : 'downwards'}, is read row by row`, () => {
    const page = onItsSide(table(), upwards);
    const { tables, lines, turned } = draftOf(page);
    assert.deepEqual(
      tables.map(({ rows }) => texts(rows)),
      [ROWS],
    );
    const [{ left = 0, right = 0, top = 0, bottom = 0 } = {}] = tables.map(({ region }) => region);
    assert.ok(right - left < bottom - top && bottom <= page.height && right <= page.width);
    assert.deepEqual(
      [...lines, ...turned].map(({ text }) => text),
      ['Some words that stand upright'],
    );
  });

test('labels on end beside upright text are no table', () => {
  const sheet = new Sheet();
  for (let i = 0; i < 12; i += 1)
    sheet.text('words that run on to the end of their column and', 160, 100 + 12 * i);
  sheet.text('arXiv:2105.00001v2 [cs.CL] 3 May 2021', 30, 400).text('Number of fruits sold', 100, 300);
  const items = sheet.page.items.map(item => (item.left < 160 ? { ...item, angle: 90 } : item));
  assert.deepEqual(draftOf({ ...sheet.page, items }).tables, []);
});

import assert from 'node:assert/strict';
import test from 'node:test';
import { blankPage as page } from '../../page/blank-page.fixture.ts';
import { Sheet } from '../tables/sheet.fixture.ts';
import { findFigures } from './figures.ts';

test('a picture is a figure unless it is an icon', () => {
  const pictures = [
    { left: 100, top: 100, right: 300, bottom: 250, name: 'a' },
    { left: 50, top: 100, right: 70, bottom: 120, name: 'b' },
  ];
  assert.deepEqual(
    findFigures(page({ pictures })).map(figure => figure.picture),
    [0],
  );
});

test('curves that lie near each other are one drawing', () => {
  const curves = [
    { left: 100, top: 100, right: 180, bottom: 180 },
    { left: 190, top: 110, right: 260, bottom: 200 },
    { left: 100, top: 600, right: 110, bottom: 610 },
  ];
  const [drawing, ...others] = findFigures(page({ curves }));
  assert.equal(others.length, 0);
  assert.deepEqual([drawing?.left, drawing?.right, drawing?.bottom], [100, 260, 200]);
});

test('bars of one breadth on one axis are a chart, shaded cells are not', () => {
  const bars = [150, 120, 170, 140].map((top, i) => ({
    left: 100 + 50 * i,
    right: 125 + 50 * i,
    top,
    bottom: 200,
    color: 1,
  }));
  assert.equal(findFigures(page({ shadings: bars })).length, 1);
  const cells = [100, 150, 200].flatMap(left =>
    [100, 120, 140].map(top => ({ left, right: left + 50, top, bottom: top + 20, color: 1 })),
  );
  assert.equal(findFigures(page({ shadings: cells })).length, 0);
});

test('cells of shaded rows are none either, where one row is parted into as broad ones as another column has', () => {
  const row = (top: number, sides: readonly number[]) =>
    sides.slice(1).map((right, i) => ({ left: sides[i] ?? 0, right, top, bottom: top + 9, color: 1 }));
  const rows = Array.from({ length: 12 }, (_, i) => row(100 + 17 * i, [32, 220, 279, 373, 468, 562]));
  const parted = row(304, [32, 220, 279, 317, 373, 412, 468, 506, 562]);
  assert.equal(findFigures(page({ shadings: [...rows.flat(), ...parted] })).length, 0);
});

test('bars of which some are equal are a chart, which reaches as far as its grid', () => {
  const bars = [107, 141, 231, 231, 231, 235, 231].map((top, i) => ({
    left: 150 + 40 * i,
    right: 170 + 40 * i,
    top,
    bottom: 239,
    color: 1,
  }));
  const rules = [90, 140, 190, 239].map(position => ({
    orientation: 'horizontal' as const,
    position,
    start: 130,
    end: 480,
    thickness: 1,
    color: 0,
  }));
  const [chart] = findFigures(page({ shadings: bars, rules }));
  assert.deepEqual([chart?.left, chart?.top, chart?.right], [130, 107, 480]);
});

test('lines of text that are shaded inside shaded cells are no bars of a chart', () => {
  const cell = (left: number, right: number, top: number, bottom: number) => ({
    left,
    right,
    top,
    bottom,
    color: 1,
  });
  const shadings = [0, 1, 2, 3].flatMap(row => {
    const top = 100 + 60 * row;
    const lines = Array.from({ length: 1 + (row % 3) }, (_, line) =>
      cell(105, 175, top + 12 + 11 * line, top + 23 + 11 * line),
    );
    const others = Array.from({ length: 1 + ((row + 1) % 2) }, (_, line) =>
      cell(185, 290, top + 12 + 11 * line, top + 23 + 11 * line),
    );
    return [cell(100, 180, top, top + 60), ...lines, cell(180, 300, top, top + 60), ...others];
  });
  assert.deepEqual(findFigures(page({ shadings })), []);
});

test('boxes of equal height with several lines of text in them are cards, not bars', () => {
  const cards = (lines: number) => {
    const sheet = new Sheet();
    for (const [i, right] of [540, 320, 500, 440].entries()) {
      const top = 100 + 50 * i;
      sheet.shade(60, top, right, top + 40);
      for (let line = 0; line < lines; line++) sheet.text('Deliver to', 70, top + 14 + 14 * line);
    }
    return sheet.page;
  };
  assert.equal(findFigures(cards(1)).length, 1);
  assert.deepEqual(findFigures(cards(2)), []);
});

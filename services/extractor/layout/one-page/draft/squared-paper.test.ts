import assert from 'node:assert/strict';
import { test } from 'node:test';
import { blankPage } from '../../page/blank-page.fixture.ts';
import type { Rule, TextItem } from '../../page/content.ts';
import { itemsAt } from '../../page/line.fixture.ts';
import { withoutSquaredPaper } from './squared-paper.ts';

const line = (orientation: Rule['orientation'], position: number): Rule => ({
  orientation,
  position,
  start: 50,
  end: 350,
  thickness: 0.5,
  color: 0,
});

/** Horizontal and vertical lines every `step` points in a square of 300 points. */
function squares(step = 14): Rule[] {
  const places = Array.from({ length: Math.floor(300 / step) + 1 }, (_, at) => 50 + at * step);
  return places.flatMap(place => [line('horizontal', place), line('vertical', place)]);
}

const LABELS = ['Slope compensation', 'Feedback range', 'Polarity', 'Ion gauge setting'].flatMap(
  (label, at) => itemsAt(60, 60 + at * 28, label),
);

function rulesLeft(rules: Rule[], items: TextItem[]): number {
  return withoutSquaredPaper(blankPage({ rules, items })).rules.length;
}

test('the lines of squared paper that labels are printed across are left out', () => {
  const frame = { ...line('horizontal', 500), end: 500 };
  assert.equal(rulesLeft([...squares(), frame], LABELS), 1);
});

test('a grid whose words stand in its cells stays', () => {
  const marks = Array.from({ length: 20 }, (_, at) => itemsAt(52 + (at % 10) * 28, 60 + at * 14, 'x')).flat();
  assert.equal(rulesLeft(squares(), marks), squares().length);
});

test('a grid of wide, few or uneven columns stays, whatever runs across its lines', () => {
  assert.equal(rulesLeft(squares(50), LABELS), squares(50).length);
  const uneven = squares().map(rule =>
    rule.orientation === 'vertical' ? { ...rule, position: 50 + (rule.position - 50) ** 2 / 300 } : rule,
  );
  assert.equal(rulesLeft(uneven, LABELS), uneven.length);
});

test('squares with hardly a word on them stay: they may be a crossword or a calendar', () => {
  assert.equal(rulesLeft(squares(), LABELS.slice(0, 2)), squares().length);
});

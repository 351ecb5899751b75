import assert from 'node:assert/strict';
import { test } from 'node:test';
import { blankPage } from '../../page/blank-page.fixture.ts';
import { lineAt } from '../../page/line.fixture.ts';
import { withDrawnBullets } from './drawn-bullets.ts';

const disc = (top: number) => ({ left: 40, top, right: 46, bottom: top + 6 });
const marked = (...discs: ReturnType<typeof disc>[]) => {
  const lines = [lineAt(52, 100, 'Bring a coat'), lineAt(52, 120, 'Bring boots')];
  return withDrawnBullets(lines, { ...blankPage(), curves: discs }, []).map(line => line.text);
};

test('discs painted before lines are their bullets', () => {
  assert.deepEqual(marked(disc(93), disc(113)), ['• Bring a coat', '• Bring boots']);
});

test('one sign before one line is a logo or an ornament', () => {
  assert.deepEqual(marked(disc(93)), ['Bring a coat', 'Bring boots']);
});

test('so are dots as small as a line is thick, before small print', () => {
  const dot = (top: number) => ({ left: 44, top, right: 46, bottom: top + 2 });
  const lines = [lineAt(52, 100, 'Bring a coat'), lineAt(52, 120, 'Bring boots')];
  const page = { ...blankPage(), dots: [dot(96), dot(116)] };
  assert.deepEqual(
    withDrawnBullets(lines, page, []).map(line => line.text),
    ['• Bring a coat', '• Bring boots'],
  );
});

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { blankPage } from '../../page/blank-page.fixture.ts';
import { itemsAt, lineAt } from '../../page/line.fixture.ts';
import { lineOf } from '../../page/line.ts';
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

const code = (left: number, baseline: number, text: string) =>
  itemsAt(left, baseline, text, { size: 8 }).map(item => ({
    ...item,
    font: { ...item.font, monospace: true },
  }));

test('an item that is mostly code, which web pages set smaller, is one of the list', () => {
  const lines = [
    lineAt(52, 100, 'Go to the folder'),
    lineOf([...itemsAt(52, 120, 'Type'), ...code(77, 120, 'git clone https://example.org/boats.git')]),
  ];
  const page = { ...blankPage(), curves: [disc(93), disc(113)] };
  assert.deepEqual(
    withDrawnBullets(lines, page, []).map(line => line.text[0]),
    ['•', '•'],
  );
});

test('a bullet drawn before code is none of its characters', () => {
  const lines = [lineOf(code(52, 100, 'boats.ts')), lineOf(code(52, 120, 'ropes.ts'))];
  const page = { ...blankPage(), curves: [disc(93), disc(113)] };
  assert.deepEqual(
    withDrawnBullets(lines, page, []).map(({ items }) => items.map(item => item.font.monospace)),
    [
      [false, true],
      [false, true],
    ],
  );
});

test('bullets are as large as their print, on posters larger than any on a page of the usual size', () => {
  const ball = (top: number) => ({ left: 40, top, right: 60, bottom: top + 20 });
  const lines = [lineAt(70, 100, 'Bring a coat', { size: 32 }), lineAt(70, 160, 'Bring boots', { size: 32 })];
  const read = (width: number, height: number) =>
    withDrawnBullets(lines, { ...blankPage(), width, height, curves: [ball(78), ball(138)] }, []).map(
      line => line.text[0],
    );
  assert.deepEqual(read(2384, 3370), ['•', '•']);
  assert.deepEqual(read(595, 842), ['B', 'B']);
});

test('bullets on a picture behind the whole page are bullets, those in a drawing are parts of it', () => {
  const lines = [lineAt(52, 100, 'Bring a coat'), lineAt(52, 120, 'Bring boots')];
  const page = { ...blankPage(), curves: [disc(93), disc(113)] };
  const read = (right: number, bottom: number, picture: number | null = 0) =>
    withDrawnBullets(lines, page, [{ left: 0, top: 0, right, bottom, picture }]).map(line => line.text[0]);
  assert.deepEqual(read(page.width, page.height), ['•', '•']);
  assert.deepEqual(read(page.width, page.height, null), ['B', 'B'], 'a map with its signs');
  assert.deepEqual(read(300, 300), ['B', 'B']);
});

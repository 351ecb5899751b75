import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Rule, TextItem } from '../../../layout/page/content.ts';
import { itemsAt } from '../../../layout/page/line.fixture.ts';
import { blocksOfPages, PROSE, paragraph, text } from '../built-pdf.fixture.ts';
import { underscoresAmong, withDrawnUnderscores } from './drawn-underscores.ts';

const BASELINE = 100;
/** In points, for 10-point type. */
const KERN = 0.6;
const WIDTH = 3;

interface Drawn {
  items: TextItem[];
  rules: Rule[];
}

/** Words in 10-point type, 2.5 points apart, with each `_` drawn the way LaTeX draws it. */
function drawn(line: string, { kernBehind = 0 } = {}): Drawn {
  const items: TextItem[] = [];
  const rules: Rule[] = [];
  let x = 50;
  for (const piece of line.match(/_|[^_ ]+| /g) ?? []) {
    if (piece === ' ') x += 2.5;
    else if (piece === '_') {
      rules.push(rule(x + KERN));
      x += KERN + WIDTH + kernBehind;
    } else {
      items.push(...itemsAt(x, BASELINE, piece, { index: items.length }));
      x += piece.length * 5;
    }
  }
  return { items, rules };
}

const rule = (start: number, { width = WIDTH, position = BASELINE - 0.2, thickness = 0.4 } = {}): Rule => ({
  orientation: 'horizontal',
  position,
  start,
  end: start + width,
  thickness,
  color: 0,
});

function read({ items, rules }: Drawn): string {
  const words = withDrawnUnderscores(items, underscoresAmong(rules, items));
  return words.map(word => word.text).join(' ');
}

test('a short rule on the baseline right behind a letter is an underscore', () => {
  for (const name of ['MAX_SIZE', 'a_b_c', 'psf__requests', '_private', '__init__', 'value_', 'f(x)_y'])
    assert.equal(read(drawn(`the ${name} of`)), `the ${name} of`);
});

test('a name with drawn underscores is as wide as its letters and rules', () => {
  const { items, rules } = drawn('_ab_c');
  const [word, ...others] = withDrawnUnderscores(items, underscoresAmong(rules, items));
  assert.deepEqual(others, []);
  assert.deepEqual([word?.left, word?.width], [50 + KERN, 2 * WIDTH + KERN + 15]);
});

test('the letter behind an underscore of Texinfo stands as far from it as the one before', () => {
  assert.equal(read(drawn('get_state of', { kernBehind: 0.7 })), 'get_state of');
});

test('words keep the numbers of their places when some become one', () => {
  const { items, rules } = drawn('one a_b two');
  const words = withDrawnUnderscores(items, underscoresAmong(rules, items));
  assert.deepEqual(
    words.map(({ index }) => index),
    [0, 1, 2],
  );
});

test('no other rule is an underscore: below a word, beside nothing, above the line, too long or too thick', () => {
  const items = itemsAt(50, BASELINE, 'aa bb');
  const between = 60 + KERN;
  const others = [
    rule(52),
    rule(between + 2),
    rule(between, { position: BASELINE - 2.5 }),
    rule(between, { position: BASELINE + 1.2 }),
    rule(between, { width: 4.4 }),
    rule(between, { width: 2 }),
    rule(between, { thickness: 1 }),
    { ...rule(between), orientation: 'vertical' as const },
  ];
  for (const other of others) assert.deepEqual(underscoresAmong([other], items), []);
  assert.equal(underscoresAmong([rule(between)], items).length, 1);
});

test('the line over a root is no underscore', () => {
  const items = [...itemsAt(50, BASELINE, '√'), ...itemsAt(55, BASELINE + 8, 'n')];
  assert.deepEqual(underscoresAmong([rule(55)], items), []);
});

test('a page of thousands of dashes has no underscores', () => {
  const { items, rules } = drawn('MAX_SIZE');
  const dashes = Array.from({ length: 2_000 }, (_, at) => rule(50 + (at % 40) * 9, { position: 200 + at }));
  assert.deepEqual(underscoresAmong([...rules, ...dashes], items), []);
});

test('names with drawn underscores are whole in the text of a page, and no rule is left of them', async () => {
  const [x, y] = [72, 650];
  // From Helvetica's metrics: M .833 em, A and X .667 em.
  const start = x + 21.67 + KERN;
  const name = [
    text(x, y, 'MAX'),
    `${start} ${y} ${WIDTH} 0.4 re f\n`,
    text(start + WIDTH, y, 'SIZE is the greatest size of all that is kept'),
  ];
  const blocks = await blocksOfPages([paragraph(x, 700, PROSE), ...name].join(''));
  const texts = blocks.map(block => (block.kind === 'paragraph' ? block.text : block.kind));
  assert.ok(
    texts.some(each => each.startsWith('MAX_SIZE is the greatest')),
    JSON.stringify(texts),
  );
});

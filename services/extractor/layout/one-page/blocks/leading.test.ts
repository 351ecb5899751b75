import assert from 'node:assert/strict';
import { test } from 'node:test';
import { lineAt } from '../../page/line.fixture.ts';
import { leadingOf } from './leading.ts';
import { linesBelow } from './lines-below.ts';

/** Whether two lines in 10-point type, this many ems apart, belong together on a page with nothing else. */
const belong = (ems: number, upper: string, lower: string): boolean => {
  const lines = [lineAt(50, 100, upper), lineAt(50, 100 + 10 * ems, lower)];
  return 10 * ems <= leadingOf(linesBelow(lines)).limit(10);
};

test('lines of Arabic stand further apart than lines of Latin letters', () => {
  assert.equal(belong(1.8, 'تحفظ القوارب تحت الجسر', 'كلها ما دام النهر عاليا'), true);
  assert.equal(belong(1.8, 'The boats are kept', 'below the old bridge'), false);
});

test('lines that begin in mid-sentence tell how far lines of a letter stand apart, not the gaps between its paragraphs', () => {
  const letter = [
    [100, 'Dear members,'],
    [125, 'this summer we celebrate a hundred years'],
    [138, 'of our society, and you are invited to a day'],
    [151, 'at the harbour.'],
    [176, 'Please tell us whether you will come, and'],
    [189, 'what you can bring.'],
    [214, 'We hope to see you all.'],
    [239, 'With kind regards,'],
    [264, 'The keepers'],
  ] as const;
  const lines = letter.map(([baseline, text]) => lineAt(50, baseline, text));
  assert.ok(leadingOf(linesBelow(lines)).limit(10) < 25);
});

test('a term over its definition is no line that goes on, though the definition begins small', () => {
  const terms = ['document', 'record', 'metadata', 'retention'];
  const page = [
    [100, 'Every member of the society may ask for each of its'],
    [112, 'papers, and for all that was ever written about it by'],
    [124, 'others, unless the council has refused it in that'],
    [136, 'year.'],
    ...terms.flatMap((term, at) => [
      [156 + 60 * at, term] as const,
      [176 + 60 * at, 'paper that was kept for what it says'] as const,
      [196 + 60 * at, 'Note: It may be a copy.'] as const,
    ]),
  ] as const;
  const lines = page.map(([baseline, text]) => lineAt(50, baseline, text));
  assert.ok(leadingOf(linesBelow(lines)).limit(10) < 20);
});

test('headings of sections without text tell nothing of the lines on their page', () => {
  const headings = Array.from({ length: 9 }, (_, at) =>
    lineAt(50, 100 + 17 * at, 'A Section', { bold: true }),
  );
  const text = Array.from({ length: 6 }, (_, at) =>
    lineAt(50, 300 + 12 * at, 'as many words as go into a line'),
  );
  assert.ok(leadingOf(linesBelow([...headings, ...text])).limit(10) < 17);
  assert.ok(leadingOf(linesBelow(headings)).limit(10) > 17);
});

test('lines that fill their column belong together where they stand nearly three ems apart, and short ones do not', () => {
  const limitOf = (texts: readonly string[]) =>
    leadingOf(linesBelow(texts.map((text, at) => lineAt(50, 100 + 28 * at, text)))).limit(10);
  const full = Array.from({ length: 7 }, (_, at) => `line ${at} of a manuscript with room for notes`);
  assert.ok(limitOf(full) > 28);
  assert.ok(limitOf(full) < 30);
  assert.ok(limitOf(['Breakfast', 'Talks', 'Lunch', 'Workshops', 'Dinner', 'Music', 'Bed']) < 28);
});

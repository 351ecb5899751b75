import assert from 'node:assert/strict';
import { test } from 'node:test';
import { drawnText } from '../testing/drawn-text.ts';
import { NetworkReader } from './reader.ts';

const LINES = ['THE QUICK BROWN FOX JUMPS', 'OVER THE LAZY DOG AND RUNS', 'AWAY FROM HOME BEFORE NOON'];

test('each line of small and narrow print is found by itself', async () => {
  const image = drawnText(LINES, 2);
  const reader = await NetworkReader.load('int8');
  const lines = (await reader.find(image)).sort((a, b) => a.top - b.top);
  assert.equal(lines.length, LINES.length);
  for (const [index, line] of lines.entries()) {
    const above = lines[index - 1];
    if (above)
      assert.ok(line.top >= above.bottom - 0.5 * (above.bottom - above.top), 'boxes keep to their lines');
  }
});

test('the lines of a picture far longer than wide, or wider than high, are found in pieces of it', async () => {
  const reader = await NetworkReader.load('int8');
  const tall = drawnText(Array.from({ length: 150 }, (_, line) => LINES[line % 3] ?? ''));
  assert.equal((await reader.find(tall)).length, 150);
  const wide = drawnText([Array.from({ length: 12 }, () => LINES.join(' ')).join('  ')]);
  const covered = (await reader.find(wide)).reduce((sum, { left, right }) => sum + right - left, 0);
  assert.ok(covered > 0.9 * wide.width, `${covered} of ${wide.width}`);
});

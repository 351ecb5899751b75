import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Box } from '../../../ocr/engine.ts';
import { isTable } from './grid.ts';

const across = (top: number, left: number, right: number): Box => ({ left, right, top, bottom: top + 3 });
const down = (left: number, top: number, bottom: number): Box => ({ left, right: left + 3, top, bottom });

test('rules that meet each other over most of a picture are a table', () => {
  const horizontal = [100, 200, 300, 400].map(top => across(top, 50, 553));
  const vertical = [50, 250, 550].map(left => down(left, 100, 403));
  assert.equal(isTable({ horizontal, vertical }, 600, 450), true);
  assert.equal(isTable({ horizontal, vertical }, 1200, 900), false);
});

test('a spanning cell interrupts a rule where another meets it', () => {
  const horizontal = [across(100, 50, 553), across(200, 250, 553), across(300, 50, 553)];
  const vertical = [down(50, 100, 303), down(250, 100, 303), down(400, 200, 303), down(550, 100, 303)];
  assert.equal(isTable({ horizontal, vertical }, 600, 300), true);
});

test('bars and grid lines that end in the open are a chart', () => {
  const horizontal = [across(100, 50, 553), across(200, 50, 540), across(300, 60, 553), across(400, 50, 553)];
  const bars = [120, 160, 200, 240, 280, 320].map((left, index) => down(left, 250 + 10 * index, 403));
  assert.equal(isTable({ horizontal, vertical: [down(50, 100, 403), ...bars] }, 600, 450), false);
});

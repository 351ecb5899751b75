import assert from 'node:assert/strict';
import test from 'node:test';
import { only, Sheet, THREE, texts } from './sheet.fixture.ts';

test('cells in the middle of their row keep its lines together', () => {
  const sheet = new Sheet().across(86, 90, 500).across(104, 90, 500).across(190, 90, 500);
  sheet.row(100, THREE, ['Code', 'Meaning', 'Action']);
  sheet.text('Open the tap', 400, 120).row(126, THREE, ['E1', 'No water', '']).text('and wait', 400, 132);
  sheet.text('Motor is', 250, 150).row(156, THREE, ['E2', '', 'Call service']).text('blocked', 250, 162);
  assert.deepEqual(texts(only(sheet).rows).slice(1), [
    ['E1', 'No water', 'Open the tap and wait'],
    ['E2', 'Motor is blocked', 'Call service'],
  ]);
});

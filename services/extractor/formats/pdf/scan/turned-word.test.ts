import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { TextItem } from '../../../layout/page/content.ts';
import { turnedWord } from './turned-word.ts';

test('a word that stands upright on a page that lies on any side is level once the page is turned', () => {
  const page = { width: 600, height: 800 };
  const angles = ([0, 1, 2, 3] as const).map(turns => {
    const given = [0, 90, 180, -90][turns] ?? 0;
    return turnedWord({ left: 10, baseline: 20, angle: given } as TextItem, turns, page).angle;
  });
  assert.deepEqual(angles, [0, 0, 0, 0]);
});

/** The warning about a page whose reading cannot be relied on. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { warningOf } from './warning.ts';

const BOX = { left: 0, top: 0, right: 100, bottom: 20 };
const PAGE = {
  ...{ width: 100, height: 100, quarterTurns: 0 as const, rules: { horizontal: [], vertical: [] } },
  lines: [{ ...BOX, words: [{ ...BOX, text: '2026', confidence: 98 }] }],
  confidence: 98,
};

test('a page of which only the figures are in a language that is here is doubtful, however surely they are read', () => {
  assert.equal(warningOf({ ...PAGE, isMostlyUnread: true }), 'ocr-doubtful');
  assert.equal(warningOf({ ...PAGE, isMostlyUnread: false }), null);
  assert.equal(warningOf(PAGE), null);
});

test('a page of which nothing is read is doubtful if it has print in no language that is here, and not if it is blank', () => {
  const empty = { ...PAGE, lines: [], confidence: 0 };
  assert.equal(warningOf({ ...empty, isMostlyUnread: true }), 'ocr-doubtful');
  assert.equal(warningOf({ ...empty, isMostlyUnread: false }), null);
});

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { blockOf } from '../../one-page/blocks/block-of.ts';
import { lineAt } from '../../page/line.fixture.ts';
import { isSetInLines } from './set-lines.ts';

const block = (...texts: readonly string[]) =>
  blockOf(texts.map((text, at) => lineAt(50, 100 + 12 * at, text, { index: 20 * at })));

test('lines of an address were ended by their author: the next word would have fitted', () => {
  assert.ok(
    isSetInLines(
      block('Mrs Eleanor Whitcombe', 'The Old Bakery', '27 Mill Lane', 'Nether Stowey', 'Somerset TA5 1LP'),
    ),
  );
});

test('so were lines of a verse, though they go on with small letters', () => {
  assert.ok(
    isSetInLines(
      block(
        'When lamps are lit in Rope Walk again,',
        'and all the boats are in,',
        'the widow shuts her shutters,',
        'and pours a gin;',
      ),
    ),
  );
});

test('lines of running text end where no word fits any more', () => {
  assert.ok(
    !isSetInLines(
      block(
        'The keeper climbed the tower every evening',
        'at dusk and lit the lamp. He had done so',
        'for thirty years, and he did not mean to',
        'stop because a letter told him to.',
      ),
    ),
  );
});

test('one line that sticks out of a full column makes the others no verse', () => {
  assert.ok(
    !isSetInLines(
      block(
        'The chroot for a clean package build environment can be created with https://example.org/long/',
        'and managed using the tools that are described in the chapter of this guide',
        'and in the one that follows after it, of which here is a quick summary.',
      ),
    ),
  );
});

test('two short lines say nothing', () => {
  assert.ok(!isSetInLines(block('A line', 'and a much longer one below it')));
});

test('lines of Chinese break after any letter', () => {
  assert.ok(!isSetInLines(block('中文字行中文字行中文字行', '中文', '中文字行中', '中文字行')));
});

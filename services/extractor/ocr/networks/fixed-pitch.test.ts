import assert from 'node:assert/strict';
import { test } from 'node:test';
import { withoutFalseSpaces } from './fixed-pitch.ts';
import { inkOf } from './ink.ts';

const HEIGHT = 48;
const INK_HEIGHT = 30;
const NARROW = new Set('iflt.');
/** The space between two words, in pixels. */
const SPACE_PX = 8;

/**
 * Each letter is a bar in a cell of `cell(letter)` pixels; a column of the reading is a pixel wide. `_` is a space that
 * is only read, `~` one that is printed, too.
 */
function readOf(line: string, cell: (letter: string) => number): string {
  const bars: [number, number][] = [];
  let x = 10;
  const letters = [...line].map(sign => {
    const from = x;
    if (sign === '_') return { text: ' ', from, to: from, probability: 1 };
    x += sign === '~' ? cell(' ') : cell(sign);
    const wide = NARROW.has(sign) ? 4 : 13;
    const left = Math.round((from + x - wide) / 2);
    if (sign !== '~') bars.push([left, left + wide]);
    return { text: sign === '~' ? ' ' : sign, from: left, to: left + wide, probability: 1 };
  });
  const pixels = new Uint8Array((x + 10) * HEIGHT).fill(255);
  for (const [from, to] of bars)
    for (let y = 9; y < 9 + INK_HEIGHT; y++) pixels.fill(0, y * (x + 10) + from, y * (x + 10) + to);
  const ink = inkOf({ width: x + 10, height: HEIGHT, pixels });
  return withoutFalseSpaces(letters, ink, 1)
    .map(({ text }) => text)
    .join('');
}

const typewriter = () => 20;
const proportional = (letter: string) => (letter === ' ' ? SPACE_PX : NARROW.has(letter) ? 7 : 16);

test('a gap around a narrow letter of typewriter print is no space', () => {
  assert.equal(readOf('con_f_f_i_les', typewriter), 'conffiles');
});

test('a space of typewriter print stays, for it is as wide as a letter', () => {
  assert.equal(readOf('chmod~files~in~list', typewriter), 'chmod files in list');
});

test('a space of proportional print stays', () => {
  assert.equal(readOf('it~will~be~felt', proportional), 'it will be felt');
});

test('a space stays where a word of proportional print is followed by one of typewriter print', () => {
  const mixed = (letter: string) => (/[A-Z ]/.test(letter) ? 13 : 20);
  assert.equal(readOf('CALL~dpkgfilelist', mixed), 'CALL dpkgfilelist');
});

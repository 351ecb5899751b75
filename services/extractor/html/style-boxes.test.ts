import assert from 'node:assert/strict';
import { test } from 'node:test';
import { inCpuTime } from '../../../tests/support/cpu-time.ts';
import { outline } from './outline.test-support.ts';

/** The lines of a page with this style sheet. */
const read = (sheet: string, body: string): string[] => outline(`<style>${sheet}</style>${body}`);

test('of several values of display the last counts, whatever names browsers had before', () => {
  const prefixed = 'display:-webkit-box;display:-webkit-flex;display:-ms-flexbox;display:flex';
  const row = '<div class=r><span>Top</span><span>Plans</span></div>';
  assert.deepEqual(read(`.r{${prefixed}}`, row), ['paragraph Top Plans']);
  assert.deepEqual(read('.r{display:flex;display:block}', row), ['paragraph TopPlans']);
  const styled = '<div style="display:-webkit-box;display:flex"><span>Top</span><span>Plans</span></div>';
  assert.deepEqual(outline(styled), ['paragraph Top Plans']);
});

test('selectors with attributes are followed, as frameworks write them for sheets of one component', () => {
  const body = '<p>One<small class=c data-v-7ba5bd90>Two</small><small class=c>Three</small></p>';
  assert.deepEqual(read('.c[data-v-7ba5bd90]{display:block}', body), [
    'paragraph One',
    'paragraph Two',
    'paragraph Three',
  ]);
  assert.deepEqual(read('.c[data-x]{display:block}', body), ['paragraph OneTwoThree']);
  assert.deepEqual(read('small[class="c"]{display:block}', '<p>a<small class=c>b</small></p>'), [
    'paragraph a',
    'paragraph b',
  ]);
});

test('rules for all children, within weightless brackets, layers and screens of any kind are followed', () => {
  const row = '<div class=m><span><i>By</i><b>Ada</b></span><span>May</span></div>';
  assert.deepEqual(read('.m{display:flex}.m>*{display:inline-flex}', row), ['paragraph By Ada May']);
  // The grandchildren of `.m` are not flex containers.
  assert.deepEqual(read('.m>*{display:flex}', '<div class=m><p><i><b>a</b><b>b</b></i></p></div>'), [
    'paragraph ab',
  ]);
  assert.deepEqual(read(':where(.m){display:flex}', row), ['paragraph ByAda May']);
  assert.deepEqual(read('@layer base{i{color:red}.m{display:flex}}', row), ['paragraph ByAda May']);
  assert.deepEqual(read('@media screen{.m{display:flex}}i{color:red}', row), ['paragraph ByAda May']);
  assert.deepEqual(read('@media (max-width:9px){.m{display:flex}}', row), ['paragraph ByAdaMay']);
});

test(
  'a selector of blanks and blocks that never end are read in the time of their length',
  inCpuTime(3_000, () => {
    const sheets = [
      `a${' '.repeat(200_000)}b*{display:block}`,
      '@layer{'.repeat(100_000),
      ':where(.a'.repeat(50_000),
    ];
    for (const sheet of sheets) assert.deepEqual(read(sheet, '<p>One</p>'), ['paragraph One']);
  }),
);

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { inCpuTime } from '../../../tests/support/cpu-time.ts';
import { CEILINGS } from '../format.ts';
import { sniffHtml } from '../formats/html/sniff.ts';
import { htmlBlocks } from './blocks.ts';

/** Each of these pages took half a minute to an hour when it was searched again for each of its signs. */
const SIGNS = 400_000;
const LINEAR_MS = 10_000;

for (const [what, page, blocks] of [
  ['tags of noscript that never end', `<p>One</p>${'<noscript '.repeat(SIGNS / 10)}`, 1],
  ['signs that begin no tag in noscript', `<p>One</p><noscript>${'<'.repeat(SIGNS)}`, 2],
  ['white space inside a formula', `<p><math><mi>One${' '.repeat(SIGNS)}two</mi></math></p>`, 1],
  ['styles that name a list again and again', `<p style="${';mso-list:x'.repeat(SIGNS / 10)}">One</p>`, 1],
  [
    'lists of Google Docs below one whose last item stands before much else',
    `<ol class=lst-kix_a-0><li>One</li>${'<b></b>'.repeat(SIGNS / 4)}</ol>${'<ol class=lst-kix_a-1><li>two</ol>'.repeat(SIGNS / 20)}`,
    1,
  ],
] as const)
  test(
    `a page of ${what} is read in the time of its length`,
    inCpuTime(LINEAR_MS, () => {
      assert.equal(htmlBlocks(page, CEILINGS).blocks.length, blocks);
    }),
  );

test(
  'what begins with one long name is told to be no page in the time of its length',
  inCpuTime(LINEAR_MS, () => {
    assert.equal(sniffHtml(`<T${'G'.repeat(SIGNS)}`), 0);
    assert.equal(sniffHtml('<svg:html xmlns="http://www.w3.org/1999/xhtml">'), 1);
  }),
);

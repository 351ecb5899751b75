import assert from 'node:assert/strict';
import { test } from 'node:test';
import { CEILINGS } from '../format.ts';
import { htmlBlocks } from './blocks.ts';
import { outline } from './outline.test-support.ts';

const escaped = (text: string): string => text.replaceAll('&', '&amp;').replaceAll('"', '&quot;');
const frame = (page: string): string => `<iframe srcdoc="${escaped(page)}">for old browsers</iframe>`;

test('a frame whose page stands in the page is read in its place, and so are frames inside it', () => {
  const inner = `<title>No</title><style>p{}</style><p>first${frame('<h2>Inner</h2><p>deep &amp; safe')}<p>last`;
  assert.deepEqual(outline(`<p>before${frame(inner)}<p>after`), [
    'paragraph before',
    'paragraph first',
    'h2 Inner',
    'paragraph deep & safe',
    'paragraph last',
    'paragraph after',
  ]);
});

test('frames of other pages and hidden ones are not read', () => {
  const hidden = frame('<p>secret').replace('<iframe', '<iframe hidden');
  assert.deepEqual(outline(`<iframe src=x>old</iframe>${hidden}<p>after`), ['paragraph after']);
});

test('frames share the ceiling of elements, and only so many are opened', () => {
  const pages = frame('<p>a</p>'.repeat(400)).repeat(5);
  assert.throws(() => htmlBlocks(pages, { ...CEILINGS, elements: 2_000 }), /grows beyond/);
  assert.equal(outline(frame('<p>x').repeat(300)).length, 200);
});

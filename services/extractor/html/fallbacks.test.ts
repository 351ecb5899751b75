import assert from 'node:assert/strict';
import { test } from 'node:test';
import { outline } from './outline.test-support.ts';

const ARTICLE = `<h1>Minutes</h1><p>The board met on Monday and agreed on the harvest. ${'Apples, pears and quinces were weighed, one after another, by Ben. '.repeat(3)}</p>`;
const MENU = '<p>Home of the orchard, its people, and the shop where you can buy what grew there.</p>'.repeat(
  40,
);

test('text that stands in noscript is read in its place where the page tells it nowhere else, however much the page says beside it', () => {
  const page = `<body><p>before</p><noscript>${ARTICLE}</noscript><p>after</p>${MENU}</body>`;
  const kinds = outline(page).slice(0, 4);
  assert.deepEqual(
    kinds.map(line => line.slice(0, 21)),
    ['paragraph before', 'h1 Minutes', 'paragraph The board m', 'paragraph after'],
  );
});

test('text in noscript that the page tells as well is read once', () => {
  const page = `<body>${ARTICLE}<noscript>${ARTICLE}</noscript></body>`;
  assert.equal(outline(page).length, 2);
});

test('pleas to enable scripts, pixels, styles and frames in noscript are not read beside the page', () => {
  const plea = `${'To see all offers, please enable JavaScript in your browser, or use another one. '.repeat(4)}`;
  const others =
    '<noscript><img alt="" src="p.gif"></noscript><noscript><iframe src="https://example.org/ns.html"></iframe></noscript>' +
    `<noscript>&lt;img src="${'a'.repeat(200)}.jpg" alt=""&gt;</noscript>` +
    `<noscript><style>${'body { animation: none } '.repeat(20)}</style></noscript>`;
  assert.deepEqual(
    outline(`<body>${MENU}<noscript>${plea}</noscript>${others}</body>`),
    outline(`<body>${MENU}</body>`),
  );
});

test('noscript in a head ends no head', () => {
  const head = `<title>Orchard</title><noscript>${ARTICLE}</noscript><link rel="stylesheet" href="a.css">`;
  assert.deepEqual(outline(`<html><head>${head}</head><body><p>Seen.</p></body></html>`).slice(-1), [
    'paragraph Seen.',
  ]);
});

import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { Element } from '../../schemas/api.ts';
import { byPage, renderHtml } from './html.ts';

const element = (fields: Partial<Element> & Pick<Element, 'type'>): Element => ({
  text: '',
  page: null,
  offset: 0,
  bbox: null,
  ...fields,
});

describe('HTML of elements', () => {
  test('text is escaped, lines are kept', () => {
    const html = renderHtml([element({ type: 'paragraph', text: 'a < b\n"c"' })]);
    assert.match(html, /<p>a &lt; b<br \/>&quot;c&quot;<\/p>/);
  });

  test('headings have their level, code its lines, tables their own HTML', () => {
    const elements = [
      element({ type: 'heading', level: 3, text: 'Costs' }),
      element({ type: 'code', text: 'if (a < b)\n  c' }),
      element({ type: 'table', html: '<table></table>' }),
    ];
    assert.match(
      renderHtml(elements),
      /<body><h3>Costs<\/h3>\n<pre>if \(a &lt; b\)\n {2}c<\/pre>\n<table><\/table>\n<\/body>/,
    );
  });

  test('lists are nested', () => {
    const inner = element({
      type: 'list',
      ordered: true,
      items: [element({ type: 'list_item', text: 'b' })],
    });
    const list = element({
      type: 'list',
      ordered: false,
      items: [element({ type: 'list_item', text: 'a', items: [inner] })],
    });
    assert.match(renderHtml([list]), /<ul><li>a<ol><li>b<\/li><\/ol><\/li><\/ul>/);
  });

  test('metadata stands in the head, escaped', () => {
    assert.match(
      renderHtml([], { metadata: { 'Content-Type': 'a"b' } }),
      /<meta name="Content-Type" content="a&quot;b" \/>/,
    );
  });

  test('pages are parted, and what has none is not', () => {
    const elements = [1, 1, 2].map(page => element({ type: 'heading', level: 2, text: `on ${page}`, page }));
    assert.deepEqual(
      byPage(elements).map(({ page, elements: on }) => [page, on.length]),
      [
        [1, 2],
        [2, 1],
      ],
    );
    assert.equal(renderHtml(elements, { pages: true }).split('<div class="page">').length, 3);
    assert.doesNotMatch(renderHtml([element({ type: 'paragraph', text: 'x' })], { pages: true }), /<div/);
  });
});

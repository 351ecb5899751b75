import assert from 'node:assert/strict';
import { test } from 'node:test';
import { outline } from './outline.test-support.ts';

test('what React streams behind a page stands where its scripts put it', () => {
  const page =
    '<h1>Shop</h1><!--$?--><template id="B:0"></template><p>Loading <!--$-->all<!--/$--></p><!--/$--><p>Foot</p>' +
    '<div hidden id="S:0"><h2>List</h2><p>Ten <template id="P:1"></template> here</p></div>' +
    '<script>$RC=function(b,c){};$RC("B:0","S:0")</script><div hidden id="S:1"><b>things</b></div>' +
    '<script>$RS("S:1","P:1")</script><div hidden id="S:9">No script moves this</div>';
  assert.deepEqual(outline(page), ['h1 Shop', 'h2 List', 'paragraph Ten things here', 'paragraph Foot']);
});

test('a place is filled once, whatever the scripts say', () => {
  const moves = Array.from({ length: 50 }, (_, at) => `$RC("B:0","S:${at % 2}");`).join('');
  const parts = '<div hidden id="S:0"><p>One</p></div><div hidden id="S:1"><p>Two</p></div>';
  assert.deepEqual(
    outline(`<h1>Top</h1><template id="B:0"></template><p>Foot</p>${parts}<script>${moves}</script>`),
    ['h1 Top', 'paragraph One', 'paragraph Foot'],
  );
});

test('a part that would be put into itself stays where it is', () => {
  const page =
    '<p>One</p><div id="S:0">Two<template id="B:0"></template></div><script>$RC("B:0","S:0")</script>';
  assert.deepEqual(outline(page), ['paragraph One', 'paragraph Two']);
});

test('a declared shadow tree is read in the place of its element, with the children in its slots', () => {
  const inner = '<x-row><template shadowrootmode=open><i>Row: <slot></slot></i></template>';
  const card =
    `<x-card><template shadowrootmode="open"><style>p{}</style><h2><slot name=title>No title</slot></h2>${inner}<slot></slot>` +
    '</x-row><slot name=foot>No foot</slot></template>\n<p>Light</p><b slot=title>Heads</b><i slot=none>Unseen</i></x-card>';
  assert.deepEqual(outline(`${card}<template><p>Kept for scripts</p></template>`), [
    'h2 Heads',
    'paragraph Row:',
    'paragraph Light',
    'paragraph No foot',
  ]);
});

test('shadow trees are read under the names that browsers and savers of pages gave them, too', () => {
  for (const name of ['shadowmode', 'shadowroot']) {
    const page = `<x-card><template ${name}="open"><p>Own</p><slot></slot></template><p>Light</p></x-card>`;
    assert.deepEqual(outline(page), ['paragraph Own', 'paragraph Light']);
  }
});

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { outline, p } from './odf.test-support.ts';

test('a table on a slide is no picture beside, and the notes have no number and date of their own', async () => {
  const table = `<table:table><table:table-row><table:table-cell>${p('a')}</table:table-cell></table:table-row></table:table>`;
  const number = `<draw:frame presentation:class="page-number"><draw:text-box>${p('&lt;number&gt;')}</draw:text-box></draw:frame>`;
  const body = `<draw:page><draw:frame>${table}<draw:image xlink:href="Pictures/1.svm"/></draw:frame><presentation:notes>${number}<draw:frame presentation:class="notes"><draw:text-box>${p('say')}</draw:text-box></draw:frame></presentation:notes></draw:page>`;
  assert.deepEqual(await outline(body, { kind: 'presentation' }), ['table a', 'paragraph say']);
});

test('slides give their title first and their notes last, without number and date', async () => {
  const frame = (role: string, text: string) =>
    `<draw:frame presentation:class="${role}"><draw:text-box>${p(text)}</draw:text-box></draw:frame>`;
  const body = `<draw:page>${frame('outline', 'point')}${frame('title', 'Plan')}${frame('page-number', '1')}<presentation:notes>${frame('notes', 'say hello')}</presentation:notes></draw:page>`;
  assert.deepEqual(await outline(body, { kind: 'presentation' }), [
    'h1 Plan',
    'paragraph point',
    'paragraph say hello',
  ]);
});

test('footers of slides are told once, in their own words or in those that the deck declares', async () => {
  const own = `<draw:frame presentation:class="footer"><draw:text-box>${p('Acme Ltd')}</draw:text-box></draw:frame>`;
  const field =
    '<draw:frame presentation:class="footer"><draw:text-box><text:p><presentation:footer/></text:p></draw:text-box></draw:frame>';
  const declaration =
    '<presentation:footer-decl presentation:name="f">Confidential</presentation:footer-decl>';
  const slide = (content: string) =>
    `<draw:page presentation:use-footer-name="f"><draw:frame><draw:text-box>${p('point')}</draw:text-box></draw:frame>${content}</draw:page>`;
  const body = declaration + slide(field) + slide(own) + slide(field + own);
  assert.deepEqual(await outline(body, { kind: 'presentation' }), [
    ...['paragraph point', 'paragraph Confidential', 'paragraph point', 'paragraph Acme Ltd'],
    'paragraph point',
  ]);
});

test('comments of slides are read under the name that LibreOffice gives them', async () => {
  const comment = `<officeooo:annotation><dc:creator>Ada</dc:creator><dc:date>2026-01-01</dc:date>${p('Two minutes')}</officeooo:annotation>`;
  const title = `<draw:frame presentation:class="title"><draw:text-box>${p('Plan')}</draw:text-box></draw:frame>`;
  assert.deepEqual(await outline(`<draw:page>${title}${comment}</draw:page>`, { kind: 'presentation' }), [
    'h1 Plan',
    'paragraph Two minutes',
  ]);
});

test('the number of a slide is left out of boxes that do not say what they are, words beside it are not', async () => {
  const box = (text: string) => `<draw:frame><draw:text-box>${p(text)}</draw:text-box></draw:frame>`;
  const number = '<text:page-number>7</text:page-number>';
  const body = `<draw:page>${box('point')}${box(number)}${box(`Page ${number}`)}${box(`Acme ${number}`)}${box('7')}</draw:page>`;
  assert.deepEqual(await outline(body, { kind: 'presentation' }), [
    'paragraph point',
    'paragraph Acme 7',
    'paragraph 7',
  ]);
});

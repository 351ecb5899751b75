import assert from 'node:assert/strict';
import { test } from 'node:test';
import { outline, p } from './odf.test-support.ts';

const masters = (content: string) =>
  `<office:master-styles><style:master-page><style:header>${content}</style:header></style:master-page></office:master-styles>`;
const sheet = `<table:table table:name="Sales"><table:table-row><table:table-cell>${p('sold')}</table:table-cell></table:table-row></table:table>`;
const name = '<text:sheet-name>???</text:sheet-name>';
const title = '<text:title>???</text:title>';
const now = '<text:date>00.00.0000</text:date>, <text:time>00:00:00</text:time>';

test('printed heads of sheets keep what their author wrote, without names, dates and times that are set in print', async () => {
  const head = `<style:region-left>${p(`${name} (${title})`)}${p(`Acme Ltd ${name}`)}</style:region-left>${p(now)}${p(name)}`;
  assert.deepEqual(await outline(sheet, { kind: 'spreadsheet', styles: masters(head) }), [
    'h1 Sales',
    'table sold',
    'paragraph Acme Ltd',
  ]);
});

test('heads of texts keep their fields', async () => {
  const head = p('<text:title>Report</text:title> of <text:date>1 May</text:date>');
  assert.deepEqual(await outline(p('body'), { styles: masters(head) }), [
    'paragraph body',
    'paragraph Report of 1 May',
  ]);
});

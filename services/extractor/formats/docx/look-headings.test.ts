import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type Beside, blocksOf, p, styled } from './docx.test-support.ts';

const run = (text: string, properties: string): string =>
  `<w:p><w:r><w:rPr>${properties}</w:rPr><w:t>${text}</w:t></w:r></w:p>`;
const bold = (text: string): string => run(text, '<w:b/>');
const sized = (text: string, points: number): string => run(text, `<w:sz w:val="${points * 2}"/>`);
const prose = (): string => p('The members met at noon and spoke about the harvest of the year. '.repeat(4));

async function headingsOf(body: string, beside: Beside = {}): Promise<[number, string][]> {
  const blocks = await blocksOf(body, beside);
  return blocks.flatMap((block): [number, string][] =>
    block.kind === 'heading' ? [[block.level, block.text]] : [],
  );
}

test('where no heading style is used, short lines in bold or large letters above text are headings', async () => {
  const body = sized('Annual report', 24) + prose() + bold('Harvest') + prose() + bold('Outlook') + prose();
  assert.deepEqual(await headingsOf(body), [
    [1, 'Annual report'],
    [2, 'Harvest'],
    [2, 'Outlook'],
  ]);
});

test('a single heading style in use says that bold lines are none', async () => {
  const styles = '<w:style w:type="paragraph" w:styleId="H"><w:name w:val="heading 1"/></w:style>';
  const body = styled('Report', 'H') + prose() + bold('Harvest') + prose() + bold('Outlook') + prose();
  assert.deepEqual(await headingsOf(body, { styles }), [[1, 'Report']]);
});

test('bold that comes with the paragraph style counts, and a run can take it away', async () => {
  const styles =
    '<w:style w:type="paragraph" w:styleId="S"><w:name w:val="Strong line"/><w:rPr><w:b/></w:rPr></w:style>';
  const off =
    '<w:p><w:pPr><w:pStyle w:val="S"/></w:pPr><w:r><w:rPr><w:b w:val="0"/></w:rPr><w:t>Plain</w:t></w:r></w:p>';
  const body = styled('Harvest', 'S') + prose() + off + prose() + styled('Outlook', 'S') + prose();
  assert.deepEqual(await headingsOf(body, { styles }), [
    [1, 'Harvest'],
    [1, 'Outlook'],
  ]);
});

test('sections are a level below their chapters by their numbers', async () => {
  const body = ['1. Aims', '1.1 Scope', '2. Means'].map(text => bold(text) + prose()).join('');
  assert.deepEqual(await headingsOf(body), [
    [1, '1. Aims'],
    [2, '1.1 Scope'],
    [1, '2. Means'],
  ]);
});

test('a tab may part a title from its number', async () => {
  const body = ['1.\tAims', '1.1\tScope', '2.\tMeans\t7'].map(text => bold(text) + prose()).join('');
  assert.deepEqual(await headingsOf(body), [
    [1, '1. Aims'],
    [2, '1.1 Scope'],
  ]);
});

test('no label with its value, no sentence, no typed bullet, no leaders and nothing with text beside it is a heading', async () => {
  const lines = [
    'Date: 2 October',
    'All were present.',
    '• Minutes approved',
    'Name\tAnna',
    '1 Aims ...... 3',
    'Signed ____',
  ];
  assert.deepEqual(await headingsOf(lines.map(text => bold(text) + prose()).join('')), []);
});

test('the caption of a table is no heading, as a line of other words above one is', async () => {
  const table = `<w:tbl><w:tr><w:tc>${p('a')}</w:tc><w:tc>${p('1')}</w:tc></w:tr></w:tbl>`;
  const captions = ['Table 1: Members by age', 'Таблица 2 – Состав', '表3-1 计划', 'جدول ٤'];
  const body = ['Week 1', ...captions, 'Week 2'].map(text => bold(text) + table).join(prose());
  assert.deepEqual(await headingsOf(body), [
    [1, 'Week 1'],
    [1, 'Week 2'],
  ]);
  assert.deepEqual(
    await headingsOf(table + bold('Table 1') + prose() + table + bold('Table 2') + prose()),
    [],
  );
});

test('many bold lines in a row are a letterhead or a form', async () => {
  const form = ['Name', 'Street', 'Town', 'Country'].map(bold).join('');
  assert.deepEqual(await headingsOf(prose() + form + prose()), []);
});

test('where most is bold, bold says nothing', async () => {
  const body = ['Harvest', 'Outlook'].map(
    text => bold(text) + run('All of this is bold. '.repeat(9), '<w:b/>'),
  );
  assert.deepEqual(await headingsOf(body.join('')), []);
});

test('one bold line within the text may be anything, and one with nothing below it too', async () => {
  assert.deepEqual(await headingsOf(prose() + bold('Nota bene') + prose()), []);
  assert.deepEqual(await headingsOf(prose() + sized('The end', 30)), []);
});

test('the first heading under a long title page is one where others look like it', async () => {
  const title = ['Ministry', 'Office', 'Programme', 'Instructions'].map(bold).join('');
  const body = title + bold('I. Aims') + prose() + bold('II. Means') + prose() + bold('III. Ends') + prose();
  assert.deepEqual(
    (await headingsOf(body)).map(([, text]) => text),
    ['I. Aims', 'II. Means', 'III. Ends'],
  );
});

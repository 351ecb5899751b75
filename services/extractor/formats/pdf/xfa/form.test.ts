import assert from 'node:assert/strict';
import { test } from 'node:test';
import { builtPdf, parsed, text } from '../built-pdf.fixture.ts';

const PLACEHOLDER = text(72, 700, 'Please wait... Your viewer may not be able to display this document.');

/** A file whose only page asks for another viewer, with a form that is described in XFA. */
function dynamicForm(body: string, data: string): Uint8Array {
  const template = `<template xmlns="http://www.xfa.org/schema/xfa-template/3.3/"><subform name="form" layout="tb">
    <pageSet><pageArea><contentArea x="36pt" y="60pt" w="540pt" h="680pt"/><medium short="612pt" long="792pt"/>
      <draw x="36pt" y="20pt" w="300pt" h="14pt"><value><text>Harbour Office</text></value></draw></pageArea></pageSet>
    ${body}</subform></template>`;
  const datasets = `<xfa:datasets xmlns:xfa="http://www.xfa.org/schema/xfa-data/1.0/"><xfa:data><form>${data}</form></xfa:data></xfa:datasets>`;
  const stream = (number: number, xml: string) =>
    `${number} 0 obj <</Length ${Buffer.byteLength(xml)}>> stream\n${xml}\nendstream endobj\n`;
  const catalogue =
    '/NeedsRendering true /AcroForm <</Fields [] /XFA [(xdp:xdp) 109 0 R (template) 110 0 R (datasets) 111 0 R (/xdp:xdp) 112 0 R]>>';
  const packets =
    stream(109, '<xdp:xdp xmlns:xdp="http://ns.adobe.com/xdp/">') +
    stream(110, template) +
    stream(111, datasets) +
    stream(112, '</xdp:xdp>');
  const file = Buffer.from(builtPdf([PLACEHOLDER], { catalogue })).toString('latin1');
  return Buffer.from(file.replace('trailer', `${packets}trailer`), 'latin1');
}

const field = (name: string, caption: string, ui: string, more = '') =>
  `<field name="${name}" w="200pt" h="18pt" ${more}><ui>${ui}</ui><caption reserve="80pt"><value><text>${caption}</text></value></caption></field>`;

test('a form that only XFA describes is read with what was filled in, not the page that asks to wait', async () => {
  const body = `<draw w="400pt" h="16pt"><value><text>Berth application</text></value></draw>
    ${field('owner', 'Owner', '<textEdit/>')}${field('boat', 'Boat', '<textEdit/>')}`;
  const { blocks, pages, warnings } = await parsed(dynamicForm(body, '<owner>Ada Lovelace</owner><boat/>'));
  assert.deepEqual(
    blocks.map(block => 'text' in block && block.text),
    ['Harbour Office', 'Berth application', 'Owner Ada Lovelace', 'Boat'],
  );
  assert.deepEqual([pages, warnings], [1, []]);
});

test('of an XFA form boxes say whether they are ticked, choices their names; what is hidden is not read', async () => {
  const options =
    '<items><text>Sail</text><text>Motor</text></items><items save="1"><text>S</text><text>M</text></items>';
  const body = `<field name="kind" w="200pt" h="18pt"><ui><choiceList/></ui><caption reserve="80pt"><value><text>Kind</text></value></caption>${options}</field>
    <field name="paid" w="200pt" h="18pt"><ui><checkButton/></ui><caption placement="right" reserve="80pt"><value><text>Paid</text></value></caption><items><text>1</text><text>0</text></items></field>
    <field name="crew" w="200pt" h="18pt"><ui><checkButton/></ui><caption placement="right" reserve="80pt"><value><text>Crewed</text></value></caption><items><text>1</text><text>0</text></items></field>
    ${field('inner', 'Internal', '<textEdit/>', 'presence="invisible"')}`;
  const { blocks } = await parsed(
    dynamicForm(body, '<kind>M</kind><paid>1</paid><crew>0</crew><inner>x</inner>'),
  );
  assert.deepEqual(
    blocks.slice(1).map(block => 'text' in block && block.text),
    ['Kind Motor', '☒ Paid', '☐ Crewed'],
  );
});

test('what an XFA form places side by side is read along its rows, and its tables are tables', async () => {
  const cell = (words: string) => `<draw h="16pt"><value><text>${words}</text></value></draw>`;
  const placed = (x: number, y: number, words: string) =>
    `<draw x="${x}pt" y="${y}pt" w="100pt" h="16pt"><value><text>${words}</text></value></draw>`;
  const body = `<subform layout="position" w="540pt" h="60pt">${placed(200, 0, 'Second')}${placed(0, 30, 'Third')}${placed(0, 1, 'First')}</subform>
    <subform layout="table" columnWidths="100pt 100pt">
      <subform layout="row">${cell('Mooring')}${cell('Price')}</subform>
      <subform layout="row">${cell('North quay')}${cell('120')}</subform></subform>`;
  const { blocks } = await parsed(dynamicForm(body, ''));
  assert.deepEqual(
    blocks.slice(1, 4).map(block => 'text' in block && block.text),
    ['First', 'Second', 'Third'],
  );
  const table = blocks[4];
  assert.ok(table?.kind === 'table');
  assert.deepEqual(
    table.rows.map(row => row.map(({ text }) => text)),
    [
      ['Mooring', 'Price'],
      ['North quay', '120'],
    ],
  );
});

test('a form whose XFA description is broken is read as it is drawn, with a warning', async () => {
  const file = Buffer.from(dynamicForm('', '')).toString('latin1').replace('<template', '<templat3');
  const { blocks, warnings } = await parsed(Buffer.from(file, 'latin1'));
  assert.match(blocks.map(block => 'text' in block && block.text).join(), /Please wait/);
  assert.deepEqual(warnings, [{ code: 'form-not-read', page: null }]);
});

test('an XFA form without a list of fonts is read, with texts that have no height of their own', async () => {
  const caption = '<caption><value><text>Owner</text></value></caption>';
  const body = `<draw w="400pt"><font typeface="Arial"/><value><text>Berth application</text></value></draw>
    <field name="owner" w="200pt"><ui><textEdit/></ui>${caption}</field>`;
  const { blocks, warnings } = await parsed(dynamicForm(body, '<owner>Ada Lovelace</owner>'));
  assert.deepEqual(
    blocks.map(block => 'text' in block && block.text),
    ['Harbour Office', 'Berth application', 'Owner Ada Lovelace'],
  );
  assert.deepEqual(warnings, []);
});

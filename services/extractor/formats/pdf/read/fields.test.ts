import assert from 'node:assert/strict';
import { test } from 'node:test';
import { builtPdf, parsed, text } from '../built-pdf.fixture.ts';

const widget = (rect: string, entries: string) =>
  `<</Type /Annot /Subtype /Widget /Rect [${rect}] ${entries}>>`;

async function textsOf(content: string, ...annotations: string[]): Promise<string[]> {
  const page = `/Annots [${annotations.join(' ')}]`;
  const { blocks } = await parsed(builtPdf([content], { page }));
  return blocks.map(block => ('text' in block ? block.text : block.kind));
}

test('what was typed into a field is read beside its label, though the file draws nothing for it', async () => {
  const field = widget('160 696 300 712', '/FT /Tx /V (Ada Lovelace) /DA (/regular 10 Tf)');
  assert.deepEqual(await textsOf(text(72, 700, 'Name:'), field), ['Name: Ada Lovelace']);
});

test('an option that was chosen is read by the name it shows', async () => {
  const field = widget('160 696 300 712', '/FT /Ch /Ff 131072 /Opt [[(P) (Paris)] [(R) (Rome)]] /V (P)');
  assert.deepEqual(await textsOf(text(72, 700, 'City:'), field), ['City: Paris']);
});

test('of a list the chosen entries are read, not all of them', async () => {
  const field = widget(
    '160 680 300 712',
    '/FT /Ch /Ff 2097152 /Opt [(Ada) (Basic) (Cobol)] /V [(Ada) (Cobol)] /I [0 2]',
  );
  assert.deepEqual(await textsOf('', field), ['Ada Cobol']);
});

test('a box to tick says whether it is ticked, on the side of its label where it stands', async () => {
  const states = '/AP <</N <</Yes 100 0 R /Off 100 0 R>>>>';
  const ticked = widget('140 698 152 710', `/FT /Btn /V /Yes /AS /Yes ${states}`);
  const open = widget('72 668 84 680', `/FT /Btn /AS /Off ${states}`);
  const content = text(72, 700, 'Married') + text(92, 670, 'Retired');
  assert.deepEqual(await textsOf(content, ticked, open), ['Married ☒', '☐ Retired']);
});

test('secrets, hidden fields and comments that pop up are not read', async () => {
  const secret = widget('160 696 300 712', '/FT /Tx /Ff 8192 /V (secret)');
  const hidden = widget('160 666 300 682', '/FT /Tx /F 2 /V (hidden)');
  const comment = '<</Type /Annot /Subtype /Text /Rect [400 700 420 720] /Contents (a remark)>>';
  assert.deepEqual(await textsOf(text(72, 700, 'Password'), secret, hidden, comment), ['Password']);
});

test('text typed on top of a page is read though it brings no appearance', async () => {
  const note =
    '<</Type /Annot /Subtype /FreeText /Rect [72 480 300 500] /Contents (Typed on top) /DA (/regular 10 Tf)>>';
  assert.deepEqual(await textsOf(text(72, 700, 'Printed'), note), ['Printed', 'Typed on top']);
});

test('values of a form in a ruled table stand in their cells', async () => {
  const grid =
    [700, 680, 660].map(y => `72 ${y} m 300 ${y} l S\n`).join('') +
    [72, 160, 300].map(x => `${x} 660 m ${x} 700 l S\n`).join('');
  const content = grid + text(76, 686, 'Name') + text(76, 666, 'City');
  const page = `/Annots [${widget('162 682 298 698', '/FT /Tx /V (Ada)')} ${widget('162 662 298 678', '/FT /Tx /V (Rome)')}]`;
  const [table] = (await parsed(builtPdf([content], { page }))).blocks;
  assert.deepEqual(table?.kind === 'table' && table.rows.map(row => row.map(cell => cell.text)), [
    ['Name', 'Ada'],
    ['City', 'Rome'],
  ]);
});

test('of a group of buttons the one that its group names is ticked', async () => {
  const states = (name: string) => `/AP <</N <</${name} 100 0 R /Off 100 0 R>>>> /AS /Off`;
  const button = (y: number, name: string) =>
    widget(`72 ${y} 84 ${y + 12}`, `/Parent 200 0 R ${states(name)}`);
  const file = Buffer.from(
    builtPdf([text(92, 700, 'By boat') + text(92, 670, 'On foot')], {
      page: `/Annots [${button(698, 'Boat')} ${button(668, 'Foot')}]`,
    }),
  ).toString('latin1');
  const group = '200 0 obj <</FT /Btn /Ff 32768 /T (way) /V /Foot>> endobj\n';
  const { blocks } = await parsed(Buffer.from(file.replace('trailer', `${group}trailer`), 'latin1'));
  const [list] = blocks;
  assert.deepEqual(list?.kind === 'list' && list.items.map(item => item.text), ['☐ By boat', '☒ On foot']);
});

test('a field in a layer that is off is not read', async () => {
  const bytes = builtPdf([text(72, 700, 'Name:')], {
    page: `/Annots [${widget('160 696 300 712', '/FT /Tx /V (hidden) /OC 100 0 R')}]`,
    catalogue: '/OCProperties <</OCGs [100 0 R] /D <</OFF [100 0 R]>> >>',
  });
  assert.deepEqual(
    (await parsed(bytes)).blocks.map(block => 'text' in block && block.text),
    ['Name:'],
  );
});

test('text typed on top of a page in rich text alone is read', async () => {
  const note =
    '<</Type /Annot /Subtype /FreeText /Rect [72 480 300 500] /RC (<body xmlns="http://www.w3.org/1999/xhtml"><p>Typed <b>on top</b></p></body>) /DA (/regular 10 Tf)>>';
  assert.deepEqual(await textsOf(text(72, 700, 'Printed'), note), ['Printed', 'Typed on top']);
});

import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Block } from '../../../../schemas/document.ts';
import { blocksOf, p, root } from './docx.test-support.ts';

const drawing = (content: string) => `<w:p><w:r><w:drawing>${content}</w:drawing></w:r></w:p>`;

const chartOf = (content: string, element = 'c:chart'): Promise<Block[]> =>
  blocksOf(drawing(`<a:graphic><${element} r:id="chart.xml"/></a:graphic>`), {
    parts: [{ name: 'chart.xml', type: 'chart', content }],
  });

const rowsOf = (blocks: Block[]): string[][] =>
  blocks.flatMap(block => (block.kind === 'table' ? block.rows.map(row => row.map(cell => cell.text)) : []));

test('categories of several levels are told from the outer to the inner', async () => {
  const points = (values: Record<number, string>) =>
    Object.entries(values)
      .map(([index, value]) => `<c:pt idx="${index}"><c:v>${value}</c:v></c:pt>`)
      .join('');
  const levels = `<c:lvl>${points({ 0: 'Jan', 1: 'Feb', 2: 'Apr' })}</c:lvl><c:lvl>${points({ 0: 'Q1', 2: 'Q2' })}</c:lvl>`;
  const series = `<c:ser><c:cat><c:multiLvlStrRef><c:multiLvlStrCache>${levels}</c:multiLvlStrCache></c:multiLvlStrRef></c:cat><c:val><c:numRef><c:numCache>${points({ 0: '1', 1: '2', 2: '3' })}</c:numCache></c:numRef></c:val></c:ser>`;
  const content = root(
    'c:chartSpace',
    `<c:chart><c:plotArea><c:barChart>${series}</c:barChart></c:plotArea></c:chart>`,
  );
  const [table] = await chartOf(content);
  assert.deepEqual(table?.kind === 'table' && table.rows.map(row => row[0]?.text), [
    '',
    'Q1 Jan',
    'Q1 Feb',
    'Q2 Apr',
  ]);
});

test('a chart is its title and a table', async () => {
  const cache = (values: string[]) =>
    values.map((value, index) => `<c:pt idx="${index}"><c:v>${value}</c:v></c:pt>`).join('');
  const series = `<c:ser><c:tx><c:strRef><c:strCache>${cache(['Sales'])}</c:strCache></c:strRef></c:tx><c:cat><c:strRef><c:strCache>${cache(['2024', '2025'])}</c:strCache></c:strRef></c:cat><c:val><c:numRef><c:numCache>${cache(['4.4000000000000004', '5'])}</c:numCache></c:numRef></c:val></c:ser>`;
  const content = root(
    'c:chartSpace',
    `<c:chart><c:title><c:tx><c:rich><a:p><a:r><a:t>Growth</a:t></a:r></a:p></c:rich></c:tx></c:title><c:plotArea><c:barChart>${series}</c:barChart></c:plotArea></c:chart>`,
  );
  const blocks = await chartOf(content);
  assert.deepEqual(
    blocks.map(block => block.kind),
    ['paragraph', 'table'],
  );
  const [, table] = blocks;
  assert.deepEqual(table?.kind === 'table' && table.rows.map(row => row.map(cell => cell.text)), [
    ['', 'Sales'],
    ['2024', '4.4'],
    ['2025', '5'],
  ]);
});

test('series with x values of their own have a table of their own, and bubbles their sizes', async () => {
  const values = (name: string, ...texts: string[]) =>
    `<c:${name}><c:numLit>${texts.map((text, index) => `<c:pt idx="${index}"><c:v>${text}</c:v></c:pt>`).join('')}</c:numLit></c:${name}>`;
  const series = (name: string, x: string[], y: string[], rest = '') =>
    `<c:ser><c:tx><c:v>${name}</c:v></c:tx>${x.length > 0 ? values('xVal', ...x) : ''}${values('yVal', ...y)}${rest}</c:ser>`;
  const plot =
    series('A', ['1', '2'], ['5', '6'], values('bubbleSize', '70', '80')) +
    series('B', ['10', '20'], ['7', '8']) +
    series('C', [], ['9', '10']) +
    series('D', ['1'], ['3']);
  const chart = `<c:chart><c:plotArea><c:scatterChart>${plot}</c:scatterChart></c:plotArea></c:chart>`;
  assert.deepEqual(rowsOf(await chartOf(root('c:chartSpace', chart))), [
    ['', 'A', '', 'C', 'D'],
    ['1', '5', '70', '9', '3'],
    ['2', '6', '80', '10', ''],
    ['', 'B'],
    ['10', '7'],
    ['20', '8'],
  ]);
});

test('labels that were typed over the points of a chart follow it, those that repeat or stand for its data do not', async () => {
  const label = (text: string) =>
    `<c:dLbl><c:tx><c:rich><a:p><a:r><a:t>${text}</a:t></a:r></a:p></c:rich></c:tx></c:dLbl>`;
  const labels = ['Record year', 'Record year', '42', '[VALUE]'].map(label).join('');
  const value = '<c:val><c:numLit><c:pt idx="0"><c:v>42</c:v></c:pt></c:numLit></c:val>';
  const series = `<c:ser><c:dLbls>${labels}</c:dLbls>${value}</c:ser>`;
  const content = root(
    'c:chartSpace',
    `<c:chart><c:plotArea><c:barChart>${series}</c:barChart></c:plotArea></c:chart>`,
  );
  const [table, ...labelled] = await chartOf(content);
  assert.equal(table?.kind, 'table');
  assert.deepEqual(labelled, [{ kind: 'paragraph', text: 'Record year', page: null }]);
});

test('dates and percentages of a chart are shown as what they are', async () => {
  const cache = (code: string, value: string) =>
    `<c:numRef><c:numCache><c:formatCode>${code}</c:formatCode><c:pt idx="0"><c:v>${value}</c:v></c:pt></c:numCache></c:numRef>`;
  const series = `<c:ser><c:cat>${cache('m/d/yyyy', '37261')}</c:cat><c:val>${cache('0%', '0.14000000000000001')}</c:val></c:ser>`;
  const plot = `<c:chart><c:plotArea><c:lineChart>${series}</c:lineChart></c:plotArea></c:chart>`;
  assert.deepEqual(rowsOf(await chartOf(root('c:chartSpace', plot))), [
    ['', ''],
    ['2002-01-05', '14%'],
  ]);
});

test('a chart of a newer kind is its title and a table, too', async () => {
  const points = (...values: string[]) =>
    `<cx:lvl>${values.map((value, index) => `<cx:pt idx="${index}">${value}</cx:pt>`).join('')}</cx:lvl>`;
  const data = `<cx:chartData><cx:data id="0"><cx:strDim type="cat">${points('Start', 'Loss')}</cx:strDim><cx:numDim type="val">${points('100', '-40')}</cx:numDim></cx:data></cx:chartData>`;
  const title =
    '<cx:title><cx:tx><cx:rich><a:p><a:r><a:t>Bridge</a:t></a:r></a:p></cx:rich></cx:tx></cx:title>';
  const series =
    '<cx:series layoutId="waterfall"><cx:tx><cx:txData><cx:v>Profit</cx:v></cx:txData></cx:tx><cx:dataId val="0"/></cx:series>';
  const chart = `<cx:chart>${title}<cx:plotArea><cx:plotAreaRegion>${series}</cx:plotAreaRegion></cx:plotArea></cx:chart>`;
  const blocks = await chartOf(root('cx:chartSpace', data + chart), 'cx:chart');
  assert.equal(blocks[0]?.kind === 'paragraph' && blocks[0].text, 'Bridge');
  assert.deepEqual(rowsOf(blocks), [
    ['', 'Profit'],
    ['Start', '100'],
    ['Loss', '-40'],
  ]);
});

test('the shapes of a locked canvas keep their text', async () => {
  const shape = (text: string) =>
    `<a:sp><a:txSp><a:txBody><a:p><a:r><a:t>${text}</a:t></a:r></a:p></a:txBody></a:txSp></a:sp>`;
  const blocks = await blocksOf(
    drawing(`<a:graphic><a:graphicData>${shape('Writer')}${shape('Reader')}</a:graphicData></a:graphic>`),
  );
  assert.deepEqual(
    blocks.map(block => block.kind === 'paragraph' && block.text),
    ['Writer', 'Reader'],
  );
});

test('what programs write in the place of a description is none', async () => {
  const altOf = async (alt: string) => {
    const picture = `<wp:inline><wp:docPr descr="${alt}"/><a:graphic><pic:pic/></a:graphic></wp:inline>`;
    const [image] = await blocksOf(drawing(picture));
    return image?.kind === 'image' ? image.alt : null;
  };
  assert.equal(
    await altOf('A cat on a couch&#10;&#10;Description automatically generated'),
    'A cat on a couch',
  );
  assert.equal(await altOf('Eine Katze&#10;&#10;Automatisch generierte Beschreibung'), 'Eine Katze');
  assert.equal(await altOf('C:\\Users\\Ann Lee\\My Pictures\\of a cat and its many friends\\cat.jpg'), '');
  assert.equal(await altOf('Picture 1.png'), '');
  assert.equal(
    await altOf('The dialog in which the picture is saved as cat.jpg'),
    'The dialog in which the picture is saved as cat.jpg',
  );
});

test('a line that begins with the number of a figure is the caption of the picture above it or in its own paragraph', async () => {
  const picture =
    '<w:r><w:drawing><wp:inline><wp:docPr descr="a cat"/><pic:pic/></wp:inline></w:drawing></w:r>';
  const body =
    `<w:p>${picture}</w:p><w:p><w:r><w:t>Figure 1: The cat</w:t></w:r></w:p>` +
    `<w:p>${picture}<w:r><w:t>Abb. 2.1 – Die Katze</w:t></w:r></w:p>` +
    `<w:p>${picture}</w:p><w:p><w:r><w:t>Figure 3 shows how it sleeps</w:t></w:r></w:p>` +
    '<w:p><w:r><w:t>Figures matter.</w:t></w:r></w:p>';
  const blocks = await blocksOf(body);
  assert.deepEqual(
    blocks.map(block => (block.kind === 'image' ? `image ${block.caption}` : block.kind)),
    ['image Figure 1: The cat', 'image Abb. 2.1 – Die Katze', 'image null', 'paragraph', 'paragraph'],
  );
});

test('text boxes that the author drew on a chart follow it', async () => {
  const drawn = (kind: string, words: string) =>
    `<cdr:relSizeAnchor><cdr:${kind}><cdr:txBody><a:p><a:r><a:t>${words}</a:t></a:r></a:p></cdr:txBody></cdr:${kind}></cdr:relSizeAnchor>`;
  const shapes = `<c:userShapes xmlns:c="http://schemas.openxmlformats.org/drawingml/2006/chart" xmlns:cdr="http://schemas.openxmlformats.org/drawingml/2006/chartDrawing" xmlns:a="http://schemas.openxmlformats.org/drawingml/2006/main">${drawn('sp', 'before the crisis')}${drawn('sp', '')}</c:userShapes>`;
  const type = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships/chartUserShapes';
  const blocks = await blocksOf(drawing('<a:graphic><c:chart r:id="chart.xml"/></a:graphic>'), {
    parts: [
      { name: 'chart.xml', type: 'chart', content: root('c:chartSpace', '<c:chart/>') },
      { name: 'shapes.xml', type: 'other', content: shapes },
      {
        name: '_rels/chart.xml.rels',
        type: 'other',
        content: `<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships"><Relationship Id="x" Type="${type}" Target="shapes.xml"/></Relationships>`,
      },
    ],
  });
  assert.deepEqual(
    blocks.map(block => 'text' in block && block.text),
    ['before the crisis'],
  );
});

test('a picture whose author wrote only a title is described by it', async () => {
  const picture = (attributes: string) =>
    drawing(`<wp:inline><wp:docPr ${attributes}/><a:graphic><pic:pic/></a:graphic></wp:inline>`);
  const blocks = await blocksOf(
    picture('title="a plan"') + picture('title="Plan" descr="plan of the house"') + picture('descr="x.png"'),
  );
  assert.deepEqual(
    blocks.map(block => block.kind === 'image' && block.alt),
    ['a plan', 'plan of the house', ''],
  );
});

test('drawings that are hidden in Word’s list of shapes are not read', async () => {
  const picture = (attributes: string) =>
    drawing(`<wp:inline><wp:docPr ${attributes}/><a:graphic><pic:pic/></a:graphic></wp:inline>`);
  const blocks = await blocksOf(
    picture('descr="secret" hidden="1"') + picture('descr="a plan" hidden="0"') + p('text'),
  );
  assert.deepEqual(
    blocks.map(block => (block.kind === 'image' ? block.alt : 'text' in block && block.text)),
    ['a plan', 'text'],
  );
});

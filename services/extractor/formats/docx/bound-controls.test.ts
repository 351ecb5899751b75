import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type Beside, blocksOf, p } from './docx.test-support.ts';

const STORE = '{0F9D0A2C-3A52-4A5B-9D0C-0123456789AB}';
const DATA = `<o:order xmlns:o="urn:order" number="4711"><o:customer><o:name>Ada &amp; Co</o:name><o:address>One Street
Two Town</o:address><o:empty/></o:customer><o:item>first</o:item><o:item>second</o:item></o:order>`;
const beside: Beside = {
  parts: [
    { name: 'data.xml', type: 'customXml', content: DATA },
    {
      name: '_rels/data.xml.rels',
      type: 'none',
      content: `<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships"><Relationship Id="p" Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/customXmlProps" Target="props.xml"/></Relationships>`,
    },
    {
      name: 'props.xml',
      type: 'none',
      content: `<ds:datastoreItem ds:itemID="${STORE.toLowerCase()}" xmlns:ds="http://schemas.openxmlformats.org/officeDocument/2006/customXml"/>`,
    },
  ],
};

const control = (path: string, content: string, kind = '<w:text/>', store = STORE) =>
  `<w:sdt><w:sdtPr>${kind}<w:dataBinding w:prefixMappings="xmlns:o='urn:order'" w:xpath="${path}" w:storeItemID="${store}"/></w:sdtPr><w:sdtContent>${content}</w:sdtContent></w:sdt>`;
const run = (text: string) => `<w:r><w:t>${text}</w:t></w:r>`;
const told = async (body: string) =>
  (await blocksOf(body, beside)).map(block => ('text' in block ? block.text : block.kind));

test('a control of plain text shows the data that it is bound to, not what it held before', async () => {
  const name = control('/o:order[1]/o:customer[1]/o:name[1]', run('Click ') + run('here'));
  assert.deepEqual(await told(`<w:p>${run('To ')}${name}${run('!')}</w:p>`), ['To Ada & Co!']);
  assert.deepEqual(await told(control('/o:order/o:item[2]', p('old') + p('older'))), ['second']);
  assert.deepEqual(await told(`<w:p>${control('/o:order/@number', run('0'))}</w:p>`), ['4711']);
  const lines = '<w:text w:multiLine="1"/>';
  assert.deepEqual(await told(`<w:p>${control('/o:order/o:customer/o:address', run('old'), lines)}</w:p>`), [
    'One Street\nTwo Town',
  ]);
});

test('a control in which nothing stands shows its data, too', async () => {
  const item = '/o:order/o:item[1]';
  assert.deepEqual(
    await told(`<w:p>${run('a ')}${control(item, '<w:r/>')}</w:p>${control(item, '<w:p/>')}`),
    ['a first', 'first'],
  );
});

test('a control shows what it holds where its data are empty, elsewhere, in other words, or not to be found', async () => {
  const paths = [
    '/o:order/o:customer/o:empty',
    '/o:order/o:nobody',
    '/o:order/o:item[3]',
    '//o:item',
    '/o:order',
  ];
  for (const path of paths) assert.deepEqual(await told(control(path, p('held'))), ['held'], path);
  const item = '/o:order/o:item[1]';
  assert.deepEqual(await told(control(item, p('1 May'), '<w:date/>')), ['1 May']);
  assert.deepEqual(await told(control(item, p('held'), '<w:text/>', '{1}')), ['held']);
});

test('thirty thousand controls bound to as many data are read in the time of their number', {
  timeout: 20_000,
}, async () => {
  const numbers = Array.from({ length: 30_000 }, (_, at) => at);
  const attributes = numbers.map(at => `a${at}="of ${at}"`).join(' ');
  const items = numbers.map(at => `<item>${at}</item>`).join('');
  const content = `<all ${attributes}>${items}</all>`;
  const parts = (beside.parts ?? []).map(part => (part.name === 'data.xml' ? { ...part, content } : part));
  const controls = numbers.flatMap(at => [
    control(`/all/item[${at + 1}]`, p('held')),
    control(`/all/@a${at}`, p('held')),
  ]);
  const blocks = await blocksOf(controls.join(''), { ...beside, parts });
  assert.deepEqual(
    blocks.slice(-2).map(block => 'text' in block && block.text),
    ['29999', 'of 29999'],
  );
});

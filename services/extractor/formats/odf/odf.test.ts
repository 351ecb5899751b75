import assert from 'node:assert/strict';
import { test } from 'node:test';
import { inCpuTime } from '../../../../tests/support/cpu-time.ts';
import { buildZip } from '../../archive/zip.test-support.ts';
import { build, lineOf, outline, p, parse, root } from './odf.test-support.ts';

test('headings, paragraphs and white space are as they are shown', async () => {
  const body =
    '<text:h text:outline-level="2">A <text:span>title</text:span></text:h>' +
    p('one<text:s text:c="3"/>two<text:tab/>three<text:line-break/>four\n   five') +
    p('<text:ruby><text:ruby-base>漢字</text:ruby-base><text:ruby-text>かんじ</text:ruby-text></text:ruby>') +
    '<text:tracked-changes><text:deletion><text:p>gone</text:p></text:deletion></text:tracked-changes>';
  assert.deepEqual(await outline(body), [
    'h2 A title',
    'paragraph one   two\tthree\nfour five',
    'paragraph 漢字(かんじ)',
  ]);
});

test('styles tell titles and programs, also through the style they are based on', async () => {
  const styles =
    '<office:styles><style:style style:name="Title" style:family="paragraph"/><style:style style:name="Preformatted_20_Text" style:display-name="Preformatted Text" style:family="paragraph"/></office:styles>';
  const automatic =
    '<style:style style:name="P1" style:family="paragraph" style:parent-style-name="Preformatted_20_Text"/>';
  const body = p('Report', 'Title') + p('if x:', 'P1') + p('<text:s text:c="2"/>run()', 'P1');
  assert.deepEqual(await outline(body, { styles, automatic }), ['h1 Report', 'code if x:\n  run()']);
});

test('lists nest; numbers that counting gives are left out, others stand before their item', async () => {
  const levels =
    '<text:list-level-style-number text:level="1" style:num-format="1" style:num-suffix="."/><text:list-level-style-number text:level="2" style:num-format="a" style:num-suffix=")"/>';
  const automatic = `<text:list-style style:name="N">${levels}</text:list-style><text:list-style style:name="B"><text:list-level-style-bullet text:level="1"/></text:list-style>`;
  const list = (name: string, items: string, more = '') =>
    `<text:list text:style-name="${name}"${more}>${items}</text:list>`;
  const item = (content: string) => `<text:list-item>${content}</text:list-item>`;
  const inner = `<text:list>${item(p('x'))}${item(p('y'))}</text:list>`;
  const body =
    list('N', item(p('one') + inner) + item(p('two'))) +
    p('between') +
    list('N', item(p('three')), ' text:continue-numbering="true"') +
    list('B', item(p('dot')));
  assert.deepEqual(await outline(body, { automatic }), [
    'ordered one > list a) x | b) y | two',
    'paragraph between',
    'list 3. three',
    'list dot',
  ]);
});

const itemOfList = (content: string) => `<text:list-item>${content}</text:list-item>`;
const listOf = (items: string) => `<text:list text:style-name="N">${items}</text:list>`;
const cellOf = (content: string, attributes = '') =>
  `<table:table-cell${attributes}>${content}</table:table-cell>`;
const tableOf = (...rows: string[]) =>
  `<table:table>${rows.map(row => `<table:table-row>${row}</table:table-row>`).join('')}</table:table>`;
const level = (number: number, more = '') =>
  `<text:list-level-style-number text:level="${number}" style:num-format="1" style:num-suffix="."${more}/>`;
const DECIMAL = `<text:list-style style:name="N">${level(1)}${level(2, ' text:display-levels="2"')}</text:list-style>`;

test('what stands between the items of a list keeps its place, and the numbers behind it are told', async () => {
  const body = listOf(
    itemOfList(p('one') + tableOf(cellOf(p('a')) + cellOf(p('b')))) +
      itemOfList(p('two')) +
      itemOfList(p('three')),
  );
  assert.deepEqual(await outline(body, { automatic: DECIMAL }), [
    'ordered one',
    'table a,b',
    'list 2. two | 3. three',
  ]);
});

test('numbers that show the level above are an ordered list inside its item, and are told elsewhere', async () => {
  const inner = (text: string) => listOf(itemOfList(p(text)));
  const body = listOf(itemOfList(p('one') + inner('first')) + itemOfList(p('two') + inner('second')));
  const sideways = listOf(itemOfList(inner('alone')));
  assert.deepEqual(await outline(body + p('between') + sideways, { automatic: DECIMAL }), [
    'ordered one > ordered first | two > ordered second',
    'paragraph between',
    'list 1.1. alone',
  ]);
});

test('bullets and numbers stay before the lines of a cell; a table without text is none', async () => {
  const bullets = `<text:list text:style-name="B">${itemOfList(p('x'))}${itemOfList(p('y'))}</text:list>`;
  const numbers = listOf(itemOfList(p('x')));
  const body = tableOf(cellOf(p('has') + bullets) + cellOf(numbers)) + tableOf(cellOf('') + cellOf(p('')));
  assert.deepEqual(await outline(body, { automatic: DECIMAL }), ['table has\n• x\n• y,1. x']);
});

test('a cell that is said to reach below its table ends with it', async () => {
  const tall = cellOf(p('a'), ' table:number-rows-spanned="9"');
  const { blocks } = await parse(
    build(tableOf(tall + cellOf(p('b')), `<table:covered-table-cell/>${cellOf(p('c'))}`)),
  );
  const [table] = blocks;
  assert.equal(table?.kind === 'table' && table.rows[0]?.[0]?.rowspan, 2);
});

test('tables keep head rows, spans and what their cells hold', async () => {
  const cell = (text: string, attributes = '') =>
    `<table:table-cell${attributes}>${p(text)}</table:table-cell>`;
  const table =
    `<table:table><table:table-column/><table:table-header-rows><table:table-row>${cell('a', ' table:number-columns-spanned="2"')}<table:covered-table-cell/></table:table-row></table:table-header-rows>` +
    `<table:table-row>${cell('1')}<table:table-cell>${p('2')}${p('3')}</table:table-cell></table:table-row></table:table>`;
  const { blocks } = await parse(build(table));
  assert.deepEqual(blocks, [
    {
      kind: 'table',
      page: null,
      rows: [
        [{ text: 'a', colspan: 2, rowspan: 1, header: true }],
        [
          { text: '1', colspan: 1, rowspan: 1, header: false },
          { text: '2\n3', colspan: 1, rowspan: 1, header: false },
        ],
      ],
    },
  ]);
});

test('pictures have their description and caption; charts their data, formulas their source', async () => {
  const image = '<draw:frame><draw:image/><svg:title>A cat</svg:title></draw:frame>';
  const body =
    p(`<draw:frame><draw:text-box>${p(`${image}Figure 1: the cat`)}</draw:text-box></draw:frame>`) +
    p('<draw:frame><draw:object xlink:href="./Object 1"/><draw:image/></draw:frame>') +
    p('<draw:frame><draw:object xlink:href="./Object 2"/></draw:frame>');
  const row = (...texts: string[]) =>
    `<table:table-row>${texts.map(text => `<table:table-cell>${p(text)}</table:table-cell>`).join('')}</table:table-row>`;
  const others = [
    {
      name: 'Object 1/content.xml',
      content: root('document-content', `<table:table>${row('q', 'sold')}${row('1', '7')}</table:table>`),
    },
    {
      name: 'Object 2/content.xml',
      content:
        '<math xmlns="http://www.w3.org/1998/Math/MathML"><semantics><mrow/><annotation encoding="StarMath 5.0">a over b</annotation></semantics></math>',
    },
  ];
  assert.deepEqual(await outline(body, { others }), [
    'image A cat (Figure 1: the cat)',
    'table q,sold | 1,7',
    'paragraph a over b',
  ]);
});

test('notes and comments follow the text, then heads and feet that say something, each once', async () => {
  const note = `<text:note><text:note-citation>1</text:note-citation><text:note-body>${p('a note')}</text:note-body></text:note>`;
  const body = p(`Text${note} goes on<office:annotation>${p('why?')}</office:annotation>`);
  const foot = `<style:footer>${p('Page <text:page-number>1</text:page-number>')}${p('Acme Ltd')}</style:footer>`;
  const styles = `<office:master-styles><style:master-page>${foot}</style:master-page><style:master-page>${foot}</style:master-page></office:master-styles>`;
  assert.deepEqual(await outline(body, { styles }), [
    'paragraph Text[1] goes on',
    'paragraph [1] a note',
    'paragraph why?',
    'paragraph Acme Ltd',
  ]);
});

test('sheets have their name, their tables and repeated cells; dates are in ISO 8601', async () => {
  const cell = (text: string, attributes = '') =>
    `<table:table-cell ${attributes}>${p(text)}</table:table-cell>`;
  const rows =
    `<table:table-row>${cell('day')}${cell('sold')}</table:table-row>` +
    `<table:table-row>${cell('3/1/26', 'office:value-type="date" office:date-value="2026-03-01"')}${cell('4', 'office:value-type="float"')}</table:table-row>` +
    `<table:table-row table:number-rows-repeated="2">${cell('–', 'table:number-columns-repeated="2"')}</table:table-row>` +
    '<table:table-row table:number-rows-repeated="1000000"><table:table-cell table:number-columns-repeated="16000"/></table:table-row>';
  const body = `<table:table table:name="Sales">${rows}</table:table><table:table table:name="Empty"/>`;
  const { blocks, pages } = await parse(build(body, { kind: 'spreadsheet' }));
  assert.deepEqual(blocks.map(lineOf), ['h1 Sales', 'table day,sold | 2026-03-01,4 | –,– | –,–']);
  assert.equal(pages, 2);
});

test('cells without a paragraph show their value; an empty paragraph shows nothing', async () => {
  const cells = [
    'office:value-type="float" office:value="1.5"',
    'office:value-type="percentage" office:value="0.25"',
    'office:value-type="currency" office:value="9.99" office:currency="EUR"',
    'office:value-type="date" office:date-value="2024-02-29T10:11:12.5"',
    'office:value-type="time" office:time-value="-PT30H05M00S"',
    'office:value-type="boolean" office:boolean-value="true"',
    'office:value-type="string" office:string-value="word"',
  ].map(attributes => `<table:table-cell ${attributes}/>`);
  const hidden = '<table:table-cell office:value-type="float" office:value="5"><text:p/></table:table-cell>';
  const body = `<table:table table:name="S"><table:table-row>${cells.join('')}${hidden}</table:table-row></table:table>`;
  assert.deepEqual(await outline(body, { kind: 'spreadsheet' }), [
    'h1 S',
    'table 1.5,25%,9.99 EUR,2024-02-29 10:11:12,-30:05:00,TRUE,word',
  ]);
});

test('cells of a text whose paragraphs are left empty show their value', async () => {
  const cells = [
    'office:value-type="date" office:date-value="2012-02-18T00:00:00.0Z"',
    'office:value-type="float" office:value="500000.00"',
    'office:value-type="string" office:string-value="USD"',
    'office:value-type="string"',
  ].map(attributes => `<table:table-cell ${attributes}><text:p/></table:table-cell>`);
  const told = `<table:table-cell office:value-type="float" office:value="0.5">${p('50 %')}</table:table-cell>`;
  const body = `<table:table><table:table-row>${told}${cells.join('')}</table:table-row></table:table>`;
  assert.deepEqual(await outline(body), ['table 50 %,2012-02-18,500000,USD,']);
});

test('days of SheetJS have no time', async () => {
  const cell =
    '<table:table-cell office:value-type="date" office:date-value="2023-12-31T00:00:00.000Z"><text:p>12/31/23</text:p></table:table-cell>';
  const body = `<table:table table:name="S"><table:table-row>${cell}</table:table-row></table:table>`;
  assert.deepEqual(await outline(body, { kind: 'spreadsheet' }), ['h1 S', 'table 2023-12-31']);
});

test('a shape that is anchored at a cell is no part of what the cell shows', async () => {
  const shape = `<draw:custom-shape>${p('Note')}</draw:custom-shape>`;
  const cell = `<table:table-cell office:value-type="float" office:value="5">${p('5')}${shape}</table:table-cell>`;
  const body = `<table:table table:name="S"><table:table-row>${cell}<table:table-cell>${shape}</table:table-cell></table:table-row></table:table>`;
  assert.deepEqual(await outline(body, { kind: 'spreadsheet' }), [
    ...['h1 S', 'table 5', 'paragraph Note', 'paragraph Note'],
  ]);
});

test('a chart has its titles; levels of its categories are told once, and points that it lacks not at all', async () => {
  const category = `<table:table-cell>${p('Europe DE')}<text:list><text:list-item>${p('Europe')}</text:list-item></text:list></table:table-cell>`;
  const value = (text: string) =>
    `<table:table-cell office:value-type="float" office:value="${text}">${p(text)}</table:table-cell>`;
  const chart =
    `<chart:title>${p('Sales')}</chart:title><chart:plot-area><chart:axis><chart:title>${p('Share')}</chart:title></chart:axis></chart:plot-area>` +
    `<table:table table:name="local"><table:table-row>${category}${value('1')}${value('NaN')}</table:table-row><table:table-row>${category}${value('2')}${value('3')}</table:table-row></table:table>`;
  const others = [{ name: 'Object 1/content.xml', content: root('document-content', chart) }];
  const body = '<text:p><draw:frame><draw:object xlink:href="./Object 1"/></draw:frame></text:p>';
  assert.deepEqual(await outline(body, { others }), [
    ...['paragraph Sales', 'paragraph Share', 'table Europe DE,1, | Europe DE,2,3'],
  ]);
});

test('marks of where a word may be parted are none of its characters', async () => {
  assert.deepEqual(await outline(p('Donau\u00addampf\u00adschiff')), ['paragraph Donaudampfschiff']);
});

test('formulas of OpenOffice are read; an object with rules of its own costs the text a warning', async () => {
  const formula = (doctype: string) =>
    `<?xml version="1.0"?>\n<!DOCTYPE math:math ${doctype}>\n<math:math xmlns:math="http://www.w3.org/1998/Math/MathML"><math:semantics><math:mi>a</math:mi><math:annotation>a over b</math:annotation></math:semantics></math:math>`;
  const objects = {
    o1: 'PUBLIC "-//OpenOffice.org//DTD Modified W3C MathML 1.01//EN" "math.dtd"',
    o2: '[<!ELEMENT a ANY>]',
  };
  const others = Object.entries(objects).map(([name, type]) => ({
    name: `${name}/content.xml`,
    content: formula(type),
  }));
  const frames = Object.keys(objects).map(
    name => `<draw:frame><draw:object xlink:href="./${name}"/></draw:frame>`,
  );
  const { blocks, warnings } = await parse(build(p(`before${frames.join('')}`) + p('after'), { others }));
  assert.deepEqual(blocks.map(lineOf), ['paragraph before', 'paragraph a over b', 'paragraph after']);
  assert.deepEqual(
    warnings.map(({ code }) => code),
    ['malformed-part'],
  );
});

test('a document under a password is encrypted, one without content cannot be read', async () => {
  const manifest = { name: 'META-INF/manifest.xml', content: '<manifest:encryption-data/>' };
  await assert.rejects(parse(build(p('x'), { others: [manifest] })), { code: 'encrypted' });
  const empty = buildZip([
    { name: 'mimetype', content: 'application/vnd.oasis.opendocument.text', stored: true },
  ]);
  await assert.rejects(parse(empty), { code: 'extraction_failed' });
});

test('fields, paragraphs and sections that a condition hides are told as the program that wrote them shows them', async () => {
  const field = (attributes: string, content = '') =>
    `<text:hidden-text text:condition="ooow:v" ${attributes}>${content}</text:hidden-text>`;
  const paragraph = (hidden: boolean) =>
    `<text:hidden-paragraph text:condition="ooow:v" text:is-hidden="${hidden}"/>`;
  const note =
    '<text:note><text:note-citation>1</text:note-citation><text:note-body><text:p>no</text:p></text:note-body></text:note>';
  const section = (hidden: boolean, text: string) =>
    `<text:section text:display="condition" text:is-hidden="${hidden}">${p(text)}</text:section>`;
  const body = [
    p(`a ${field('text:string-value="shown"')} b ${field('text:is-hidden="false"', 'too')}`),
    p(`c${field('text:is-hidden="true" text:string-value="no"', 'no')} d`),
    p(`no ${note}${paragraph(true)}`),
    p(`yes${paragraph(false)}`),
    section(true, 'no'),
    section(false, 'section'),
  ];
  assert.deepEqual(await outline(body.join('')), [
    'paragraph a shown b too',
    'paragraph c d',
    'paragraph yes',
    'paragraph section',
  ]);
});

test('a document without the entry that tells its type is what its manifest says', async () => {
  const entry = (path: string, type: string) =>
    `<manifest:file-entry manifest:media-type="${type}" manifest:full-path="${path}" />`;
  const partsOf = (type: string, more = '') => [
    {
      name: 'content.xml',
      content: root('document-content', `<office:body><office:text>${p('x')}</office:text></office:body>`),
    },
    {
      name: 'META-INF/manifest.xml',
      content: `<manifest:manifest>${entry('content.xml', 'text/xml')}${entry('/', type)}${more}</manifest:manifest>`,
    },
  ];
  const text = 'application/vnd.oasis.opendocument.text';
  const read = await parse(buildZip(partsOf(text)));
  assert.deepEqual(read.blocks.map(lineOf), ['paragraph x']);
  const encrypted = buildZip(partsOf(text, '<manifest:encryption-data/>'));
  await assert.rejects(parse(encrypted), { code: 'encrypted' });
  await assert.rejects(parse(buildZip(partsOf('application/zip'))), { code: 'unsupported_format' });
});

test('stories nested beyond reason and cells beyond their ceiling end in an answer or a clean error', async () => {
  const deep = `${'<text:list><text:list-item>'.repeat(3_000)}${p('x')}${'</text:list-item></text:list>'.repeat(3_000)}`;
  await assert.doesNotReject(outline(deep + p('after')));
  const row = `<table:table-row><table:table-cell table:number-columns-repeated="1000">${p('x')}</table:table-cell></table:table-row>`;
  const sheet = `<table:table table:name="s">${row.repeat(50)}</table:table>`;
  await assert.rejects(parse(build(sheet, { kind: 'spreadsheet' }), { cells: 10_000 }), {
    code: 'extraction_failed',
  });
});

test('only heads and feet leave out lines that count pages', async () => {
  const page = '<text:page-number>3</text:page-number>';
  const note = `<text:note><text:note-citation>1</text:note-citation><text:note-body>${p(`p. ${page}`)}</text:note-body></text:note>`;
  const styles = `<office:master-styles><style:master-page><style:footer>${p(`Page ${page}`)}</style:footer></style:master-page></office:master-styles>`;
  assert.deepEqual(await outline(p(`see${note}`) + p(page), { styles }), [
    'paragraph see[1]',
    'paragraph 3',
    'paragraph [1] p. 3',
  ]);
});

test('text that a style or a section hides is left out', async () => {
  const hides = (name: string, family: string, display = 'none') =>
    `<style:style style:name="${name}" style:family="${family}"><style:text-properties text:display="${display}"/></style:style>`;
  const automatic =
    hides('P1', 'paragraph') +
    '<style:style style:name="P2" style:family="paragraph" style:parent-style-name="P1"/>' +
    hides('P3', 'paragraph', 'true') +
    hides('T1', 'text');
  const body =
    p('hidden', 'P1') +
    p('inherited', 'P2') +
    p('shown<text:span text:style-name="T1"> hidden</text:span> here', 'P3') +
    `<text:section text:display="none">${p('a section')}</text:section>` +
    `<text:section text:display="condition">${p('another')}</text:section>`;
  assert.deepEqual(await outline(body, { automatic }), ['paragraph shown here', 'paragraph another']);
});

test('chapters have the numbers that the outline style gives them', async () => {
  const level = (at: number, attributes: string) =>
    `<text:outline-level-style text:level="${at}" ${attributes}/>`;
  const numbers = `${level(1, 'style:num-format="1" style:num-suffix="."')}${level(2, 'style:num-format="1" text:display-levels="2"')}${level(3, 'style:num-format=""')}`;
  const styles = `<office:styles><text:outline-style style:name="Outline">${numbers}</text:outline-style><style:style style:name="Own" style:family="paragraph" style:list-style-name=""/></office:styles>`;
  const h = (at: number, text: string, attributes = '') =>
    `<text:h text:outline-level="${at}" ${attributes}>${text}</text:h>`;
  const list = `<text:list text:style-name="L"><text:list-item>${h(1, 'listed')}</text:list-item></text:list>`;
  const body = [
    h(2, 'early'),
    h(1, '<text:number>7</text:number>One'),
    h(2, 'deeper'),
    h(2, 'deeper'),
    h(3, 'deepest'),
    h(1, 'Preface', 'text:is-list-header="true"'),
    h(1, 'Own', 'text:style-name="Own"'),
    list,
    h(1, 'Two'),
    h(2, 'deeper'),
    h(1, 'Nine', 'text:restart-numbering="true" text:start-value="9"'),
  ].join('');
  assert.deepEqual(await outline(body, { styles }), [
    'h2 1.1 early',
    'h1 2. One',
    'h2 2.1 deeper',
    'h2 2.2 deeper',
    'h3 deepest',
    'h1 Preface',
    'h1 Own',
    'h1 listed',
    'h1 3. Two',
    'h2 3.1 deeper',
    'h1 9. Nine',
  ]);
});

test('comments of a text stand after their author, those of slides without', async () => {
  const comment = `<office:annotation><dc:creator>Ada</dc:creator><dc:date>2026-01-01</dc:date>${p('why?')}${p('then')}</office:annotation>`;
  assert.deepEqual(await outline(p(`Text${comment}`)), [
    'paragraph Text',
    'paragraph Ada: why?',
    'paragraph then',
  ]);
  assert.deepEqual(await outline(`<draw:page>${comment}</draw:page>`, { kind: 'presentation' }), [
    'paragraph why?',
    'paragraph then',
  ]);
});

test('shapes of slides and sheets that their author describes are told, names of files are none', async () => {
  const shape = (inside: string) =>
    `<draw:custom-shape><svg:title>Logo</svg:title><svg:desc>A red fox</svg:desc>${inside}</draw:custom-shape>`;
  const picture = '<draw:frame><draw:image/><svg:title>fox.png</svg:title></draw:frame>';
  const slide = `<draw:page>${shape('<text:p/>')}${shape(p('Fox'))}${picture}</draw:page>`;
  assert.deepEqual(await outline(slide, { kind: 'presentation' }), [
    'image A red fox (null)',
    'paragraph Fox',
    'image  (null)',
  ]);
  assert.deepEqual(await outline(p(`Text${shape('')}`)), ['paragraph Text']);
});

test('what stands in a shape of any kind is apart from the paragraph that holds it', async () => {
  const circle = `<draw:circle>${p('round')}</draw:circle><draw:caption>${p('said')}</draw:caption>`;
  assert.deepEqual(await outline(p(`One${circle} two`)), [
    'paragraph One two',
    'paragraph round',
    'paragraph said',
  ]);
});

test('a formula that stands in the line is read there, by its source or by its signs', async () => {
  const fraction = (prefix: string, more = '') => {
    const [open, close] = [`<${prefix}`, `</${prefix}`];
    const terms = `${open}mfrac>${open}mi>a${close}mi>${open}mi>b${close}mi>${close}mfrac>`;
    const name = prefix === '' ? 'xmlns' : `xmlns:${prefix.slice(0, -1)}`;
    return `<?xml version="1.0"?>${open}math ${name}="http://www.w3.org/1998/Math/MathML">${terms}${more}${close}math>`;
  };
  const others = [
    {
      name: 'sourced/content.xml',
      content: fraction('', '<annotation encoding="StarMath 5.0">a over b</annotation>'),
    },
    { name: 'plain/content.xml', content: fraction('') },
    { name: 'prefixed/content.xml', content: fraction('math:') },
  ];
  const frame = (folder: string) =>
    `<draw:frame text:anchor-type="as-char"><draw:object xlink:href="${folder}/"/><draw:image/></draw:frame>`;
  const body = p(`is ${frame('sourced')}, or ${frame('plain')} and ${frame('prefixed')}.`);
  assert.deepEqual(await outline(body, { others }), ['paragraph is a over b, or a/b and a/b.']);
});

test('raised figures at a number are told from its own', async () => {
  const raising = (name: string, position: string) =>
    `<style:style style:name="${name}" style:family="text"><style:text-properties style:text-position="${position}"/></style:style>`;
  const automatic = raising('Up', 'super 58%') + raising('Part', '33% 58%') + raising('Down', '-33% 58%');
  const span = (name: string, text: string) => `<text:span text:style-name="${name}">${text}</text:span>`;
  const body = p(
    `10${span('Up', '<text:span>6</text:span>')}7 1,234${span('Part', '1')}<text:a><text:span>5</text:span></text:a> 2${span('Down', '3')}`,
  );
  assert.deepEqual(await outline(body, { automatic }), ['paragraph 10⁶7 1,234¹5 23']);
});

test(
  'a paragraph of two hundred thousand spans takes linear time',
  inCpuTime(10_000, async () => {
    const span = '<text:span text:style-name="Up">1</text:span>';
    const automatic =
      '<style:style style:name="Up" style:family="text"><style:text-properties style:text-position="super 58%"/></style:style>';
    const [line] = await outline(p(span.repeat(200_000)), { automatic });
    assert.equal(line?.length, 'paragraph '.length + 200_000);
  }),
);

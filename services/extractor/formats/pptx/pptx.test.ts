import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Block } from '../../../../schemas/document.ts';
import { buildPptx, line, parse, root, type SlideSource, shape, tree } from './pptx.test-support.ts';

/** Blocks as short lines. */
function outline(blocks: Block[]): string[] {
  return blocks.map(block => {
    if (block.kind === 'list') return `list ${block.items.map(({ text }) => text).join('|')}`;
    if (block.kind === 'table')
      return `table ${block.rows.map(row => row.map(({ text }) => text).join('|')).join('/')}`;
    return block.kind === 'image' ? `image ${block.alt}` : `${block.kind} ${block.text}`;
  });
}
const outlineOf = async (slides: SlideSource[], design?: Parameters<typeof buildPptx>[1]) =>
  outline((await parse(buildPptx(slides, design))).blocks);

const TITLE = 'type="title"';
const BULLET = '<a:buChar char="•"/>';

test('slides come in the order they are shown, hidden ones included, with their number as page', async () => {
  const document = await parse(
    buildPptx([{ shapes: shape('one') }, { shapes: shape('two'), hidden: true }, { shapes: shape('three') }]),
  );
  assert.deepEqual(outline(document.blocks), ['paragraph one', 'paragraph two', 'paragraph three']);
  assert.deepEqual(
    document.blocks.map(block => block.page),
    [1, 2, 3],
  );
  assert.equal(document.pages, 3);
});

test('the title comes first, wherever it stands, and is a heading', async () => {
  const shapes =
    shape('text', { at: [0, 0] }) + shape(line('My') + line('title'), { placeholder: TITLE, at: [0, 90] });
  assert.deepEqual(await outlineOf([{ shapes }]), ['heading My title', 'paragraph text']);
});

test('a title without text is nothing', async () => {
  assert.deepEqual(await outlineOf([{ shapes: shape('<a:p/>', { placeholder: TITLE }) + shape('text') }]), [
    'paragraph text',
  ]);
});

test('a damaged slide keeps what stands before the damage', async () => {
  const document = await parse(
    buildPptx([{ shapes: `${shape('kept')}<p:sp></p:pic>` }, { shapes: shape('next') }]),
  );
  assert.deepEqual(outline(document.blocks), ['paragraph kept', 'paragraph next']);
  assert.deepEqual(document.warnings, [{ code: 'malformed-part', page: null }]);
});

test('a text that is damaged costs the shapes behind it nothing', async () => {
  const damaged = shape('<a:p><a:r><a:t>cut</a:r></a:p>');
  const document = await parse(buildPptx([{ shapes: shape('before') + damaged + shape('behind') }]));
  assert.deepEqual(outline(document.blocks), ['paragraph before', 'paragraph cut', 'paragraph behind']);
  assert.deepEqual(document.warnings, [{ code: 'malformed-part', page: null }]);
});

test('shapes are read in the order of the file', async () => {
  const right = shape('right head', { at: [50, 12] }) + shape('right text', { at: [49, 20] });
  const left = shape('left head', { at: [1, 12] }) + shape('left text', { at: [0, 20] });
  assert.deepEqual(await outlineOf([{ shapes: right + left }]), [
    'paragraph right head',
    'paragraph right text',
    'paragraph left head',
    'paragraph left text',
  ]);
});

test('what stands above everything else is read first, also where a picture lies behind it', async () => {
  const picture =
    '<p:pic><p:spPr><a:xfrm><a:off x="0" y="0"/><a:ext cx="99" cy="99"/></a:xfrm></p:spPr></p:pic>';
  const shapes =
    picture + shape('b', { at: [50, 20] }) + shape('c', { at: [0, 20] }) + shape('headline', { at: [0, 4] });
  assert.deepEqual(await outlineOf([{ shapes }]), [
    'paragraph headline',
    'image ',
    'paragraph b',
    'paragraph c',
  ]);
});

test('a placeholder without a place stands where its layout puts it', async () => {
  const shapes = shape('low', { placeholder: 'idx="7"' }) + shape('high', { at: [0, 10] });
  const layout = shape('', { placeholder: 'idx="7"', at: [0, 80] });
  assert.deepEqual(await outlineOf([{ shapes }], { layout }), ['paragraph high', 'paragraph low']);
});

test('shapes in a group stay together, read like those of a slide', async () => {
  const group = `<p:grpSp><p:nvGrpSpPr/><p:grpSpPr><a:xfrm><a:off x="0" y="0"/><a:ext cx="100" cy="40"/><a:chOff x="0" y="1000"/><a:chExt cx="100" cy="40"/></a:xfrm></p:grpSpPr>${shape('b', { at: [0, 1030] })}${shape('a', { at: [0, 1000] })}</p:grpSp>`;
  assert.deepEqual(await outlineOf([{ shapes: shape('c', { at: [0, 60] }) + group }]), [
    'paragraph a',
    'paragraph b',
    'paragraph c',
  ]);
});

test('a title in a group that stands above the slide’s own is read before it', async () => {
  const inner = shape('Above', { placeholder: 'type="title" idx="5"', at: [0, 1000] });
  const group = `<p:grpSp><p:nvGrpSpPr/><p:grpSpPr><a:xfrm><a:off x="0" y="0"/><a:ext cx="100" cy="40"/></a:xfrm></p:grpSpPr>${inner}</p:grpSp>`;
  const shapes = shape('Own', { placeholder: 'type="title"', at: [0, 60] }) + group;
  assert.deepEqual(await outlineOf([{ shapes }]), ['heading Above', 'heading Own']);
});

test('the texts of all shapes together have a ceiling', async () => {
  const shapes = shape('four') + shape(line('five') + line('six'));
  const { blocks } = await parse(buildPptx([{ shapes }]), { textCharacters: 11 });
  assert.equal(blocks.length, 3);
  await assert.rejects(parse(buildPptx([{ shapes }]), { textCharacters: 10 }), { bomb: true });
});

test('shapes that are hidden are not read, but for a title', async () => {
  const hidden = (source: string) => source.replace('name="x"', 'name="x" hidden="1"');
  const group = `<p:grpSp><p:nvGrpSpPr><p:cNvPr id="2" name="x"/></p:nvGrpSpPr>${shape('in a group')}</p:grpSp>`;
  const shapes = `${hidden(shape('no'))}${hidden(group)}${shape('yes')}${hidden(shape('Title', { placeholder: 'type="title"' }))}`;
  const { blocks } = await parse(buildPptx([{ shapes }], { layout: hidden(shape('not either')) }));
  assert.deepEqual(
    blocks.map(block => ('text' in block ? block.text : block.kind)),
    ['Title', 'yes'],
  );
});

test('bullets come from the shape, the layout or the master, and can be taken away', async () => {
  const master = `${tree(shape('', { placeholder: 'type="body"' }))}<p:txStyles><p:bodyStyle><a:lvl1pPr>${BULLET}</a:lvl1pPr></p:bodyStyle></p:txStyles>`;
  const body = { placeholder: 'idx="1"' };
  const plain = line('c', '<a:pPr><a:buNone/></a:pPr>');
  const shapes = shape(line('a') + line('b') + plain, body);
  assert.deepEqual(await outlineOf([{ shapes }], { master }), ['list a|b', 'paragraph c']);
  const own = shape(line('x'), { lists: `<a:lvl1pPr>${BULLET}</a:lvl1pPr>` });
  assert.deepEqual(await outlineOf([{ shapes: own }]), ['list x']);
  const unseen = shape(line('y'), { lists: '<a:lvl1pPr><a:buChar char=" "/></a:lvl1pPr>' });
  assert.deepEqual(await outlineOf([{ shapes: unseen }]), ['paragraph y']);
});

test('numbered paragraphs count by level; other numerals stay in the text', async () => {
  const auto = (type: string, level = 0) => `<a:pPr lvl="${level}"><a:buAutoNum type="${type}"/></a:pPr>`;
  const counted = shape(line('a', auto('arabicPeriod')) + line('b', auto('arabicPeriod')));
  const lettered = shape(line('x', auto('alphaLcParenBoth')) + line('y', auto('alphaLcParenBoth')));
  assert.deepEqual(await outlineOf([{ shapes: counted + lettered }]), ['list a|b', 'list (a) x|(b) y']);
});

test('formulas are flat text with the usual signs, soft hyphens are none', async () => {
  const m = (text: string) => `<m:r><m:t>${text}</m:t></m:r>`;
  const formula = `<m:oMath><m:f><m:num>${m('a')}</m:num><m:den>${m('b')}</m:den></m:f><m:sSup><m:e>${m('x')}</m:e><m:sup>${m('2')}</m:sup></m:sSup></m:oMath>`;
  const shapes = shape(`<a:p><a:r><a:t>hy\u00adphen </a:t></a:r>${formula}</a:p>`);
  assert.deepEqual(await outlineOf([{ shapes }]), ['paragraph hyphen a/bx^2']);
});

test('sums, brackets and fractions of several terms are told as in Word documents', async () => {
  const m = (text: string) => `<m:r><m:t>${text}</m:t></m:r>`;
  const e = (content: string) => `<m:e>${content}</m:e>`;
  const sum = `<m:nary><m:naryPr><m:chr m:val="∑"/></m:naryPr><m:sub>${m('i=1')}</m:sub><m:sup>${m('n')}</m:sup>${e(m('i'))}</m:nary>`;
  const fraction = `<m:f><m:num>${m('a+1')}</m:num><m:den>${m('b')}</m:den></m:f>`;
  const formula = (content: string) =>
    `<mc:AlternateContent><mc:Choice Requires="a14"><a14:m><m:oMathPara><m:oMath>${content}</m:oMath></m:oMathPara></a14:m></mc:Choice><mc:Fallback><a:r><a:t>picture</a:t></a:r></mc:Fallback></mc:AlternateContent>`;
  const bracketed = `<m:d>${e(m('x'))}</m:d>`;
  const shapes = shape(
    `<a:p><a:r><a:t>where</a:t></a:r>${formula(m('f') + bracketed + m('=') + fraction)}<a:r><a:t>and</a:t></a:r>${formula(sum)}</a:p>`,
  );
  assert.deepEqual(await outlineOf([{ shapes }]), ['paragraph where f(x)=(a+1)/b and ∑_(i=1)^n i']);
});

test('tables keep spans and their header row', async () => {
  const cell = (text: string, attributes = '') =>
    `<a:tc ${attributes}><a:txBody>${line(text)}</a:txBody></a:tc>`;
  const shapes = `<p:graphicFrame><a:graphic><a:graphicData><a:tbl><a:tblPr firstRow="1"/><a:tr>${cell('a', 'gridSpan="2"')}${cell('', 'hMerge="1"')}</a:tr><a:tr>${cell('b')}${cell('c')}</a:tr></a:tbl></a:graphicData></a:graphic></p:graphicFrame>`;
  const { blocks } = await parse(buildPptx([{ shapes }]));
  assert.deepEqual(blocks[0]?.kind === 'table' && blocks[0].rows, [
    [{ text: 'a', colspan: 2, rowspan: 1, header: true }],
    [
      { text: 'b', colspan: 1, rowspan: 1, header: false },
      { text: 'c', colspan: 1, rowspan: 1, header: false },
    ],
  ]);
});

test('slide numbers and dates are left out, a footer is read once', async () => {
  const shapes =
    shape('1', { placeholder: 'type="sldNum"' }) +
    shape('today', { placeholder: 'type="dt"' }) +
    shape('ACME', { placeholder: 'type="ftr"' });
  assert.deepEqual(await outlineOf([{ shapes }, { shapes }]), ['paragraph ACME']);
});

test('what layouts and masters draw on every slide is read once, after the slides', async () => {
  const counter = '<a:p><a:r><a:t>Page </a:t></a:r><a:fld type="slidenum"><a:t>‹#›</a:t></a:fld></a:p>';
  const hint = shape('Click to edit', { placeholder: 'type="title"' });
  const design = {
    layout: hint + shape('Confidential') + shape('”'),
    master: tree(shape('Confidential') + shape(line('Acme Ltd') + counter)),
  };
  const slides = [{ shapes: shape('one') }, { shapes: shape('two') }];
  const texts = async (bytes: Uint8Array) =>
    (await parse(bytes)).blocks.map(block =>
      block.kind === 'paragraph' ? [block.text, block.page] : block.kind,
    );
  assert.deepEqual(await texts(buildPptx(slides, design)), [
    ['one', 1],
    ['two', 2],
    ['Confidential', null],
    ['Acme Ltd', null],
  ]);
  assert.deepEqual(
    (await texts(buildPptx(slides, { ...design, layoutAttributes: 'showMasterSp="0"' }))).slice(2),
    [['Confidential', null]],
  );
});

test('a layout that names itself as its master is read once', async () => {
  const broken = buildPptx([{ shapes: shape('one') }], {
    layout: shape('Confidential'),
    masterFile: 'layout.xml',
  });
  assert.deepEqual(
    (await parse(broken)).blocks.map(block => 'text' in block && block.text),
    ['one', 'Confidential'],
  );
});

test('notes and comments follow their slide', async () => {
  const notes = root(
    'p:notes',
    tree(shape('say this', { placeholder: 'type="body"' }) + shape('1', { placeholder: 'type="sldNum"' })),
  );
  const comments = root('p:cmLst', '<p:cm><p:text>remark</p:text></p:cm>');
  const related = [
    { type: 'notesSlide', content: notes },
    { type: 'comments', content: comments },
  ];
  assert.deepEqual(await outlineOf([{ shapes: shape('a'), related }]), [
    'paragraph a',
    'paragraph say this',
    'paragraph remark',
  ]);
});

const DIAGRAM =
  '<p:graphicFrame><a:graphic><a:graphicData><dgm:relIds r:dm="x0"/></a:graphicData></a:graphic></p:graphicFrame>';
const point = (id: string, text: string, type = '') =>
  `<dgm:pt modelId="${id}" ${type}><dgm:t>${line(text)}</dgm:t></dgm:pt>`;
const link = (from: string, to: string, order: number) =>
  `<dgm:cxn srcId="${from}" destId="${to}" srcOrd="${order}"/>`;
/** The blocks of a slide that has a diagram with these points and links. */
const diagramOf = async (points: string, links: string) => {
  const content = root('dgm:dataModel', `<dgm:ptLst>${points}</dgm:ptLst><dgm:cxnLst>${links}</dgm:cxnLst>`);
  return (await parse(buildPptx([{ shapes: DIAGRAM, related: [{ type: 'diagramData', content }] }]))).blocks;
};

test('SmartArt is a list nested as its points are', async () => {
  const [list] = await diagramOf(
    `${point('0', '', 'type="doc"')}${point('1', 'a')}${point('2', 'b')}${point('3', 'a1')}`,
    `${link('0', '2', 1)}${link('0', '1', 0)}${link('1', '3', 0)}${link('3', '1', 0)}`,
  );
  assert.deepEqual(
    list?.kind === 'list' &&
      list.items.map(({ text, lists }) => [text, lists.map(one => one.items.map(below => below.text))]),
    [
      ['a', [['a1']]],
      ['b', []],
    ],
  );
});

test('a point of SmartArt that holds a formula is read from its alternative', async () => {
  const formula =
    '<dgm:pt modelId="1"><dgm:t><a:p><a14:m><m:oMath><m:r><m:t>x=2</m:t></m:r></m:oMath></a14:m></a:p></dgm:t></dgm:pt>';
  const [list] = await diagramOf(
    `${point('0', '', 'type="doc"')}<mc:AlternateContent><mc:Choice Requires="a14">${formula}</mc:Choice>` +
      `<mc:Fallback>${point('1', ' ')}</mc:Fallback></mc:AlternateContent>${point('2', 'b')}`,
    `${link('0', '1', 0)}${link('0', '2', 1)}`,
  );
  assert.deepEqual(list?.kind === 'list' && list.items.map(({ text }) => text), ['x=2', 'b']);
});

test('SmartArt nested deeper than anybody nests goes on at the last level', async () => {
  const ids = Array.from({ length: 5_000 }, (_, at) => String(at));
  const [list] = await diagramOf(
    ids.map(id => point(id, `${id} `, id === '0' ? 'type="doc"' : '')).join(''),
    ids
      .slice(1)
      .map((id, at) => link(String(at), id, 0))
      .join(''),
  );
  let [depth, last] = [0, list?.kind === 'list' ? list : undefined];
  for (let next = last; next !== undefined; next = next.items[0]?.lists[0]) [depth, last] = [depth + 1, next];
  assert.deepEqual([depth, last?.items.length], [32, 5_000 - 32]);
});

test('a picture is its alternative text', async () => {
  const shapes = '<p:pic><p:nvPicPr><p:cNvPr id="1" name="x" descr="A duck"/><p:nvPr/></p:nvPicPr></p:pic>';
  assert.deepEqual(await outlineOf([{ shapes }]), ['image A duck']);
});

test('more slides than the ceiling are left out with a warning', async () => {
  const document = await parse(buildPptx([{ shapes: shape('a') }, { shapes: shape('b') }]), { pages: 1 });
  assert.deepEqual(outline(document.blocks), ['paragraph a']);
  assert.deepEqual(document.warnings, [{ code: 'page-ceiling', page: null }]);
});

test('six thousand nested groups end cleanly', async () => {
  const shapes = `${'<p:grpSp>'.repeat(6_000)}${shape('deep')}${'</p:grpSp>'.repeat(6_000)}`;
  assert.deepEqual(await outlineOf([{ shapes }]), ['paragraph deep']);
});

test('the number of the slide is left out also of a plain text box, and kept in a sentence', async () => {
  const number = '<a:fld type="slidenum"><a:t>3</a:t></a:fld>';
  const shapes = shape(`<a:p>${number}</a:p>`) + shape(`<a:p>${number}<a:r><a:t> / 20</a:t></a:r></a:p>`);
  const sentence = shape(`<a:p><a:r><a:t>This is slide </a:t></a:r>${number}</a:p>`);
  assert.deepEqual(await outlineOf([{ shapes: shapes + sentence }]), ['paragraph This is slide 3']);
});

test('what the author describes is a picture: groups, connectors, tables and shapes without text', async () => {
  const named = (tag: string, alt: string) =>
    `<p:nv${tag}Pr><p:cNvPr id="1" name="x" descr="${alt}"/></p:nv${tag}Pr>`;
  const shapes =
    `<p:grpSp>${named('GrpSp', 'the way of a document')}${shape('inside')}</p:grpSp>` +
    `<p:cxnSp>${named('CxnSp', 'leads to')}</p:cxnSp>` +
    `<p:sp>${named('Sp', 'a star')}<p:txBody><a:p/></p:txBody></p:sp>` +
    `<p:graphicFrame>${named('GraphicFrame', 'sales by year')}</p:graphicFrame>`;
  assert.deepEqual(await outlineOf([{ shapes }]), [
    'image the way of a document',
    'paragraph inside',
    'image leads to',
    'image a star',
    'image sales by year',
  ]);
});

test('lines in a font of one width are a program with its indentation', async () => {
  const line = (text: string) =>
    `<a:p><a:r><a:rPr><a:latin typeface="Consolas"/></a:rPr><a:t>${text}</a:t></a:r></a:p>`;
  assert.deepEqual(
    await outlineOf([{ shapes: shape(line('if x:') + line('  run()')) + shape(line('npm start')) }]),
    ['code if x:\n  run()', 'paragraph npm start'],
  );
});

test('a table without text is kept: slides are not laid out by tables', async () => {
  const cell = '<a:tc><a:txBody><a:p/></a:txBody></a:tc>';
  const frame = `<p:graphicFrame><a:graphic><a:graphicData><a:tbl><a:tr>${cell}${cell}</a:tr></a:tbl></a:graphicData></a:graphic></p:graphicFrame>`;
  const { blocks } = await parse(buildPptx([{ shapes: frame }]));
  assert.equal(blocks[0]?.kind === 'table' && blocks[0].rows[0]?.length, 2);
});

test('words beside the number of a slide are told once, the number and pages of a kind are not', async () => {
  const field = '<a:fld type="slidenum"><a:t>3</a:t></a:fld>';
  const numbered = (text: string) =>
    shape(`<a:p><a:r><a:t>${text}</a:t></a:r>${field}</a:p>`, { placeholder: 'type="sldNum"' });
  const slides = ['ACME 7 ', 'ACME 7 ', 'Page ', '12'].map(text => ({ shapes: numbered(text) }));
  const { blocks } = await parse(buildPptx(slides));
  assert.deepEqual(
    blocks.map(block => block.kind === 'paragraph' && block.text),
    ['ACME 7 3'],
  );
});

test('a picture whose author wrote only a title is described by it', async () => {
  const picture = (attributes: string) =>
    `<p:pic><p:nvPicPr><p:cNvPr id="1" name="x" ${attributes}/><p:nvPr/></p:nvPicPr><p:spPr/></p:pic>`;
  const shapes =
    picture('title="The plan"') + picture('descr="A map" title="t"') + picture('descr="a.png" title="b.png"');
  const { blocks } = await parse(buildPptx([{ shapes }]));
  assert.deepEqual(
    blocks.map(block => block.kind === 'image' && block.alt),
    ['The plan', 'A map', ''],
  );
});

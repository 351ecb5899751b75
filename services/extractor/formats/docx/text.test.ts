import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Block } from '../../../../schemas/document.ts';
import { inCpuTime } from '../../../../tests/support/cpu-time.ts';
import { blocksOf, buildDocx, p, parse, root, styled } from './docx.test-support.ts';

const t = (text: string) => `<w:t>${text}</w:t>`;
const run = (content: string) => `<w:r>${content}</w:r>`;
const paragraph = (content: string) => `<w:p>${content}</w:p>`;
const field = (type: string) => run(`<w:fldChar w:fldCharType="${type}"/>`);

const texts = (blocks: Block[]) => blocks.map(block => ('text' in block ? block.text : block.kind));
const textsOf = async (body: string) => texts(await blocksOf(body));

test('tabs, line breaks, hyphens and symbols are characters', async () => {
  const body = paragraph(
    run(
      `${t('a')}<w:tab/>${t('b')}<w:br/>${t('c')}<w:noBreakHyphen/>${t('d')}<w:sym w:font="Symbol" w:char="F062"/>`,
    ) + run('<w:sym w:font="Wingdings" w:char="F0FC"/><w:sym w:font="Unknown" w:char="F041"/>'),
  );
  assert.deepEqual(await textsOf(body), ['a\tb\nc-dβ✓']);
});

test('symbols of every font of pictures that Windows has are read, also the rarer ones', async () => {
  const sym = (font: string, code: string) => `<w:sym w:font="${font}" w:char="${code}"/>`;
  const body = paragraph(
    run(
      sym('Wingdings', 'F054') +
        sym('Wingdings 2', 'F06A') +
        sym('Wingdings 3', 'F070') +
        sym('Webdings', 'F061'),
    ),
  );
  assert.deepEqual(await textsOf(body), ['❄①▲✔']);
});

test('tab stops in the properties are no tabs', async () => {
  assert.deepEqual(await textsOf(p('a', '<w:tabs><w:tab w:val="left" w:pos="1"/></w:tabs>')), ['a']);
});

test('insertions are kept, deletions and the origins of moves are not', async () => {
  const deleted = '<w:del><w:r><w:delText>no</w:delText></w:r></w:del>';
  const moved = `<w:moveFrom>${run(t('gone'))}</w:moveFrom><w:moveTo>${run(t('here'))}</w:moveTo>`;
  assert.deepEqual(await textsOf(paragraph(`<w:ins>${run(t('yes '))}</w:ins>${deleted}${moved}`)), [
    'yes here',
  ]);
});

test('a paragraph that was moved away leaves no number behind, whatever ends its story', async () => {
  const moved = '<w:p><w:pPr><w:rPr><w:moveFrom/></w:rPr></w:pPr></w:p>';
  assert.deepEqual(await textsOf(moved + p('stays')), ['stays']);
  assert.deepEqual(await textsOf(p('last', '<w:rPr><w:del/></w:rPr>')), ['last']);
});

test('a drop cap begins the word that follows it', async () => {
  assert.deepEqual(await textsOf(p('O', '<w:framePr w:dropCap="drop"/>') + p('nce upon')), ['Once upon']);
});

test('soft hyphens are no text, and characters of symbol fonts are what they show', async () => {
  const wingdings = '<w:rPr><w:rFonts w:ascii="Wingdings" w:hAnsi="Wingdings"/></w:rPr>';
  const body = run(t('auto\u00admatic \uf0b7')) + run(wingdings + t(' \uf0fc'));
  assert.deepEqual(await textsOf(paragraph(body)), ['automatic • ✓']);
  assert.deepEqual(await textsOf(paragraph(run(t('\n  two\n  words\n')))), ['two words']);
});

test('a paragraph whose mark was deleted runs on into the next', async () => {
  assert.deepEqual(await textsOf(p('one ', '<w:rPr><w:del/></w:rPr>') + p('two')), ['one two']);
});

test('of a field only the result is text', async () => {
  const instruction = (text: string) => run(`<w:instrText>${text}</w:instrText>`);
  const inner = field('begin') + instruction('PAGE') + field('separate') + run(t('7')) + field('end');
  const outer =
    field('begin') + instruction('IF ') + inner + field('separate') + run(t('shown')) + field('end');
  assert.deepEqual(await textsOf(paragraph(outer)), ['shown']);
  assert.deepEqual(await textsOf(paragraph(`<w:fldSimple w:instr="DATE">${run(t('today'))}</w:fldSimple>`)), [
    'today',
  ]);
});

test('a field that is never ended loses nothing after its paragraph', async () => {
  assert.deepEqual(await textsOf(paragraph(run(t('a')) + field('begin')) + p('b')), ['a', 'b']);
});

test('check boxes and choices of forms are shown', async () => {
  const box = (inner: string) =>
    run(`<w:fldChar w:fldCharType="begin"><w:ffData>${inner}</w:ffData></w:fldChar>`);
  const checked = box('<w:checkBox><w:default w:val="0"/><w:checked/></w:checkBox>') + field('end');
  const choice =
    box('<w:ddList><w:result w:val="1"/><w:listEntry w:val="red"/><w:listEntry w:val="blue"/></w:ddList>') +
    field('end');
  assert.deepEqual(await textsOf(paragraph(checked + choice)), ['☒blue']);
});

test('links, content controls, smart tags and insertions are transparent', async () => {
  const body = `<w:hyperlink>${run(t('a'))}</w:hyperlink><w:sdt><w:sdtPr><w:alias w:val="no"/></w:sdtPr><w:sdtContent>${run(t('b'))}</w:sdtContent></w:sdt><w:smartTag>${run(t('c'))}</w:smartTag>`;
  assert.deepEqual(await textsOf(paragraph(body)), ['abc']);
});

test('the reading of a word follows it in parentheses', async () => {
  const ruby = `<w:ruby><w:rt>${run(t('kan'))}</w:rt><w:rubyBase>${run(t('漢'))}</w:rubyBase></w:ruby>`;
  assert.deepEqual(await textsOf(paragraph(run(ruby))), ['漢(kan)']);
});

test('a text box is read once, after the paragraph that holds it', async () => {
  const box = (text: string) => `<w:txbxContent>${p(text)}</w:txbxContent>`;
  const both = `<mc:AlternateContent><mc:Choice Requires="wps">${box('box')}</mc:Choice><mc:Fallback>${box('again')}</mc:Fallback></mc:AlternateContent>`;
  assert.deepEqual(await textsOf(paragraph(run(t('a')) + run(both) + run(t('b'))) + p('c')), [
    'ab',
    'box',
    'c',
  ]);
});

test('a watermark is text', async () => {
  const mark = run('<w:pict><v:shape><v:textpath string="DRAFT"/></v:shape></w:pict>');
  assert.deepEqual(await textsOf(paragraph(run(t('a')) + mark)), ['a', 'DRAFT']);
});

test('pictures in a group share one description', async () => {
  const group = '<w:drawing><wp:inline><wp:docPr descr="both"/><pic:pic/><pic:pic/></wp:inline></w:drawing>';
  const blocks = await blocksOf(paragraph(run(group)));
  assert.deepEqual(
    blocks.map(block => block.kind === 'image' && block.alt),
    ['both', ''],
  );
});

test('a picture has its alternative text and the caption below it', async () => {
  const picture =
    '<w:drawing><wp:inline><wp:docPr id="1" name="Picture 1" descr="A duck"/><a:graphic><pic:pic/></a:graphic></wp:inline></w:drawing>';
  const styles = '<w:style w:type="paragraph" w:styleId="C"><w:name w:val="caption"/></w:style>';
  const blocks = await blocksOf(paragraph(run(picture)) + styled('Figure 1', 'C'), { styles });
  assert.deepEqual(
    blocks,
    [{ kind: 'image', alt: 'A duck', caption: 'Figure 1', page: 1 }].map(one => ({ ...one, page: null })),
  );
});

test('lines in a code style are one block of code with their spaces', async () => {
  const styles = '<w:style w:type="paragraph" w:styleId="S"><w:name w:val="Source Code"/></w:style>';
  const [block] = await blocksOf(styled('if x:', 'S') + styled('  y()', 'S'), { styles });
  assert.deepEqual(block, { kind: 'code', text: 'if x:\n  y()', page: null });
});

test('a document in the strict namespaces, under other prefixes, reads the same', async () => {
  const strict = root('w:document', `<w:body>${p('a')}${paragraph(run(t('b')))}</w:body>`)
    .replace(
      'http://schemas.openxmlformats.org/wordprocessingml/2006/main',
      'http://purl.oclc.org/ooxml/wordprocessingml/main',
    )
    .replaceAll('w:', 'word:')
    .replace('xmlns:w=', 'xmlns:word=');
  const bytes = buildDocx('', { parts: [{ name: 'document.xml', type: 'self', content: strict }] });
  assert.deepEqual(texts((await parse(bytes)).blocks), ['a', 'b']);
});

test('characters are counted against their ceiling', async () => {
  await assert.rejects(parse(buildDocx(p('abcdef')), { textCharacters: 5 }), { bomb: true });
});

test('what stands before the place where a document breaks off is kept, with a warning', async () => {
  const whole = root('w:document', `<w:body>${p('kept')}<w:tbl><w:tr><w:tc>${p('cell')}`);
  const cut = whole.slice(0, -'</w:document>'.length);
  const document = await parse(
    buildDocx('', { parts: [{ name: 'document.xml', type: 'self', content: cut }] }),
  );
  assert.deepEqual(texts(document.blocks), ['kept', 'table']);
  assert.deepEqual(document.warnings, [{ code: 'malformed-part', page: null }]);
});

test(
  'a text box of two hundred thousand paragraphs is read',
  inCpuTime(20_000, async () => {
    const box = `<w:txbxContent>${'<w:p><w:r><w:t>x</w:t></w:r></w:p>'.repeat(200_000)}</w:txbxContent>`;
    assert.equal((await blocksOf(paragraph(run(box)))).length, 200_000);
  }),
);

test(
  'a paragraph of a hundred thousand formulas takes linear time',
  inCpuTime(10_000, async () => {
    const [block] = await blocksOf(paragraph(`${run(t('ab'))}<m:oMath/>`.repeat(100_000)));
    assert.equal(block?.kind === 'paragraph' && block.text.length, 299_999);
  }),
);

test('raised figures at a number are told from its own', async () => {
  const up = (text: string) => `<w:r><w:rPr><w:vertAlign w:val="superscript"/></w:rPr>${t(text)}</w:r>`;
  const body = paragraph(
    `${run(t('10'))}${up('-')}${up('6')}${run(t(' of 1,234'))}${up('1')}${run(t(' m'))}${up('2')}`,
  );
  assert.deepEqual(await textsOf(body), ['10⁻⁶ of 1,234¹ m2']);
});

test('figures that stand higher and are smaller than the number before them are raised, as LibreOffice writes them', async () => {
  const lifted = (text: string, halves: string) =>
    `<w:r><w:rPr><w:position w:val="8"/>${halves}</w:rPr>${t(text)}</w:r>`;
  const body = paragraph(
    `${run(t('10'))}${lifted('6', '<w:sz w:val="14"/>')}${run(t(' and 10'))}${lifted('7', '')}`,
  );
  assert.deepEqual(await textsOf(body), ['10⁶ and 107']);
});

test(
  'a paragraph of two hundred thousand raised runs takes linear time',
  inCpuTime(10_000, async () => {
    const up = '<w:r><w:rPr><w:vertAlign w:val="superscript"/></w:rPr><w:t>1</w:t></w:r>';
    const [text] = await textsOf(paragraph(up.repeat(200_000)));
    assert.equal(text?.length, 200_000);
  }),
);

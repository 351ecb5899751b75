import assert from 'node:assert/strict';
import { test } from 'node:test';
import { buildZip } from '../../archive/zip.test-support.ts';
import { EmbeddedDocuments } from '../../embedded.ts';
import { CEILINGS } from '../../format.ts';
import { loadFormats } from '../../registry.ts';
import { blocksOf, buildDocx, item, p, parse, root, styled } from './docx.test-support.ts';

import { format } from './format.ts';

const note = (kind: string, text: string, type = '') => `<w:${kind} ${type}>${p(text)}</w:${kind}>`;
const texts = async (...given: Parameters<typeof blocksOf>) =>
  (await blocksOf(...given)).map(block => ('text' in block ? block.text : block.kind));

test('footnotes, endnotes and comments follow the body; separators are no notes', async () => {
  const beside = {
    comments: note('comment', 'remark'),
    endnotes: note('endnote', 'end'),
    footnotes: note('footnote', '---', 'w:type="separator"') + note('footnote', 'foot'),
  };
  assert.deepEqual(await texts(p('body'), beside), ['body', 'foot', 'end', 'remark']);
});

test('headers and footers follow, the same words once, never as headings', async () => {
  const header = (text: string) => root('w:hdr', p(text, '<w:outlineLvl w:val="0"/>'));
  const reference = (name: string) => `<w:headerReference r:id="${name}"/>`;
  const parts = ['h1.xml', 'h2.xml', 'h3.xml'].map((name, index) => ({
    name,
    type: 'header',
    content: header(index === 2 ? 'other' : 'same'),
  }));
  const body = `${p('body')}<w:sectPr>${parts.map(part => reference(part.name)).join('')}</w:sectPr>`;
  assert.deepEqual(await texts(body, { parts }), ['body', 'same', 'other']);
  assert.equal(
    (await blocksOf(body, { parts })).some(block => block.kind === 'heading'),
    false,
  );
});

test('headers of first and even pages are told where the document has such pages', async () => {
  const names = ['all', 'first', 'even', 'later'];
  const heads = names.map(name => ({ name: `${name}.xml`, type: 'header', content: root('w:hdr', p(name)) }));
  const settings = (content: string) => ({
    name: 'settings.xml',
    type: 'settings',
    content: root('w:settings', content),
  });
  const reference = (type: string, name = type) => `<w:headerReference w:type="${type}" r:id="${name}.xml"/>`;
  const three = reference('default', 'all') + reference('first') + reference('even');
  const told = (sections: string, setting: string) =>
    texts(`${p('body')}${sections}`, { parts: [...heads, settings(setting)] });
  const section = (content: string) => `<w:sectPr>${content}</w:sectPr>`;
  assert.deepEqual(await told(section(three), ''), ['body', 'all']);
  assert.deepEqual(await told(section(`${three}<w:titlePg/>`), '<w:evenAndOddHeaders w:val="0"/>'), [
    'body',
    'all',
    'first',
  ]);
  assert.deepEqual(await told(section(three), '<w:evenAndOddHeaders/>'), ['body', 'all', 'even']);
  // A section takes the references that it lacks from the section before.
  const before = `<w:p><w:pPr>${section(three)}</w:pPr></w:p>`;
  const after = section(`${reference('default', 'later')}<w:titlePg/>`);
  assert.deepEqual(await told(before + after, ''), ['body', 'all', 'later', 'first']);
});

test('pages and text that Word is to import are read where they stand', async () => {
  const page = '<html><body><h1>Report</h1><p>from a page</p></body></html>';
  const saved = `MIME-Version: 1.0\nContent-Type: multipart/related; boundary=b\n\n--b\nContent-Type: text/html\nContent-Transfer-Encoding: quoted-printable\n\n${page.replace('page', 'saved=20page')}\n--b--\n`;
  const contents: Record<string, string> = {
    'a.html': page,
    'b.mht': saved,
    'c.txt': 'one\n\ntwo',
    'd.rtf': '{\\rtf1 no}',
  };
  const parts = Object.entries(contents).map(([name, content]) => ({ name, type: 'aFChunk', content }));
  const chunks = parts.map(({ name }) => `<w:altChunk r:id="${name}"/>`).join('');
  const document = await parse(buildDocx(`${p('before')}${chunks}${p('after')}`, { parts }));
  assert.deepEqual(
    document.blocks.map(block => ('text' in block ? `${block.kind} ${block.text}` : block.kind)),
    [
      'paragraph before',
      ...['heading Report', 'paragraph from a page', 'heading Report', 'paragraph from a saved page'],
      ...['paragraph one', 'paragraph two', 'paragraph after'],
    ],
  );
  assert.deepEqual(document.warnings, [{ code: 'embedded-document-skipped', page: null }]);
});

test('rich text that Word is to import is read where it stands', async () => {
  const content = '{\\rtf1 {\\pard\\outlinelevel0 Report\\par}{\\pard rich\\par}}';
  const parts = [{ name: 'a.rtf', type: 'aFChunk', content }];
  const bytes = buildDocx(`${p('before')}<w:altChunk r:id="a.rtf"/>${p('after')}`, { parts });
  const ocr = { recognize: () => Promise.reject(new Error('no OCR in Word documents')) };
  const context = { ocr, ceilings: CEILINGS };
  const embedded = EmbeddedDocuments.within(context, await loadFormats());
  const contentType = format.contentTypes[0] ?? '';
  const document = await format.parse({ bytes, contentType }, { ...context, embedded });
  assert.deepEqual(
    document.blocks.map(block => ('text' in block ? `${block.kind} ${block.text}` : block.kind)),
    ['paragraph before', 'heading Report', 'paragraph rich', 'paragraph after'],
  );
  assert.deepEqual(document.warnings, []);
});

test('Word documents that Word is to import are read where they stand, with their own styles and numbers', async () => {
  const numbering =
    '<w:abstractNum w:abstractNumId="1"><w:lvl w:ilvl="0"><w:start w:val="4"/><w:numFmt w:val="decimal"/><w:lvlText w:val="%1."/></w:lvl></w:abstractNum><w:num w:numId="1"><w:abstractNumId w:val="1"/></w:num>';
  const inner = { name: 'inner.docx', type: 'aFChunk', content: buildDocx(p('innermost')) };
  const report = buildDocx(`${styled('Report', 'Heading1')}${item('four')}<w:altChunk r:id="inner.docx"/>`, {
    numbering,
    parts: [inner],
  });
  const parts = [
    { name: 'report.docx', type: 'aFChunk', content: report },
    { name: 'broken.docx', type: 'aFChunk', content: 'PK\x03\x04 of nothing' },
  ];
  const chunks = parts.map(({ name }) => `<w:altChunk r:id="${name}"/>`).join('');
  const document = await parse(buildDocx(`${p('before')}${chunks}${p('after')}`, { parts }));
  assert.deepEqual(
    document.blocks.map(block => {
      if (block.kind === 'list') return block.items.map(({ text }) => text);
      return 'text' in block ? `${block.kind} ${block.text}` : block.kind;
    }),
    ['paragraph before', 'heading Report', ['4. four'], 'paragraph innermost', 'paragraph after'],
  );
  assert.deepEqual(document.warnings, [{ code: 'embedded-document-skipped', page: null }]);
});

test('documents that each hold another are read three deep', async () => {
  let document = buildDocx(p('0'));
  for (let depth = 1; depth < 8; depth++) {
    const parts = [{ name: 'x.docx', type: 'aFChunk', content: document }];
    document = buildDocx(`${p(String(depth))}<w:altChunk r:id="x.docx"/>`, { parts });
  }
  const { blocks } = await parse(document);
  assert.deepEqual(
    blocks.map(block => 'text' in block && block.text),
    ['7', '6', '5', '4'],
  );
});

test('pages are told where the last layout fits the text, and null where it does not', async () => {
  const properties = (characters: number) =>
    `<Properties xmlns="http://schemas.openxmlformats.org/officeDocument/2006/extended-properties"><Pages>2</Pages><CharactersWithSpaces>${characters}</CharactersWithSpaces></Properties>`;
  const rels =
    '<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships"><Relationship Id="a" Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/extended-properties" Target="app.xml"/></Relationships>';
  const text = 'x'.repeat(300);
  const body = `${p(text)}<w:p><w:r><w:lastRenderedPageBreak/><w:t>${text}</w:t></w:r></w:p>`;
  const build = (characters: number) =>
    buildZip({
      '_rels/.rels': rels,
      'app.xml': properties(characters),
      'word/document.xml': root('w:document', `<w:body>${body}</w:body>`),
    });
  const laidOut = await parse(build(600));
  assert.deepEqual([laidOut.pages, ...laidOut.blocks.map(block => block.page)], [2, 1, 2]);
  const stale = await parse(build(50));
  assert.deepEqual([stale.pages, ...stale.blocks.map(block => block.page)], [null, null, null]);
});

test('a document without a main part is a clean error', async () => {
  await assert.rejects(parse(buildZip({ a: 'b' })), { code: 'extraction_failed', bomb: false });
});

test('notes come in the order in which the text refers to them, tied to their marks; those that nothing refers to last', async () => {
  const refer = (kind: string, id: number, more = '') =>
    `<w:p><w:r><w:t>x</w:t></w:r><w:r><w:${kind}Reference w:id="${id}" ${more}/></w:r></w:p>`;
  const body = [
    refer('footnote', 3) + refer('footnote', 4, 'w:customMarkFollows="1"') + refer('footnote', 1),
    refer('endnote', 1) + refer('footnote', 3) + refer('comment', 2) + refer('comment', 1),
  ].join('');
  const numbered = (kind: string, ids: number[]) =>
    ids.map(id => note(kind, `${kind} ${id}`, `w:id="${id}"`)).join('');
  const found = await texts(body, {
    footnotes: numbered('footnote', [1, 2, 3, 4]),
    endnotes: numbered('endnote', [1]),
    comments: numbered('comment', [1, 2]),
  });
  assert.deepEqual(found, [
    ...['x[1]', 'x', 'x[2]', 'x[i]', 'x[1]', 'x', 'x'],
    ...['[1] footnote 3', 'footnote 4', '[2] footnote 1', 'footnote 2'],
    ...['[i] endnote 1', 'comment 2', 'comment 1'],
  ]);
});

test('a footer that only counts pages is left out, and read where it says more', async () => {
  const simple = (instruction: string) =>
    `<w:fldSimple w:instr=" ${instruction} "><w:r><w:t>3</w:t></w:r></w:fldSimple>`;
  const complex =
    '<w:r><w:fldChar w:fldCharType="begin"/><w:instrText> PAGE </w:instrText><w:fldChar w:fldCharType="separate"/><w:t>3</w:t><w:fldChar w:fldCharType="end"/></w:r>';
  const words = (text: string) => `<w:r><w:t xml:space="preserve">${text}</w:t></w:r>`;
  const footers = [
    `<w:p>${words('Page ')}${simple('PAGE')}${words(' of ')}${simple('NUMPAGES')}</w:p>`,
    `<w:p>${complex}</w:p>`,
    `<w:p>${words('Report of the year, page ')}${complex}</w:p>`,
    p('2024'),
  ];
  const parts = footers.map((content, at) => ({
    name: `f${at}.xml`,
    type: 'footer',
    content: root('w:ftr', content),
  }));
  const references = parts.map(({ name }) => `<w:footerReference r:id="${name}"/>`).join('');
  const told = await texts(`${p('body')}<w:sectPr>${references}</w:sectPr>`, { parts });
  assert.deepEqual(told, ['body', 'Report of the year, page 3', '2024']);
});

test('a cell of a footer that only counts pages is empty, one of a body is not, and a table of nothing else is none', async () => {
  const page = '<w:fldSimple w:instr=" PAGE "><w:r><w:t>3</w:t></w:r></w:fldSimple>';
  const row = (...cells: string[]) =>
    `<w:tbl><w:tr>${cells.map(cell => `<w:tc>${cell}</w:tc>`).join('')}</w:tr></w:tbl>`;
  const count = `<w:p><w:r><w:t xml:space="preserve">Page </w:t></w:r>${page}</w:p>`;
  const footers = [row(p('Acme Ltd'), count), row(count, `<w:p>${page}</w:p>`)];
  const parts = footers.map((content, at) => ({
    name: `f${at}.xml`,
    type: 'footer',
    content: root('w:ftr', content),
  }));
  const references = parts.map(({ name }) => `<w:footerReference r:id="${name}"/>`).join('');
  const blocks = await blocksOf(`${row(p('body'), count)}<w:sectPr>${references}</w:sectPr>`, { parts });
  assert.deepEqual(
    blocks.map(block => block.kind === 'table' && block.rows.map(cells => cells.map(({ text }) => text))),
    [[['body', 'Page 3']], [['Acme Ltd', '']]],
  );
});

test('a head keeps its words beside the page number, however few, and notes and comments keep all of theirs', async () => {
  const page = '<w:fldSimple w:instr=" PAGE "><w:r><w:t>3</w:t></w:r></w:fldSimple>';
  const counted = (text: string) => `<w:p><w:r><w:t xml:space="preserve">${text} </w:t></w:r>${page}</w:p>`;
  const heads = ['Microsoft Confidential', 'ACME-2024-0017', 'Seite', 'Página'].map((text, at) => ({
    name: `h${at}.xml`,
    type: 'header',
    content: root('w:hdr', counted(text)),
  }));
  const references = heads.map(({ name }) => `<w:headerReference r:id="${name}"/>`).join('');
  const footnotes = `<w:footnote w:id="1">${counted('See page')}</w:footnote>`;
  const told = await texts(`${p('body')}<w:sectPr>${references}</w:sectPr>`, { parts: heads, footnotes });
  assert.deepEqual(told, ['body', 'See page 3', 'Microsoft Confidential 3', 'ACME-2024-0017 3']);
});

test('a comment says who made it', async () => {
  const comments = note('comment', 'why?', 'w:id="1" w:author="Ada Lovelace"');
  assert.deepEqual(await texts(p('body'), { comments }), ['body', 'Ada Lovelace: why?']);
});

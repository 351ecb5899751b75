import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { Cell, Element, JsonSuccess } from '../../../schemas/api.ts';
import { failureOf } from '../compat/docling-answers.ts';
import type { Handler, TikaOrder } from '../compat/tika-answers.ts';
import { MOST_CHARACTERS, USUAL_CHARACTERS } from '../mcp/pieces.ts';
import type { Order } from './order.ts';
import { render } from './render.ts';

const cell = (text: string, more: Partial<Cell> = {}): Cell => ({
  text,
  colspan: 1,
  rowspan: 1,
  header: false,
  ...more,
});
const element = (type: Element['type'], page: number | null, text: string, more: Partial<Element> = {}) => {
  return { type, text, page, offset: 0, bbox: null, ...more };
};
const HTML = '<table>\n</table>';
const inner = element('list', 1, '- two', { ordered: false, items: [element('list_item', 1, 'two')] });
const ELEMENTS: Element[] = [
  element('heading', 1, 'Minutes', { level: 1 }),
  element('heading', 1, 'Present', { level: 3 }),
  element('paragraph', 1, 'The board 😀.'),
  element('list', 1, '1. one\n  - two\n2. three', {
    ordered: true,
    items: [element('list_item', 1, 'one', { items: [inner] }), element('list_item', 1, 'three')],
  }),
  element('table', 2, 'a\tb\nc\nwide', {
    html: HTML,
    rows: 3,
    cols: 2,
    cells: [
      [cell('a', { header: true, rowspan: 2 }), cell('b', { header: true })],
      [cell('c')],
      [cell('wide', { colspan: 2 })],
    ],
  }),
  element('code', 2, 'x = 1'),
  element('image', 3, 'A bridge\nFigure 1', { alt: 'A bridge', caption: 'Figure 1' }),
];
const TEXT = ELEMENTS.map(({ text }) => text).join('\n\n');
const MARKDOWN_OF_PAGES = [
  '# Minutes\n\n### Present\n\nThe board 😀.\n\n1. one\n   - two\n2. three\n',
  `${HTML}\n\n\`\`\`\nx = 1\n\`\`\`\n`,
  '*A bridge*\n\n*Figure 1*\n',
];
const MARKDOWN = MARKDOWN_OF_PAGES.join('\n');

function resultOf(elements: Element[], pages: number | null = 3): JsonSuccess {
  const counts = { content_type: 'application/pdf', bytes: 9, chars: 40, ocr: true, pages };
  const metadata = { ...counts, format: 'json' as const, tier: 'standard' as const, vlm: false };
  return { status: 'success', elements, metadata };
}
const TEXT_ALONE = {
  status: 'success',
  extracted_text: 'a “text”',
  metadata: { content_type: 'text/html', bytes: 9, chars: 8, ocr: false },
};

const rendered = async (order: Order, result: object = resultOf(ELEMENTS)) =>
  (await render(Buffer.from(JSON.stringify(result)), order))?.toString() ?? null;
const parsed = async (order: Order, result?: object) => JSON.parse((await rendered(order, result)) ?? '');

interface Node {
  self_ref: string;
  parent?: { $ref: string };
  children: { $ref: string }[];
  label: string;
  text?: string;
  [field: string]: unknown;
}
type DoclingDocument = Record<'texts' | 'groups' | 'tables' | 'pictures', Node[]> & {
  body: Node;
  pages: Record<string, { page_no: number }>;
};

describe('docling’s answer', () => {
  const order = (formats: string[], more = {}): Order => ({
    as: 'docling',
    asked: { formats, pageBreak: null, fileName: 'min.utes.pdf', ...more },
    processing_time: 1.5,
  });
  const none = { md_content: null, json_content: null, html_content: null, text_content: null };

  it('has the forms that were asked for and no others', async () => {
    const { document, ...rest } = await parsed(order(['md', 'text']));
    const empty = { ...none, doctags_content: null, filename: 'min.utes.pdf' };
    assert.deepEqual(document, { ...empty, md_content: MARKDOWN, text_content: TEXT });
    assert.deepEqual(rest, { status: 'success', errors: [], timings: {}, processing_time: 1.5 });
    const { document: web } = await parsed(order(['html']));
    assert.match(web.html_content, /<h1>Minutes<\/h1>\n<h3>Present<\/h3>/);
    assert.doesNotMatch(web.html_content, /class="page"/);
    assert.equal(web.md_content, null);
  });

  it('has what parts pages between them, where that was given', async () => {
    const { document } = await parsed(order(['md'], { pageBreak: '<<>>' }));
    assert.equal(document.md_content, MARKDOWN_OF_PAGES.join('\n<<>>\n\n'));
    assert.equal((await parsed(order(['md'], { pageBreak: '' }))).document.md_content, MARKDOWN);
  });

  it('is none of a result without elements', async () => {
    assert.equal(await rendered(order(['md']), TEXT_ALONE), null);
  });

  it('says of a document that could not be read why', () => {
    const asked = { formats: ['md'], pageBreak: null, fileName: 'a.pdf' };
    const failure = failureOf({ code: 'encrypted', message: 'No.' }, { asked, processing_time: 2 });
    assert.deepEqual(failure, {
      document: { filename: 'a.pdf', ...none, doctags_content: null },
      status: 'failure',
      errors: [{ component_type: 'document_backend', module_name: 'encrypted', error_message: 'No.' }],
      timings: {},
      processing_time: 2,
    });
  });

  const documentOf = async (fileName = 'min.utes.pdf', result?: JsonSuccess) =>
    (await parsed(order(['json'], { fileName }), result)).document.json_content;

  it('as a document names it and its pages', async () => {
    const { name, origin, schema_name, pages } = await documentOf();
    assert.deepEqual([schema_name, name], ['DoclingDocument', 'min.utes']);
    assert.deepEqual(origin, { mimetype: 'application/pdf', binary_hash: 0, filename: 'min.utes.pdf' });
    assert.deepEqual(Object.keys(pages), ['1', '2', '3']);
    assert.deepEqual(pages['3'], { size: { width: 0, height: 0 }, page_no: 3 });
    assert.deepEqual((await documentOf('.env', resultOf([], null))).pages, {});
    assert.deepEqual([(await documentOf('.env')).name, (await documentOf('')).name], ['.env', 'document']);
  });

  it('as a document is a tree whose references hold both ways', async () => {
    const { body, ...document }: DoclingDocument = await documentOf();
    const kinds = ['texts', 'groups', 'tables', 'pictures'] as const;
    const nodes = new Map(kinds.flatMap(kind => document[kind]).map(node => [node.self_ref, node]));
    for (const kind of kinds)
      for (const [at, { self_ref }] of document[kind].entries()) assert.equal(self_ref, `#/${kind}/${at}`);
    const below = (node: Node): string[] =>
      node.children.flatMap(({ $ref }) => {
        const child = nodes.get($ref);
        assert.equal(child?.parent?.$ref, node.self_ref);
        return child === undefined ? [] : [`${child.label} ${child.text ?? ''}`.trim(), ...below(child)];
      });
    assert.deepEqual(below(body), [
      'title Minutes',
      'section_header Present',
      'text The board 😀.',
      'list',
      'list_item one',
      'list',
      'list_item two',
      'list_item three',
      'table',
      'code x = 1',
      'picture',
      'caption Figure 1',
      'caption A bridge',
    ]);
  });

  it('as a document has levels, markers, captions, and the page and length of each text', async () => {
    const { texts, pictures }: DoclingDocument = await documentOf();
    const withText = (text: string) => texts.find(one => one.text === text) ?? assert.fail(text);
    assert.deepEqual([withText('Minutes').level, withText('Present').level], [undefined, 2]);
    const markers = ['one', 'two', 'three']
      .map(withText)
      .map(({ enumerated, marker }) => [enumerated, marker]);
    assert.deepEqual(markers, [
      [true, '1.'],
      [false, '-'],
      [true, '2.'],
    ]);
    const captions = ['Figure 1', 'A bridge'].map(text => ({ $ref: withText(text).self_ref }));
    assert.deepEqual(pictures[0]?.captions, captions);
    const bbox = { l: 0, t: 0, r: 0, b: 0, coord_origin: 'TOPLEFT' };
    for (const { text = '', orig, prov } of texts) {
      const page_no = /Figure|bridge/.test(text) ? 3 : text.startsWith('x') ? 2 : 1;
      assert.deepEqual(prov, [{ page_no, bbox, charspan: [0, [...text].length] }], text);
      assert.equal(orig, text);
    }
    const [first] = (await documentOf('a', resultOf([element('paragraph', null, 'x')], null))).texts;
    assert.deepEqual(first.prov, []);
  });

  it('as a document has cells where they stand in the grid', async () => {
    const { tables } = await documentOf();
    const { table_cells, num_rows, num_cols } = tables[0].data;
    assert.deepEqual([num_rows, num_cols], [3, 2]);
    const places = table_cells.map((one: Record<string, unknown>) => [
      one.text,
      one.start_row_offset_idx,
      one.end_row_offset_idx,
      one.row_span,
      one.start_col_offset_idx,
      one.end_col_offset_idx,
      one.col_span,
      one.column_header,
    ]);
    assert.deepEqual(places, [
      ['a', 0, 2, 2, 0, 1, 1, true],
      ['b', 0, 1, 1, 1, 2, 1, true],
      ['c', 1, 2, 1, 1, 2, 1, false],
      ['wide', 2, 3, 1, 0, 2, 2, false],
    ]);
  });
});

describe('Tika’s answer', () => {
  const order = (shape: TikaOrder['shape'], handler: Handler): Order => ({ as: 'tika', shape, handler });
  const METADATA = {
    'Content-Type': 'application/pdf',
    'Content-Length': '9',
    'X-TIKA:Parsed-By': ['textrail'],
    'X-TIKA:Parsed-By-Full-Set': ['textrail'],
    'meta:character-count': '40',
    'xmpTPg:NPages': '3',
  };

  it('is the content alone, in the form of its handler', async () => {
    assert.equal(await rendered(order('content', 'text')), `${TEXT}\n`);
    assert.equal(await rendered(order('content', 'md')), MARKDOWN);
    assert.equal(await rendered(order('content', 'ignore')), '');
    const web = await rendered(order('content', 'html'));
    assert.match(web ?? '', /<meta name="Content-Type" content="application\/pdf" \/>/);
    assert.equal(web?.split('<div class="page">').length, 4);
  });

  it('is JSON with the content under the name of its version, or in a list', async () => {
    const content = `${TEXT}\n`;
    assert.deepEqual(await parsed(order('json', 'text')), { ...METADATA, 'X-TIKA:content': content });
    assert.deepEqual(await parsed(order('json-4', 'text')), { ...METADATA, 'tk:content': content });
    assert.deepEqual(await parsed(order('list', 'text')), [{ ...METADATA, 'X-TIKA:content': content }]);
    assert.deepEqual(await parsed(order('json', 'ignore')), METADATA);
    const { 'xmpTPg:NPages': _, ...unpaged } = METADATA;
    assert.deepEqual(await parsed(order('json', 'ignore'), resultOf(ELEMENTS, null)), unpaged);
  });

  it('is the type alone, also of a result without elements, of which nothing else can be had', async () => {
    assert.equal(await rendered(order('type', 'ignore')), 'application/pdf');
    assert.equal(await rendered(order('type', 'ignore'), TEXT_ALONE), 'text/html');
    for (const shape of ['content', 'json', 'list'] as const)
      assert.equal(await rendered(order(shape, 'text'), TEXT_ALONE), null);
  });
});

it('Open WebUI is answered page by page, from 0 and by name, and whole where there are none', async () => {
  const order: Order = { as: 'openwebui', source: 'a.pdf' };
  const common = { source: 'a.pdf', content_type: 'application/pdf', ocr: true };
  assert.deepEqual(
    await parsed(order),
    MARKDOWN_OF_PAGES.map((page_content, page) => ({
      page_content,
      metadata: { ...common, page, page_label: String(page + 1) },
    })),
  );
  const unpaged = resultOf([element('paragraph', null, 'one'), element('paragraph', null, 'two')], null);
  assert.deepEqual(await parsed(order, unpaged), [{ page_content: 'one\n\ntwo\n', metadata: common }]);
  assert.equal(await rendered(order, TEXT_ALONE), null);
});

describe('a piece for a model', () => {
  const piece = (asked: object, result?: object) => parsed({ as: 'mcp', jobId: 'j', asked } as Order, result);

  it('is Markdown from the beginning unless asked for otherwise, with what the document is', async () => {
    const { content, structuredContent } = await piece({});
    assert.deepEqual(content, [{ type: 'text', text: MARKDOWN }]);
    const { length: characters } = MARKDOWN;
    const facts = { content_type: 'application/pdf', pages: 3, ocr: true, characters };
    assert.deepEqual(structuredContent, {
      status: 'success',
      job_id: 'j',
      ...facts,
      offset: 0,
      next_offset: null,
    });
    assert.deepEqual((await piece({ format: 'text' })).content, [{ type: 'text', text: TEXT }]);
    const alone = await piece({}, TEXT_ALONE);
    assert.deepEqual([alone.content[0].text, alone.structuredContent.pages], ['a “text”', null]);
  });

  it('says how to ask for the next, until all has been told and no character parted', async () => {
    for (const max_characters of [1, 2, 3, 50]) {
      let told = '';
      for (let offset: number | null = 0; offset !== null; ) {
        const { content, structuredContent } = await piece({ format: 'text', offset, max_characters });
        assert.equal(structuredContent.offset, offset);
        assert.ok(content[0].text.isWellFormed());
        told += content[0].text;
        const next = structuredContent.next_offset;
        const asked = `get_job with job_id j, offset ${next}, format text.`;
        if (next === null) assert.equal(content.length, 1);
        else assert.ok(content[1].text.endsWith(`of ${TEXT.length}. The next: ${asked}`), content[1].text);
        offset = next;
      }
      assert.equal(told, TEXT);
    }
  });

  it('begins at no half of a character, and is empty behind the end', async () => {
    const inside = TEXT.indexOf('😀') + 1;
    const { content, structuredContent } = await piece({ format: 'text', offset: inside, max_characters: 2 });
    assert.deepEqual([content[0].text, structuredContent.offset], ['😀', inside - 1]);
    const behind = await piece({ offset: 1e9 });
    const { offset, next_offset } = behind.structuredContent;
    assert.deepEqual([behind.content[0].text, offset, next_offset], ['', MARKDOWN.length, null]);
  });

  it('has 20,000 characters unless asked for otherwise', async () => {
    const long = resultOf([element('paragraph', 1, 'x'.repeat(2 * MOST_CHARACTERS))]);
    assert.equal((await piece({}, long)).content[0].text.length, USUAL_CHARACTERS);
    const most = await piece({ max_characters: MOST_CHARACTERS }, long);
    assert.equal(most.content[0].text.length, MOST_CHARACTERS);
  });
});

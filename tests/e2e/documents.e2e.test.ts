import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import type { Element } from '../../schemas/api.ts';
import { docx, eml, html, pptx, WORDS, xlsx } from '../support/documents.ts';
import { issueKey, type TestKey } from '../support/keys.ts';
import { suite } from '../support/mode.ts';
import { pdf, textPdf } from '../support/pdf-documents.ts';
import { bitmap, PICTURE_WORDS, type PictureKind, picture } from '../support/pictures.ts';
import { type Service, startService } from '../support/service.ts';

const OFFICE = 'application/vnd.openxmlformats-officedocument';

describe(suite('documents of every kind'), () => {
  let service: Service;
  let key: TestKey;
  before(async () => {
    service = await startService();
    key = await issueKey(service);
  });
  after(() => service.dispose());

  const kinds: [kind: string, contentType: string, pages: number | null, document: Buffer, words: string][] =
    [
      ['HTML', 'text/html', null, html(), WORDS.paragraph],
      ['EML', 'message/rfc822', null, eml(), WORDS.paragraph],
      ['DOCX', `${OFFICE}.wordprocessingml.document`, null, docx(), WORDS.paragraph],
      ['XLSX', `${OFFICE}.spreadsheetml.sheet`, 1, xlsx(), WORDS.paragraph],
      ['PPTX', `${OFFICE}.presentationml.presentation`, 1, pptx(), WORDS.paragraph],
      ['PDF', 'application/pdf', 1, textPdf('Plain words on a page.'), 'Plain words on a page.'],
    ];

  for (const [kind, contentType, pages, document, words] of kinds) {
    test(`${kind} is read as text, with its type, size, length and no OCR`, async () => {
      const answer = await key.client.extract({ file: document });
      assert.equal(answer.status, 200, answer.text);
      const { extracted_text, metadata } = answer.body;
      assert.ok(extracted_text.includes(words), extracted_text);
      assert.deepEqual(metadata, {
        content_type: contentType,
        bytes: document.length,
        chars: [...extracted_text].length,
        ocr: false,
      });
    });

    test(`${kind} is read as elements, with the same length and its number of pages`, async () => {
      const text = await key.client.text(document);
      const { elements, metadata } = await key.client.elements(document);
      assert.ok(JSON.stringify(elements).includes(words));
      assert.deepEqual(metadata, {
        content_type: contentType,
        bytes: document.length,
        chars: [...text].length,
        ocr: false,
        format: 'json',
        tier: 'standard',
        pages,
        vlm: false,
      });
    });

    test(`${kind}: an element's offset is where its text begins in the plain text, in code points`, async () => {
      const points = [...(await key.client.text(document))];
      const { elements } = await key.client.elements(document);
      const placed = elements.flatMap(everyElement).filter(({ type }) => SLICED.includes(type));
      for (const { offset, text } of placed)
        assert.equal(points.slice(offset, offset + [...text].length).join(''), text);
      assert.ok(elements.length > 0);
    });
  }

  const pictures: [kind: string, contentType: string, document: () => Promise<Buffer>][] = [
    ...(['png', 'jpeg', 'tiff', 'webp', 'gif'] as PictureKind[]).map(
      (kind): [string, string, () => Promise<Buffer>] => [
        kind.toUpperCase(),
        `image/${kind}`,
        () => picture(kind),
      ],
    ),
    ['BMP', 'image/bmp', async () => bitmap()],
  ];
  for (const [kind, contentType, document] of pictures) {
    test(`a ${kind} is read by OCR and says so`, async () => {
      const bytes = await document();
      const answer = await key.client.extract({ file: bytes });
      assert.equal(answer.status, 200, answer.text);
      assert.equal(answer.body.metadata.content_type, contentType);
      assert.equal(answer.body.metadata.ocr, true);
      assert.equal(answer.body.metadata.bytes, bytes.length);
      const words = answer.body.extracted_text.replace(/\s+/g, ' ');
      assert.equal(words, PICTURE_WORDS.join(' '));
    });
  }

  test('the type is told from the bytes, whatever the name and the declared type say', async () => {
    const { client } = key;
    const named = await client.extract({ file: textPdf('Plain words.'), fileName: 'page.html' });
    assert.equal(named.body.metadata.content_type, 'application/pdf');
    const { multipart } = await import('../support/multipart.ts');
    const body = multipart([{ fileName: 'a.pdf', contentType: 'application/pdf', content: docx() }]);
    const declared = await client.extract({ body });
    assert.equal(declared.body.metadata.content_type, `${OFFICE}.wordprocessingml.document`);
  });

  test('a PDF of several pages says on which page each element stands', async () => {
    const document = pdf([[{ text: 'First page.' }], [{ text: 'Second page.' }], [{ text: 'Third page.' }]]);
    const { elements, metadata } = await key.client.elements(document);
    assert.equal(metadata.pages, 3);
    assert.deepEqual(
      elements.map(({ page, text }) => [page, text]),
      [
        [1, 'First page.'],
        [2, 'Second page.'],
        [3, 'Third page.'],
      ],
    );
  });

  test('lists nest, tables carry their grid, GFM and sanitized HTML, pictures their text', async () => {
    const page = `<!DOCTYPE html><meta charset="utf-8"><h2>T</h2><ol><li>one<ul><li>inner</li></ul></li><li>two</li></ol>
      <table onclick="x()"><tr><th>A</th><th>B</th></tr><tr><td colspan="2"><script>bad()</script>wide</td></tr></table>
      <img alt="a fox" src="data:,"><pre>let a = 1;</pre>`;
    const { elements } = await key.client.elements(page);
    const of = (type: string) => elements.find(element => element.type === type) as Element;
    assert.equal(of('heading').level, 2);
    assert.equal(of('list').ordered, true);
    assert.equal(of('list').items?.[0]?.items?.[0]?.ordered, false);
    assert.equal(of('list').items?.[0]?.items?.[0]?.items?.[0]?.text, 'inner');
    const table = of('table');
    assert.deepEqual([table.rows, table.cols], [2, 2]);
    assert.deepEqual(table.cells?.[1], [{ text: 'wide', colspan: 2, rowspan: 1, header: false }]);
    assert.match(table.html ?? '', /^<table>/);
    assert.doesNotMatch(table.html ?? '', /script|onclick/);
    assert.equal(of('image').alt, 'a fox');
    assert.equal(of('code').text, 'let a = 1;');
  });
});

/**
 * Kinds of elements whose text is exactly what their offset and the text's length cut out of the plain text, as the API
 * promises.
 */
const SLICED: readonly string[] = ['heading', 'paragraph', 'code', 'list_item'];

function everyElement(element: Element): Element[] {
  return [element, ...(element.items ?? []).flatMap(everyElement)];
}

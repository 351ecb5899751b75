import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Document } from '../../../../schemas/document.ts';
import { buildZip, type ZipPart } from '../../archive/zip.test-support.ts';
import { detect } from '../../detection/detect.ts';
import { CEILINGS } from '../../format.ts';
import { loadFormats } from '../../registry.ts';
import { format } from './format.ts';

const FORMATS = await loadFormats();
const CONTAINER = `<container xmlns="urn:oasis:names:tc:opendocument:xmlns:container"><rootfiles><rootfile full-path="OPS/book.opf"/></rootfiles></container>`;
const page = (body: string) =>
  `<?xml version="1.0"?><!DOCTYPE html><html xmlns="http://www.w3.org/1999/xhtml"><body>${body}</body></html>`;

function build(
  chapters: Record<string, string>,
  others: ZipPart[] = [],
  spine = Object.keys(chapters),
): Uint8Array {
  const items = [...Object.keys(chapters), 'nav.xhtml'].map(
    name =>
      `<item id="${name}" href="text/${encodeURIComponent(name)}" media-type="application/xhtml+xml"${name === 'nav.xhtml' ? ' properties="nav"' : ''}/>`,
  );
  const references = ['nav.xhtml', ...spine].map(name => `<itemref idref="${name}"/>`);
  const opf = `<package xmlns="http://www.idpf.org/2007/opf"><manifest>${items.join('')}</manifest><spine>${references.join('')}</spine></package>`;
  return buildZip([
    { name: 'mimetype', content: 'application/epub+zip', stored: true },
    { name: 'META-INF/container.xml', content: CONTAINER },
    { name: 'OPS/book.opf', content: opf },
    { name: 'OPS/text/nav.xhtml', content: page('<nav><ol><li>One</li></ol></nav>') },
    ...Object.entries(chapters).map(([name, body]) => ({ name: `OPS/text/${name}`, content: page(body) })),
    ...others,
  ]);
}

async function parse(bytes: Uint8Array): Promise<Document> {
  const { contentType } = await detect(bytes, FORMATS);
  assert.equal(contentType, 'application/epub+zip');
  const ocr = { recognize: () => Promise.reject(new Error('no OCR here')) };
  return format.parse({ bytes, contentType }, { ocr, ceilings: CEILINGS });
}

const texts = async (bytes: Uint8Array) =>
  (await parse(bytes)).blocks.map(block => ('text' in block ? `${block.kind} ${block.text}` : block.kind));

test('chapters are read in the order of the spine, without the table of contents', async () => {
  const chapters = { 'b c.xhtml': '<h1>Two</h1><p>after</p>', 'a.xhtml': '<h1>One</h1><p>before</p>' };
  assert.deepEqual(await texts(build(chapters, [], ['a.xhtml', 'b c.xhtml'])), [
    'heading One',
    'paragraph before',
    'heading Two',
    'paragraph after',
  ]);
});

test('a book under protection is encrypted; disguised fonts are no protection', async () => {
  const encryption = (algorithm: string) => ({
    name: 'META-INF/encryption.xml',
    content: `<encryption xmlns:enc="http://www.w3.org/2001/04/xmlenc#"><enc:EncryptedData><enc:EncryptionMethod Algorithm="${algorithm}"/></enc:EncryptedData></encryption>`,
  });
  const chapters = { 'a.xhtml': '<p>text</p>' };
  const aes = encryption('http://www.w3.org/2001/04/xmlenc#aes128-cbc');
  await assert.rejects(parse(build(chapters, [aes])), { code: 'encrypted' });
  const fonts = encryption('http://www.idpf.org/2008/embedding');
  assert.deepEqual(await texts(build(chapters, [fonts])), ['paragraph text']);
});

test('a chapter that is missing is a warning, a book without its list of chapters an error', async () => {
  const { blocks, warnings } = await parse(build({ 'a.xhtml': '<p>text</p>' }, [], ['a.xhtml', 'a.xhtml']));
  assert.deepEqual([blocks.length, warnings], [1, []]);
  const lost = buildZip([{ name: 'mimetype', content: 'application/epub+zip', stored: true }]);
  await assert.rejects(parse(lost), { code: 'extraction_failed' });
});

/** A book with the given items and spine. */
function bookOf(items: string, spine: readonly string[], others: ZipPart[]): Uint8Array {
  const references = spine.map(id => `<itemref idref="${id}"/>`).join('');
  const opf = `<package xmlns="http://www.idpf.org/2007/opf"><manifest>${items}</manifest><spine>${references}</spine></package>`;
  return buildZip([
    { name: 'mimetype', content: 'application/epub+zip', stored: true },
    { name: 'META-INF/container.xml', content: CONTAINER },
    { name: 'OPS/book.opf', content: opf },
    ...others,
  ]);
}
const item = (id: string, type: string, attributes = '') =>
  `<item id="${id}" href="${id}" media-type="${type}" ${attributes}/>`;

test('a chapter of a foreign type is read as what the book names in its place, round a circle never', async () => {
  const items = [
    item('scan.jpg', 'image/jpeg', 'fallback="data.json"'),
    item('data.json', 'application/json', 'fallback="said.xhtml"'),
    item('said.xhtml', 'application/xhtml+xml'),
    item('a.bin', 'a/a', 'fallback="b.bin"'),
    item('b.bin', 'b/b', 'fallback="a.bin"'),
  ].join('');
  const said = { name: 'OPS/said.xhtml', content: page('<p>said</p>') };
  assert.deepEqual(await texts(bookOf(items, ['scan.jpg', 'a.bin', 'gone'], [said])), ['paragraph said']);
});

test('drawings and the pages of talking books are chapters', async () => {
  const items = item('one.svg', 'image/svg+xml') + item('two.xml', 'application/x-dtbook+xml');
  const drawing =
    '<?xml version="1.0"?><svg xmlns="http://www.w3.org/2000/svg"><style>.a{}</style><text>drawn</text></svg>';
  const talking =
    '<?xml version="1.0"?><dtbook><book><level1><h1>One</h1><p>told</p></level1></book></dtbook>';
  assert.deepEqual(
    await texts(
      bookOf(
        items,
        ['one.svg', 'two.xml'],
        [
          { name: 'OPS/one.svg', content: drawing },
          { name: 'OPS/two.xml', content: talking },
        ],
      ),
    ),
    ['paragraph drawn', 'heading One', 'paragraph told'],
  );
});

test('a book of which only a film is protected is read', async () => {
  const encryption = (part: string) => ({
    name: 'META-INF/encryption.xml',
    content: `<encryption xmlns:enc="http://www.w3.org/2001/04/xmlenc#"><enc:EncryptedKey><enc:EncryptionMethod Algorithm="rsa"/></enc:EncryptedKey><enc:EncryptedData><enc:EncryptionMethod Algorithm="aes"/><enc:CipherData><enc:CipherReference URI="${part}"/></enc:CipherData></enc:EncryptedData></encryption>`,
  });
  const chapters = { 'a b.xhtml': '<p>text</p>' };
  assert.deepEqual(await texts(build(chapters, [encryption('OPS/film.mp4')])), ['paragraph text']);
  await assert.rejects(parse(build(chapters, [encryption('OPS/text/a%20b.xhtml')])), { code: 'encrypted' });
});

test('a book whose spine names no page that it has is read in the order of its manifest', async () => {
  const chapters = { 'b.xhtml': '<h1>One</h1>', 'a.xhtml': '<p>two</p>' };
  assert.deepEqual(await texts(build(chapters, [], ['b.xhtml.xhtml'])), ['heading One', 'paragraph two']);
});

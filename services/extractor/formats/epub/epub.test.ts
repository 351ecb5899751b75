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

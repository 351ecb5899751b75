import assert from 'node:assert/strict';
import { test } from 'node:test';
import { detect } from '../../detection/detect.ts';
import { CEILINGS } from '../../format.ts';
import { format } from './format.ts';
import { type Plist, propertyList } from './property-list.test-support.ts';
import { sniffHtml } from './sniff.ts';

const noOcr = { recognize: () => Promise.reject(new Error('a page needs no OCR')) };

test('a page that only scripts would fill answers with its title', async () => {
  const bytes = Buffer.from('<title> My\n app </title><div id=root></div><script>start()</script>');
  const document = await format.parse(
    { bytes, contentType: 'text/html' },
    { ocr: noOcr, ceilings: CEILINGS },
  );
  assert.deepEqual(document.blocks, [{ kind: 'heading', level: 1, text: 'My app', page: null }]);
  assert.equal(document.pages, null);
});

test('a page of frames, which stand in other files, answers with what it holds for browsers without them', async () => {
  const frames = '<frameset cols="20%,80%"><frame src="menu.html"><frame src="main.html">';
  const read = async (page: string) => {
    const source = { bytes: Buffer.from(page), contentType: 'text/html' };
    const { blocks } = await format.parse(source, { ocr: noOcr, ceilings: CEILINGS });
    return blocks.map(block => ('text' in block ? block.text : block.kind));
  };
  const title = '<html><head><title>Old &amp; gold</title></head>';
  const told = `${frames}<NOFRAMES><body><h1>Welcome</h1><p>Read <a href=m>more</a>.</body></NOFRAMES></frameset></html>`;
  assert.deepEqual(await read(title + told), ['Welcome', 'Read more.']);
  assert.deepEqual(await read(`${title}${frames}</frameset></html>`), ['Old & gold']);
  assert.deepEqual(await read('<p>Text<noframes>none</noframes>'), ['Text']);
});

test('a page’s own word counts before ISO 8859-1 of its server, which says that of all its pages', async () => {
  const read = async (page: string, charset: string) => {
    const { blocks } = await format.parse(
      { bytes: Buffer.from(page, 'latin1'), contentType: 'text/html', charset },
      { ocr: noOcr, ceilings: CEILINGS },
    );
    return blocks.map(block => ('text' in block ? block.text : block.kind)).join();
  };
  assert.equal(await read('<p>P\xf8\xedli\xb9', 'iso-8859-2'), 'Příliš');
  assert.equal(await read('<meta charset=windows-1251><p>\xd1\xfa\xe5\xf8\xfc', 'windows-1252'), 'Съешь');
  const undeclared = '<p>\xcf\xee\xf7\xf2\xe8 \xe2\xf1\xe5 \xf1\xf2\xf0\xe0\xed\xe8\xf6\xfb';
  assert.equal(await read(undeclared, 'windows-1252'), 'Почти все страницы');
  assert.equal(await read('<p>caf\xe9', 'windows-1252'), 'café');
});

test('bookmarks as browsers export them are a page', () => {
  assert.equal(sniffHtml('<!DOCTYPE NETSCAPE-Bookmark-file-1>\n<TITLE>Bookmarks</TITLE>'), 1);
  assert.equal(sniffHtml('<!DOCTYPE recipe><recipe></recipe>'), 0);
});

const savedPage = (html: string, charset: string, ...frames: Plist[]): Plist => ({
  WebMainResource: {
    WebResourceData: Buffer.from(html, charset === 'UTF-8' ? 'utf8' : 'latin1'),
    WebResourceMIMEType: 'text/html',
    WebResourceTextEncodingName: charset,
    WebResourceURL: 'https://example.org/\u00fc',
  },
  WebSubresources: [{ WebResourceData: Buffer.alloc(300), WebResourceMIMEType: 'image/png' }],
  ...(frames.length > 0 ? { WebSubframeArchives: frames } : {}),
});

test('a page that Safari saved is read with its frames, in the encodings that it names', async () => {
  const frame = savedPage('<p>caf\xe9', 'ISO-8859-1');
  const bytes = propertyList(savedPage(`<h1>Grüße</h1><p>${'x'.repeat(300)}`, 'UTF-8', frame, frame));
  const { contentType } = await detect(bytes, [format]);
  assert.equal(contentType, 'application/x-webarchive');
  const read = () => format.parse({ bytes, contentType }, { ocr: noOcr, ceilings: CEILINGS });
  const { blocks } = await read();
  assert.deepEqual(
    blocks.map(block => ('text' in block ? block.text : block.kind)),
    ['Grüße', 'x'.repeat(300), 'café', 'café'],
  );
  bytes.fill(0xff, bytes.length - 40);
  await assert.rejects(read(), { code: 'extraction_failed' });
});

test('a template is a page by its markup, though it begins with a sign of its language', () => {
  for (const template of [
    '{% load static %}\n<!DOCTYPE html>\n<html><body>Hi {{ name }}</body></html>',
    '{{> head }}\n<table><tr><td>Hi</td></tr></table>',
    '{# mail #}<p>Hi</p>',
  ])
    assert.ok(sniffHtml(template) > 0);
  for (const quoting of ['{ "page": "<p>Hi</p>" }', '[{"html":"<b>Hi</b>"}]', '{"a":{"b":"<p>Hi</p>"}}'])
    assert.equal(sniffHtml(quoting), 0);
});

test('a binary file that holds a piece of a page is none', async () => {
  const program = `MZ${'\x01\x02\x03'.repeat(20)}<html><body>It works!</body></html>`;
  assert.equal(sniffHtml(program), 0);
  assert.ok(sniffHtml('HTTP/1.1 200 OK\r\n\r\n<html><body>It works!') > 0);
});

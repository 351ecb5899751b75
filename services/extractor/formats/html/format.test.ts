import assert from 'node:assert/strict';
import { test } from 'node:test';
import { CEILINGS } from '../../format.ts';
import { format } from './format.ts';
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

test('bookmarks as browsers export them are a page', () => {
  assert.equal(sniffHtml('<!DOCTYPE NETSCAPE-Bookmark-file-1>\n<TITLE>Bookmarks</TITLE>'), 1);
  assert.equal(sniffHtml('<!DOCTYPE recipe><recipe></recipe>'), 0);
});

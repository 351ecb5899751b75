import assert from 'node:assert/strict';
import { test } from 'node:test';
import { decodeText } from './charset.ts';

const bytesOf = (text: string) => Uint8Array.from(Buffer.from(text, 'latin1'));

test('Korean that is shifted out of ASCII and back is read', () => {
  assert.equal(decodeText(bytesOf('\x1b$)C\x0eGQ1[\x0f KS'), 'ISO-2022-KR'), '한글 KS');
});

test('Chinese between escapes of tildes is read, and a tilde that is one stays', () => {
  assert.equal(decodeText(bytesOf('~{VPND~} GB ~~ a~\nb'), 'hz-gb-2312'), '中文 GB ~ ab');
});

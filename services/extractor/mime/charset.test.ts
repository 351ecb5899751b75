import assert from 'node:assert/strict';
import { test } from 'node:test';
import iconv from 'iconv-lite';
import { decodeText } from './charset.ts';

const UNICODE: readonly (readonly [label: string, text: string])[] = [
  ['GB2312', '会议记录：请查收附件'],
  ['Big5', '會議記錄：請查收附件'],
  ['Shift_JIS', '会議の議事録を添付します'],
  ['EUC-KR', '회의록을 첨부합니다'],
  ['windows-1251', 'Протокол собрания во вложении'],
  ['iso-8859-2', 'Zápis ze schůze v příloze'],
];

test('valid UTF-8 beyond ASCII is read as such under the label of any legacy charset', () => {
  for (const [label, text] of UNICODE) assert.equal(decodeText(Buffer.from(text), label), text, label);
});

test('the same texts in the charset that the label names are read by it', () => {
  for (const [label, text] of UNICODE)
    assert.equal(decodeText(iconv.encode(text, label), label), text, label);
});

test('a short name in a charset of two bytes is read by its label though its bytes are valid UTF-8', () => {
  // C4 A3 and D0 BF: two common characters in GB 2312, and two letters in UTF-8.
  assert.equal(decodeText(Uint8Array.of(0xc4, 0xa3, 0xd0, 0xb1), 'gb2312'), '模斜');
});

test('ASCII under a label of UTF-16 is ASCII, and UTF-16 is itself', () => {
  for (const label of ['utf-16', 'UTF16', 'ucs-2', 'UCS2', 'utf-32', 'ISO-2022-KR'])
    assert.equal(decodeText(Buffer.from('Minutes of Monday\n'), label), 'Minutes of Monday\n', label);
  for (const text of ['Minutes\n', '会議の議事録'])
    assert.equal(decodeText(Buffer.from(text, 'utf16le'), 'utf-16le'), text);
});

test('UTF-8 that no charset names is itself though a character was cut, and a line of Latin-1 is not', () => {
  const cut = Buffer.from('Картинка с длинным именем').subarray(0, -1);
  for (const label of [undefined, 'us-ascii', 'iso-8859-1'])
    assert.equal(decodeText(cut, label), 'Картинка с длинным имене\ufffd');
  assert.equal(decodeText(Buffer.from('caf\xe9 ol\xe9', 'latin1'), undefined), 'café olé');
});

test('words in ISO-2022-JP that were joined have no fault between them', () => {
  const joined = Buffer.from('\x1b$B%G%#\x1b(B\x1b$B%l%/\x1b(B!', 'latin1');
  for (const label of ['iso-2022-jp', undefined]) assert.equal(decodeText(joined, label), 'ディレク!');
});

test('a name of a transfer encoding is no charset, and neither is what nobody knows', () => {
  for (const label of ['base64', 'HEX', 'x-unknown', 'constructor', '__proto__', '']) {
    assert.equal(decodeText(Buffer.from('Minutes'), label), 'Minutes', label);
    assert.equal(decodeText(Buffer.from('caf\xe9 ol\xe9', 'latin1'), label), 'café olé', label);
    assert.equal(decodeText(Buffer.from('café'), label), 'café', label);
  }
});

test('a mark of UTF-16 is believed before any label, and half of one is none', () => {
  const little = Buffer.from('\ufeffété', 'utf16le');
  for (const label of [undefined, 'iso-8859-1', 'utf-8', 'shift_jis']) {
    assert.equal(decodeText(little, label), 'été', label);
    assert.equal(decodeText(Buffer.from(little).swap16(), label), 'été', label);
  }
  for (const bytes of ['\xff\xfd', '\xfd\xfe', '\xfe\xfd', '\xfd\xff'])
    assert.equal(decodeText(Buffer.from(bytes, 'latin1'), 'iso-8859-1'), bytes);
});

test('bytes beyond ASCII under a label of seven bits are told by themselves', () => {
  for (const label of ['ISO-2022-JP', 'csISO2022JP', 'hz-gb-2312', 'UTF-7'])
    assert.equal(decodeText(Buffer.from('café'), label), 'café', label);
});

test('DOS code pages and UTF-7, which browsers do not know, are read', () => {
  assert.equal(decodeText(Buffer.from('caf\x82', 'latin1'), 'cp437'), 'café');
  assert.equal(decodeText(Buffer.from('caf+AOk-'), 'utf-7'), 'café');
  assert.equal(decodeText(Buffer.from('caf\x8e', 'latin1'), 'x-mac-roman'), 'café');
});

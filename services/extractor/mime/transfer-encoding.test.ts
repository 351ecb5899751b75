import assert from 'node:assert/strict';
import { test } from 'node:test';
import { decodedSize, decodeTransfer } from './transfer-encoding.ts';

const decoded = (body: string): string => Buffer.from(decodeTransfer(Buffer.from(body), '')).toString();

test('a body in base64 is told by its lines where no header says so, rules of one sign are none', () => {
  const text = 'Minutes of Monday, at length. '.repeat(8);
  const lines = Buffer.from(text).toString('base64').replace(/.{76}/g, '$&\n');
  assert.equal(decoded(lines), text);
  for (const sign of ['a', 'a1', '12', 'aB']) {
    const rules = `${sign.repeat(72 / sign.length)}\n`.repeat(5);
    assert.equal(decoded(rules), rules);
  }
});

test('a part that says it is uuencoded needs no name for it', () => {
  const body = 'begin 644\n.=74@8F]D>2!W;W)D<PH`\nend\n';
  assert.equal(Buffer.from(decodeTransfer(Buffer.from(body), 'x-uuencode')).toString(), 'uu body words\n');
});

test('base64 whose short lines are indented is decoded, words that only say so stay', () => {
  const read = (text: string) => Buffer.from(decodeTransfer(Buffer.from(text), 'base64')).toString();
  assert.equal(read('  aGVs    \n bG8g  \n   d29y  \t \n    bGQ= \n'), 'hello world');
  assert.equal(read(' Hello Ben,\n all is well.\n'), ' Hello Ben,\n all is well.\n');
});

test('quoted-printable is decoded in either case, and what is none of it stays', () => {
  const read = (text: string) =>
    Buffer.from(decodeTransfer(Buffer.from(text, 'latin1'), 'quoted-printable')).toString('latin1');
  for (const [encoded, text] of [
    ['=C3=a9=3D=7E', '\xc3\xa9=~'],
    ['=G1 =1g =` =:0 =0/ =', '=G1 =1g =` =:0 =0/ ='],
    ['soft=\r\nbreak= \t\r\nand=\nmore=\rend', 'softbreakandmoreend'],
    ['cut =4', 'cut =4'],
    ['=00=FF', '\0\xff'],
  ] as const)
    assert.equal(read(encoded), text);
});

test('how large a body is decoded is known without decoding it', () => {
  for (const length of [0, 1, 2, 3, 57, 58, 1_000]) {
    const content = Buffer.alloc(length, 'Minutes of Monday. ');
    const lines = content.toString('base64').replace(/.{76}/g, '$&\r\n');
    assert.equal(decodedSize(Buffer.from(lines), 'base64'), length, `${length}`);
  }
  assert.equal(decodedSize(Buffer.from('=C3=A9=\r\n'), 'quoted-printable'), 2);
  assert.equal(decodedSize(Buffer.from('=C3=A9'), '8bit'), 6);
  assert.equal(decodedSize(Buffer.from('begin 644\n.=74@8F]D>2!W;W)D<PH`\nend\n'), 'x-uue'), 14);
});

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { inCpuTime } from '../../../tests/support/cpu-time.ts';
import { readMails } from './mime-parts.ts';
import { decodeTransfer } from './transfer-encoding.ts';

/** The type and text of each part of the mail, with the number of the alternatives it belongs to. */
const partsOf = (mail: string): string[] => {
  const { mails } = readMails(Buffer.from(mail, 'latin1'), 1_000);
  assert.equal(mails.length, 1);
  return (mails[0]?.parts ?? []).map(({ mediaType, raw, encoding, alternative }) => {
    const text = Buffer.from(decodeTransfer(raw, encoding)).toString('latin1').trim();
    return `${alternative === null ? '' : `${alternative} `}${mediaType} ${text}`;
  });
};

/** It takes a second or less; if each level searched all that follow it, it would take minutes. */
const SLOW_MS = 20_000;

const HTML = 'Content-Type: text/html\n\n<p>page';

test('what stands behind a multipart with the boundary of the one around it is read', () => {
  const inner = 'Content-Type: multipart/alternative; boundary=b\n\n--b\n\nplain\n--b\n';
  const outer = `Content-Type: multipart/mixed; boundary=b\n\n--b\n${inner}${HTML}\n`;
  const versions = ['2 text/plain plain', '2 text/html <p>page'];
  assert.deepEqual(partsOf(`${outer}--b--\n--b\n\nfoot\n--b--\n`), [...versions, 'text/plain foot']);
  assert.deepEqual(partsOf(`${outer}--b\n\nfoot\n--b--\n`), [...versions, '2 text/plain foot']);
  assert.deepEqual(partsOf(outer), versions);
});

test('a multipart that is encoded as a whole, which it may not be, is decoded; one that only says so is read as it stands', () => {
  const body = `--b\n\ncafe\n--b\n${HTML}\n--b--\n`;
  const head = 'Content-Type: multipart/mixed; boundary="b"\nContent-Transfer-Encoding: ';
  const parts = ['text/plain cafe', 'text/html <p>page'];
  const encoded = Buffer.from(body).toString('base64');
  assert.deepEqual(partsOf(`${head}base64\n\n${encoded}\n`), parts);
  assert.deepEqual(partsOf(`${head}base64\n\n${body}`), parts);
  const signed = '--=3D_b\n\ncaf=E9 =3D\n--=3D_b--\n';
  const quoted = `${head.replace('"b"', '"=_b"')}quoted-printable\n\n${signed}`;
  assert.deepEqual(partsOf(quoted), ['text/plain caf\u00e9 =']);
});

test('comments and blanks are no part of a type or an encoding', () => {
  const body = Buffer.from('<p>page').toString('base64');
  for (const type of ['(a (nested; one)) text(b) / (c) html (d)', 'text / html; charset=utf-8'])
    assert.deepEqual(
      partsOf(`Content-Type: ${type}\nContent-Transfer-Encoding: (as ever) base64\n\n${body}`),
      ['text/html <p>page'],
    );
  const parted = 'Content-Type: multipart(of; boundary=x)/mixed; boundary=b\n\n--b\n\nplain\n--b--\n';
  assert.deepEqual(partsOf(parted), ['text/plain plain']);
});

test(
  'multiparts that all have one boundary, in each other or side by side, take no time to speak of',
  inCpuTime(SLOW_MS, () => {
    const head = 'Content-Type: multipart/mixed; boundary=b\n\n';
    partsOf(`${head}${`--b\n${head}`.repeat(50_000)}text\n`);
  }),
);

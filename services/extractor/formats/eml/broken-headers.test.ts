import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Block } from '../../../../schemas/document.ts';
import { CEILINGS } from '../../format.ts';
import { format } from './format.ts';

const noOcr = { recognize: () => Promise.reject(new Error('a mail needs no OCR')) };

async function textOf(mail: string): Promise<string[]> {
  const source = { bytes: Buffer.from(mail, 'latin1'), contentType: 'message/rfc822' };
  const { blocks } = await format.parse(source, { ocr: noOcr, ceilings: CEILINGS });
  return blocks.map((block: Block) => ('text' in block ? block.text : block.kind));
}

const BASE64_PARTS = `--b
Content-Type: text/plain; charset=utf-8
Content-Transfer-Encoding: base64

R8O8bnRlciBncsO8w590Lg==
--b--
`;

test('a header whose folded lines lost their indent is read to its end', async () => {
  const mail = `Return-Path: <a@example.org>
Received: from unknown (HELO lists.example.org)
by localhost with SMTP; 19 Nov 2025 08:46:08 -0000
DKIM-Signature: v=1; a=rsa-sha256;
bh=SHTwGXVyRiFBp5eDUjF1KB2BJg
:cc:content-type;
MIME-Version: 1.0
Subject: Plans
From: a@example.org
Content-Type: multipart/mixed; boundary=b

${BASE64_PARTS}`;
  assert.deepEqual(await textOf(mail), ['Plans', 'From: a@example.org', 'Günter grüßt.']);
  assert.deepEqual(await textOf(mail.replaceAll('\n', '\r\n')), [
    'Plans',
    'From: a@example.org',
    'Günter grüßt.',
  ]);
});

test('the separator of a mailbox amid a header is no part of a field', async () => {
  const mail =
    'Subject: Plans\n>From a@example.org Tue Mar  3 10:00:00 2026\nMessage-ID: <1@example.org>\nFrom: a@example.org\n\nHi.\n';
  assert.deepEqual(await textOf(mail), ['Plans', 'From: a@example.org', 'Hi.']);
});

test('a body without an empty line before it keeps its first line, also where it quotes a header', async () => {
  const mail = 'Subject: Plans\nTo: b@example.org\nHello Ben,\nFrom: now on: Mondays.\nDate: open\n\nAda\n';
  assert.deepEqual(await textOf(mail), [
    'Plans',
    'To: b@example.org',
    'Hello Ben,\nFrom: now on: Mondays.\nDate: open',
    'Ada',
  ]);
});

test('fields that say how a body is read count behind an empty line, in a mail and in a part of it', async () => {
  const mail = `Subject: Plans\n\nMIME-Version: 1.0\nContent-Type: multipart/mixed;\n\tboundary="b"\n\n${BASE64_PARTS}`;
  assert.deepEqual(await textOf(mail), ['Plans', 'Günter grüßt.']);
  const part = `Content-Type: multipart/mixed; boundary=b\nSubject: Plans\n\n${BASE64_PARTS.replace('--b\n', '--b\n\n')}`;
  assert.deepEqual(await textOf(part), ['Plans', 'Günter grüßt.']);
});

test('a text that speaks of such fields is a text', async () => {
  const asked =
    'Subject: Plans\n\nContent-Type: text/html; charset=utf-8\nis what my program sends. Why?\n\nAda\n';
  assert.deepEqual(await textOf(asked), [
    'Plans',
    'Content-Type: text/html; charset=utf-8\nis what my program sends. Why?',
    'Ada',
  ]);
  const typed = 'Subject: Plans\nContent-Type: text/plain\n\nContent-Type: text/html\n\nis what I mean.\n';
  assert.deepEqual(await textOf(typed), ['Plans', 'Content-Type: text/html', 'is what I mean.']);
});

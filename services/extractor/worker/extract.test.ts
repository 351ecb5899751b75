import assert from 'node:assert/strict';
import { test } from 'node:test';
import { HOSTILE_DOCUMENTS } from '../../../tests/support/hostile-documents.ts';
import { textPdf } from '../../../tests/support/pdf-documents.ts';
import { OutOfTime } from '../ocr/engine.ts';
import { codedAnswer, extract } from './extract.ts';

test('a document that comes as a Buffer is read, although pdf.js takes none', async () => {
  const { answer, response } = await extract({ format: 'text' }, Buffer.from(textPdf('Hello there.')));
  assert.equal(answer.kind, 'completed');
  assert.match(Buffer.from(response).toString(), /Hello there\./);
});

const attached = (content: Buffer): string =>
  `--x\r\nContent-Type: application/pdf\r\nContent-Disposition: attachment; filename="a.pdf"\r\nContent-Transfer-Encoding: base64\r\n\r\n${content.toString('base64')}\r\n`;
const mailWith = (...files: Buffer[]): Buffer =>
  Buffer.from(
    `From: a@example.com\r\nSubject: Report\r\nMIME-Version: 1.0\r\nContent-Type: multipart/mixed; boundary=x\r\n\r\n--x\r\nContent-Type: text/plain\r\n\r\nDear all\r\n${files.map(attached).join('')}--x--\r\n`,
  );

test('a bomb in an attachment costs the mail nothing but the attachments behind it, and is told as abuse', async () => {
  const bomb = HOSTILE_DOCUMENTS['a PDF whose forms draw each other']?.() ?? assert.fail();
  const honest = Buffer.from(textPdf('Hello there.'));
  const { answer, response } = await extract({ format: 'text' }, mailWith(honest, bomb, honest));
  assert.ok(answer.kind === 'completed');
  assert.deepEqual(answer.warnings, ['attachment-not-read', 'attachment-abuse']);
  const text = Buffer.from(response).toString();
  assert.match(text, /Dear all/);
  assert.equal(text.split('Hello there.').length, 2);
});

test('an attachment that is merely broken is nobody’s abuse', async () => {
  const broken = Buffer.from(textPdf('Hello there.')).subarray(0, 60);
  const { answer } = await extract({ format: 'text' }, mailWith(broken));
  assert.ok(answer.kind === 'completed');
  assert.deepEqual(answer.warnings, ['attachment-not-read']);
});

test('a document that its time cannot hold is a timeout, and nobody’s abuse', () => {
  const answer = codedAnswer(new OutOfTime());
  assert.deepEqual(answer, { kind: 'failed', code: 'timeout', abusive: false, contentType: null });
});

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { splitMailbox } from './mailbox.ts';
import { sniffMail } from './sniff.ts';

const mailsOf = (mailbox: string): string[] =>
  splitMailbox(Buffer.from(mailbox)).map(mail => mail.toString().replace(/\r/g, ''));

test('separators of a mailbox may name neither sender nor date, if a header follows', () => {
  const one = 'From \nSubject: One\nTo: a@example.org\n\nwhere we stood:\n\nFrom \nwhere: here\n';
  const two = 'From \nSubject: Two\n folded\nTo: c@example.org\n\n2\n';
  const mailbox = `${one}\n${two}`;
  for (const file of [mailbox, mailbox.replaceAll('\n', '\r\n')]) {
    assert.equal(sniffMail(file), 1);
    assert.deepEqual(mailsOf(file), [`${one}\n`, two]);
  }
});

test('lines that a program ended twice on their way (CR CR LF) are lines', () => {
  const mail = 'Subject: One\r\nTo: a@example.org\r\n\r\nfirst\r\nsecond\r\n';
  const written = mail.replaceAll('\r\n', '\r\r\n');
  assert.equal(sniffMail(written), 1);
  assert.equal(splitMailbox(Buffer.from(written)).join(''), mail);
  const aside = `${mail}\r\r\n`;
  assert.equal(splitMailbox(Buffer.from(aside)).join(''), aside);
});

test('a line that a program said before it printed a mail belongs to no header', () => {
  const header =
    'Return-Path: <a@example.org>\nFrom: a@example.org\nTo: b@example.org\nDate: Tue, 3 Mar 2026 10:00:00 +0000\n' +
    'Message-ID: <1@example.org>\nMIME-Version: 1.0\nSubject: One\n';
  const mail = `${header}\n<html>first</html>\n`;
  for (const said of ['Found 3 messages', '\u2705 Loading: ../filter.toml']) {
    assert.equal(sniffMail(`${said}\n${mail}`), 1);
    assert.deepEqual(mailsOf(`${said}\n${mail}`), [mail]);
  }
  const quoted = `A header looks like this:\n\n${mail}`;
  assert.equal(sniffMail(quoted), 0);
  assert.equal(sniffMail(`Notes\nFrom: a\nTo: b\nSubject: c\nDate: d\nMessage-ID: e\n`), 0);
});

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

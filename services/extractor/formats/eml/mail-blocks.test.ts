import assert from 'node:assert/strict';
import { test } from 'node:test';
import { CEILINGS } from '../../format.ts';
import { readMails } from '../../mime/mime-parts.ts';
import { mailBlocks } from './mail-blocks.ts';

async function textsOf(mail: string): Promise<string[]> {
  const { mails } = readMails(Buffer.from(mail), CEILINGS.archiveEntries);
  const read = await Promise.all(mails.map(each => mailBlocks(each, { ceilings: CEILINGS }, [])));
  return read.flatMap(({ blocks }) => blocks.map(block => ('text' in block ? block.text : block.kind)));
}

test('the header of a mail that was sent back is shown with its words decoded', async () => {
  const header = 'Subject: =?utf-8?B?xb1sdcWlb3XEjQ==?=\n =?utf-8?B?a8O9?=\nTo: a@example.org';
  const report = `--r\nContent-Type: text/plain\n\nNot delivered.\n--r\nContent-Type: text/rfc822-headers\n\n${header}\n--r--\n`;
  assert.deepEqual(await textsOf(`Content-Type: multipart/report; boundary=r\n\n${report}`), [
    'Not delivered.',
    'Subject: Žluťoučký\nTo: a@example.org',
  ]);
});

test('versions of which none is a body are attachments, unless nothing is in them', async () => {
  const version = (type: string) => `--v\nContent-Type: ${type}\nContent-Disposition: attachment\n\nHello\n`;
  const mail = `Content-Type: multipart/alternative; boundary=v\n\n${version('text/plain')}${version('text/x-own')}--v--\n`;
  assert.deepEqual(await textsOf(mail), ['Attachments:', 'list', 'Hello', 'Hello']);
  const blank =
    'Content-Type: multipart/alternative; boundary=v\n\n--v\nContent-Type: text/plain\n\n\n--v--\n';
  assert.deepEqual(await textsOf(blank), []);
});

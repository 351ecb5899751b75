import assert from 'node:assert/strict';
import { test } from 'node:test';
import { CEILINGS } from '../../format.ts';
import { readMails } from '../../mime/mime-parts.ts';
import { mailBlocks } from './mail-blocks.ts';

/** The texts of a mail that has these two versions. */
async function textsOf(plain: string, page: string): Promise<string[]> {
  const part = (type: string, text: string) => `--v\nContent-Type: text/${type}\n\n${text}\n`;
  const mail = `Content-Type: multipart/alternative; boundary=v\n\n${part('plain', plain)}${part('html', page)}--v--\n`;
  const { mails } = readMails(Buffer.from(mail), CEILINGS.archiveEntries);
  const read = await Promise.all(mails.map(each => mailBlocks(each, { ceilings: CEILINGS }, [])));
  return read.flatMap(({ blocks }) => blocks.map(block => ('text' in block ? block.text : block.kind)));
}

const SENTENCES = Array.from(
  { length: 6 },
  (_, at) => `Number ${at} of our news tells you a little more than a dozen words of what happened.`,
);
const page = SENTENCES.map(sentence => `<p>${sentence}</p>`).join('');
const written = (address: string) => SENTENCES.map(sentence => `${sentence}\n${address}`).join('\n\n');

test('plain text that addresses of trackers fill is not read beside its page', async () => {
  assert.deepEqual(
    await textsOf(written(`https://click.example.org/?qs=${'c6'.repeat(70)}`), page),
    SENTENCES,
  );
});

test('plain text with short addresses, or a few long ones, is', async () => {
  const short = written('https://example.org/news');
  assert.deepEqual(await textsOf(short, page), short.split('\n\n'));
  const long = `https://example.org/${'a-long-title-'.repeat(30)}`;
  const few = `${SENTENCES.join('\n\n')}\n\n${long}`;
  assert.deepEqual(await textsOf(few, page), [...SENTENCES, long]);
});

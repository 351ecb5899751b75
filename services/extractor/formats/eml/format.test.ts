import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Block, Document } from '../../../../schemas/document.ts';
import { EmbeddedDocuments } from '../../embedded.ts';
import { CEILINGS, type Ceilings } from '../../format.ts';
import { loadFormats } from '../../registry.ts';
import { format } from './format.ts';

const FORMATS = await loadFormats();
const noOcr = { recognize: () => Promise.reject(new Error('a mail needs no OCR')) };

function parse(mail: string | Uint8Array, ceilings: Partial<Ceilings> = {}): Promise<Document> {
  const bytes = typeof mail === 'string' ? Buffer.from(mail, 'latin1') : mail;
  const reading = { ocr: noOcr, ceilings: { ...CEILINGS, ...ceilings } };
  const context = { ...reading, embedded: EmbeddedDocuments.within(reading, FORMATS) };
  return format.parse({ bytes, contentType: 'message/rfc822' }, context);
}

const lineOf = (block: Block): string => {
  if (block.kind === 'list') return `list ${block.items.map(item => item.text).join(' | ')}`;
  if (block.kind === 'table')
    return `table ${block.rows.map(row => row.map(cell => cell.text).join(',')).join(' | ')}`;
  if (block.kind === 'image') return `image ${block.alt}`;
  return `${block.kind === 'heading' ? `h${block.level}` : block.kind} ${block.text}`;
};

const outline = async (mail: string | Uint8Array): Promise<string[]> =>
  (await parse(mail)).blocks.map(lineOf);

/** A mail with these header lines and this body. */
const mailOf = (header: string, body: string): string => `${header}\n\n${body}`;

/** A multipart body; each part is its own header and content. */
const multipart = (subtype: string, boundary: string, ...parts: string[]): string =>
  mailOf(
    `Content-Type: multipart/${subtype}; boundary="${boundary}"`,
    `${parts.map(part => `--${boundary}\n${part}\n`).join('')}--${boundary}--\n`,
  );

const latin1 = (text: string): string => Buffer.from(text).toString('latin1');

const plain = (text: string) => mailOf('Content-Type: text/plain; charset=utf-8', text);
const page = (html: string) => mailOf('Content-Type: text/html; charset=utf-8', html);

test('subject, correspondents and date come first, then the body in paragraphs', async () => {
  const header =
    'Date: Tue, 3 Mar 2026 10:00:00 +0000\nTo: b@example.org\nFrom: Ada <a@example.org>\nSubject: Plans\nX-Id: 1';
  assert.deepEqual(await outline(mailOf(header, 'Hello,\n\nsee you.\n')), [
    'h1 Plans',
    'paragraph From: Ada <a@example.org>\nTo: b@example.org\nDate: Tue, 3 Mar 2026 10:00:00 +0000',
    'paragraph Hello,',
    'paragraph see you.',
  ]);
});

test('encoded words are decoded, also where a character is cut between two of them', async () => {
  const cut =
    'Subject: =?utf-8?B?xb1sdcWlb3XEjQ==?=\n =?utf-8?B?a8O9IMU=?= =?UTF-8?B?mQ==?= =?iso-8859-1?Q?caf=E9_x?= end';
  assert.deepEqual(await outline(mailOf(cut, '')), ['h1 Žluťoučký řcafé x end']);
});

test('headers with bytes beyond ASCII are UTF-8 or else Windows-1252', async () => {
  assert.deepEqual(await outline(Buffer.from('Subject: naïve\n\n')), ['h1 naïve']);
  assert.deepEqual(await outline('Subject: caf\xe9\n\n'), ['h1 café']);
});

test('fields are read by their own bytes, however long the header and whatever other lines hold', async () => {
  const long = Array.from({ length: 400 }, (_, at) => `X-${at}: ${'x'.repeat(60)}\r\n`).join('');
  const bytes = Buffer.from(`From: Zo\xc3\xab\r\n${long}To: Zo\xeb\r\nSubject: s\r\n\r\nbody \xe9`, 'latin1');
  assert.deepEqual(await outline(bytes), ['h1 s', 'paragraph From: Zoë\nTo: Zoë', 'paragraph body é']);
});

test('base64 and quoted-printable are decoded in spite of faults', async () => {
  const quoted = 'Content-Type: text/plain; charset=utf-8\nContent-Transfer-Encoding: quoted-printable';
  assert.deepEqual(await outline(mailOf(quoted, 'caf=C3=A9 a=\nb 100=% =ZZ')), [
    'paragraph café ab 100=% =ZZ',
  ]);
  const base64 = 'Content-Type: text/plain\nContent-Transfer-Encoding: base64';
  assert.deepEqual(await outline(mailOf(base64, '!!aGVs\nbG8=$$\nIQ==')), ['paragraph hello!']);
});

test('text that was only declared as base64 is read as it stands', async () => {
  const base64 = 'Content-Type: text/plain\nContent-Transfer-Encoding: base64';
  assert.deepEqual(await outline(mailOf(base64, 'The disk is full, says the monitor.\n')), [
    'paragraph The disk is full, says the monitor.',
  ]);
});

test('blank lines before the header, as a shown source begins, belong to no body', async () => {
  assert.deepEqual(await outline(`${' '.repeat(255)}\n\r\n${mailOf('Subject: Plans', 'Hello')}`), [
    'h1 Plans',
    'paragraph Hello',
  ]);
});

test('charsets that browsers do not know are decoded too; a careless label yields to valid UTF-8', async () => {
  const body = (charset: string, text: string) =>
    outline(mailOf(`Content-Type: text/plain; charset=${charset}`, text));
  assert.deepEqual(await body('cp850', 'caf\x82'), ['paragraph café']);
  assert.deepEqual(await body('utf-7', 'caf+AOk-'), ['paragraph café']);
  assert.deepEqual(await body('iso-2022-jp', '\xe6\x97\xa5\xe6\x9c\xac'), ['paragraph 日本']);
  assert.deepEqual(await body('iso-2022-jp', '\x1b$BF|K\\\x1b(B'), ['paragraph 日本']);
  assert.deepEqual(await body('us-ascii', 'caf\xc3\xa9'), ['paragraph café']);
  assert.deepEqual(await body('no-such-charset', 'caf\xe9'), ['paragraph café']);
});

test('of two versions the page is read if it has structure, the plain text if it has none', async () => {
  const withList = page('<p>We need:</p><ul><li>tea</li><li>milk</li></ul>');
  assert.deepEqual(await outline(multipart('alternative', 'b', plain('We need:\n- tea\n- milk'), withList)), [
    'paragraph We need:',
    'list tea | milk',
  ]);
  const simple = page('<div>We need <a href="https://example.org/tea">tea</a></div>');
  assert.deepEqual(
    await outline(multipart('alternative', 'b', plain('We need tea https://example.org/tea'), simple)),
    ['paragraph We need tea https://example.org/tea'],
  );
});

test('a sentence for programs that show no pages does not stand in the place of a page that is as short', async () => {
  for (const code of ['Code 482913', 'Your code is 482913. It is good for ten minutes.'])
    for (const sentence of [
      'To view the message, please use an HTML compatible email viewer!',
      'Your email client does not support HTML messages',
    ])
      assert.deepEqual(
        await outline(multipart('alternative', 'b', plain(sentence), page(`<p>${code}</p>`))),
        [`paragraph ${sentence}`, `paragraph ${code}`],
      );
});

test('versions of the same words are told as such where lines are cut between signs without spaces', async () => {
  const cut = mailOf(
    'Content-Type: text/plain; charset=utf-8',
    latin1('会议改到星\n期二上午十点 https://example.org/'),
  );
  const whole = mailOf('Content-Type: text/html; charset=utf-8', latin1('<p>会议改到星期二上午十点</p>'));
  assert.match((await outline(multipart('alternative', 'b', cut, whole))).join(), /https:/);
});

test('a version that only says the other cannot be shown is not read', async () => {
  const stub = plain('Use another program.');
  const full = page('<div>The whole long story is told in this version of the mail.</div>');
  assert.deepEqual(await outline(multipart('alternative', 'b', stub, full)), [
    'paragraph The whole long story is told in this version of the mail.',
  ]);
});

test('a page that is the only version is read, be it nothing but pictures or signs', async () => {
  const pictures = page('<img src="cid:1" alt="All coats at half price"><p>* * *</p>');
  assert.deepEqual(await outline(multipart('alternative', 'b', pictures)), [
    'image All coats at half price',
    'paragraph * * *',
  ]);
  assert.deepEqual(await outline(multipart('alternative', 'b', plain(''), pictures)), [
    'image All coats at half price',
    'paragraph * * *',
  ]);
});

test('a page that is labelled as plain text is read as one, a text with elements in it is not', async () => {
  const source = '<!-- sent by a form --><div><p>We need:</p><ul><li>tea</li></ul></div>';
  assert.deepEqual(await outline(plain(source)), ['paragraph We need:', 'list tea']);
  const text = 'Write <p> and </p> here:\n<p>';
  assert.deepEqual(await outline(plain(text)), [`paragraph ${text}`]);
});

test('attachments are listed with name, type and size; attached text is read as well', async () => {
  const pdf = mailOf(
    "Content-Type: application/pdf\nContent-Disposition: attachment; filename*=utf-8''%C5%99e%C4%8D.pdf\nContent-Transfer-Encoding: base64",
    'JVBERi0xLjQ=',
  );
  const notes = mailOf(
    'Content-Type: text/plain; name="notes.txt"\nContent-Disposition: attachment',
    'buy tea',
  );
  assert.deepEqual(await outline(multipart('mixed', 'x', plain('See below.'), pdf, notes)), [
    'paragraph See below.',
    'paragraph Attachments:',
    'list řeč.pdf (application/pdf, 8 B) | notes.txt (text/plain, 7 B)',
    'h2 notes.txt',
    'paragraph buy tea',
  ]);
});

test('a picture or document that no header names is listed and not read as text', async () => {
  const picture = Array.from({ length: 256 }, (_, byte) => String.fromCharCode(byte))
    .join('')
    .repeat(4);
  const part = mailOf('Content-Disposition: attachment; filename="a.jpg"', picture);
  assert.deepEqual(await outline(multipart('mixed', 'x', plain('See.'), part)), [
    'paragraph See.',
    'paragraph Attachments:',
    'list a.jpg (text/plain, 1.0 kB)',
  ]);
  const document = mailOf('Content-Disposition: attachment; filename="c.pdf"', '%PDF-1.2\n1 0 obj');
  assert.equal((await outline(multipart('mixed', 'x', document))).at(-1), 'list c.pdf (text/plain, 16 B)');
  const inline = mailOf('Content-Disposition: inline; filename="b.jpg"', picture);
  assert.deepEqual(
    (await outline(multipart('mixed', 'x', inline))).at(-1),
    'list b.jpg (application/octet-stream, 1.0 kB)',
  );
});

test('a file name in several pieces is put together in their order', async () => {
  const part = mailOf(
    'Content-Type: image/png\nContent-Disposition: attachment;\n filename*1="of June.png";\n filename*0*=utf-8\'\'The%204th%20',
    '',
  );
  const blocks = await outline(multipart('mixed', 'x', plain('Hi'), part));
  assert.equal(blocks.at(-1), 'list The 4th of June.png (image/png, 0 B)');
});

test('a forwarded mail follows with its own subject, one level down', async () => {
  const inner = `Content-Type: message/rfc822\n\nSubject: Inner\nFrom: c@example.org\n\nOld news`;
  assert.deepEqual(await outline(`Subject: Outer\n${multipart('mixed', 'x', plain('FYI'), inner)}`), [
    'h1 Outer',
    'paragraph FYI',
    'h2 Inner',
    'paragraph From: c@example.org',
    'paragraph Old news',
  ]);
});

test('a text with colours for a terminal, stray control characters or NULs is text all the same', async () => {
  for (const body of ['\x1b[31mFAIL\x1b[0m \x1b[32mok\x1b[0m', 'A\x01B', `Filled up${'\0'.repeat(2_000)}`])
    assert.match((await outline(mailOf('Subject: s', body))).join('\n'), /FAIL|A.B|Filled up/);
});

test('a forwarded news article is a mail', async () => {
  const article = mailOf(
    'Content-Type: message/news',
    mailOf('Subject: Released\nNewsgroups: comp.misc', 'Version 2.'),
  );
  assert.deepEqual(await outline(multipart('mixed', 'x', plain('See.'), article)), [
    'paragraph See.',
    'h2 Released',
    'paragraph Version 2.',
  ]);
});

test('the parts of a digest are mails without saying so', async () => {
  assert.deepEqual(await outline(multipart('digest', 'x', '\nSubject: One\n\n1', '\nSubject: Two\n\n2')), [
    'h2 One',
    'paragraph 1',
    'h2 Two',
    'paragraph 2',
  ]);
});

test('versions inside a version are versions of the same text', async () => {
  const inner = multipart('alternative', 'i', plain('We need tea today'), page('<h1>We need tea today</h1>'));
  assert.deepEqual(await outline(multipart('alternative', 'o', plain('We need tea today'), inner)), [
    'h1 We need tea today',
  ]);
});

test('an encrypted body is listed and warned of', async () => {
  const sealed = mailOf('Content-Type: application/pkcs7-mime; name=smime.p7m', 'MIAG');
  const { blocks, warnings } = await parse(`Subject: s\n${sealed}`);
  assert.deepEqual(blocks.map(lineOf).at(-1), 'list smime.p7m (application/pkcs7-mime, 4 B)');
  assert.deepEqual(warnings, [{ code: 'smime-body-not-read', page: null }]);
});

test('a saved page is read without the files it is drawn with', async () => {
  const style = mailOf(
    'Content-Type: text/css\nContent-Location: https://example.org/a.css',
    'p { color: red }',
  );
  const picture = mailOf('Content-Type: image/png\nContent-Location: https://example.org/a.png', 'x');
  const saved = multipart('related', 'x', page('<h1>Saved</h1>'), style, picture);
  assert.deepEqual(await outline(saved), ['h1 Saved']);
});

test('flowed text is joined into its paragraphs, quotations apart', async () => {
  const header = 'Content-Type: text/plain; format=flowed; delsp=no';
  assert.deepEqual(await outline(mailOf(header, 'one \ntwo\n> three \n> four\n-- \nAda')), [
    'paragraph one two\n> three four\n--\nAda',
  ]);
  assert.deepEqual(await outline(mailOf(`${header.replace('no', 'yes')}`, 'one- \ntwo')), [
    'paragraph one-two',
  ]);
});

test('lines wrapped at the margin are joined; short lines, items and quotations stay lines', async () => {
  const wrapped =
    'This paragraph was wrapped by a mail program at about seventy columns,\nas most of them do, and a reader expects it to be one single paragraph\nof text.';
  assert.deepEqual(await outline(mailOf('Subject: s', wrapped)), [
    'h1 s',
    `paragraph ${wrapped.replaceAll('\n', ' ')}`,
  ]);
  const address = '12 High Street\nOxford\n- tea\n> quoted';
  assert.deepEqual(await outline(mailOf('Subject: s', address)), ['h1 s', `paragraph ${address}`]);
});

test('lines with dashes are a list, with their continuations; a single dash and a rule are not', async () => {
  const list = 'We need:\n- tea\n- milk\n  from the farm';
  assert.deepEqual(await outline(mailOf('Subject: s', list)), [
    'h1 s',
    'paragraph We need:',
    'list tea | milk from the farm',
  ]);
  const letter = 'Regards,\n- Ada\n- - - -';
  assert.deepEqual(await outline(mailOf('Subject: s', letter)), ['h1 s', `paragraph ${letter}`]);
});

test('a uuencoded file leaves the text and joins the attachments', async () => {
  const body = 'Before\n\nbegin 644 cat.txt\n#0V%T\n`\nend\n\nAfter';
  assert.deepEqual(await outline(mailOf('Subject: s', body)), [
    'h1 s',
    'paragraph Before',
    'paragraph After',
    'paragraph Attachments:',
    'list cat.txt (application/octet-stream, 3 B)',
    'h2 cat.txt',
    'paragraph Cat',
  ]);
});

test('a multipart without its boundary, or without its end, is still read', async () => {
  const lost = mailOf('Content-Type: multipart/mixed', '--zz\nContent-Type: text/plain\n\nfound\n--zz--');
  assert.deepEqual(await outline(lost), ['paragraph found']);
  const open = mailOf('Content-Type: multipart/mixed; boundary=q', 'preamble\n--q\n\nfound');
  assert.deepEqual(await outline(open), ['paragraph found']);
  assert.deepEqual(await outline(mailOf('Content-Type: multipart/mixed; boundary=q', 'no parts')), [
    'paragraph no parts',
  ]);
});

test('a boundary is only a boundary at the start of a line and alone on it', async () => {
  const body = '--q\n\nnot --q here\n--quite not here\n--q--';
  assert.deepEqual(await outline(mailOf('Content-Type: multipart/mixed; boundary=q', body)), [
    'paragraph not --q here\n--quite not here',
  ]);
});

test('text and subjects that name no charset are read in the one they look like', async () => {
  const text = Buffer.from('\xd1\xf2\xe0\xf0\xfb\xe5 \xef\xf0\xee\xe3\xf0\xe0\xec\xec\xfb', 'latin1');
  const mail = Buffer.concat([Buffer.from('Subject: '), text, Buffer.from('\nFrom: a@b\n\n'), text]);
  assert.deepEqual(await outline(mail), [
    'h1 Старые программы',
    'paragraph From: a@b',
    'paragraph Старые программы',
  ]);
});

/** BER: a tag, a short length (with `isOpen`: an indefinite one, with an end marker), and the content. */
const ber = (tag: number, content: Buffer, isOpen = false): Buffer =>
  isOpen
    ? Buffer.concat([Buffer.from([tag, 0x80]), content, Buffer.from([0, 0])])
    : Buffer.concat([Buffer.from([tag, content.length]), content]);

/** A CMS message of the type whose identifier ends in `kind`: 2 is signed, 3 enveloped. */
function cms(kind: number, octets: Buffer, isOpen: boolean): Buffer {
  const id = (last: number) => ber(0x06, Buffer.from([0x2a, 0x86, 0x48, 0x86, 0xf7, 0x0d, 1, 7, last]));
  const enclosed = ber(0x30, Buffer.concat([id(1), ber(0xa0, octets, isOpen)]), isOpen);
  const version = ber(0x02, Buffer.from([1]));
  const signed = ber(0x30, Buffer.concat([version, ber(0x31, Buffer.alloc(0)), enclosed]), isOpen);
  return ber(0x30, Buffer.concat([id(kind), ber(0xa0, signed, isOpen)]), isOpen);
}

test('a mail that is signed as a whole is read, an encrypted one is listed', async () => {
  const text = Buffer.from('Content-Type: text/plain\r\n\r\nsigned');
  const pieces = ber(
    0x24,
    Buffer.concat([ber(0x04, text.subarray(0, 20)), ber(0x04, text.subarray(20))]),
    true,
  );
  const mail = (message: Buffer) =>
    mailOf(
      'Subject: S\nContent-Type: application/pkcs7-mime; name="smime.p7m"\nContent-Transfer-Encoding: base64',
      message.toString('base64'),
    );
  assert.deepEqual(await outline(mail(cms(2, ber(0x04, text), false))), ['h1 S', 'paragraph signed']);
  assert.deepEqual(await outline(mail(cms(2, pieces, true))), ['h1 S', 'paragraph signed']);
  const sealed = await parse(mail(cms(3, ber(0x04, text), false)));
  assert.deepEqual(sealed.warnings, [{ code: 'smime-body-not-read', page: null }]);
  await assert.doesNotReject(outline(mail(cms(2, ber(0x04, text), false).subarray(0, 30))));
});

test('the mails of a mailbox follow each other; a quoted separator begins none', async () => {
  const separator = 'From a@example.org Mon May  2 16:07:05 2005';
  const mailbox = `${separator}\nSubject: One\n\n1\n\n>${separator}\n\n${separator}\nSubject: Two\n\n2\n`;
  for (const file of [mailbox, mailbox.replaceAll('\n', '\r\n')])
    assert.deepEqual(await outline(file), [
      'h1 One',
      'paragraph 1',
      `paragraph >${separator}`,
      'h1 Two',
      'paragraph 2',
    ]);
});

test('lines may end in lone returns', async () => {
  assert.deepEqual(await outline('Subject: s\r\rone\r\rtwo'), ['h1 s', 'paragraph one', 'paragraph two']);
});

test('parts beyond the ceiling are left out with a warning', async () => {
  const mail = multipart('mixed', 'x', ...Array.from({ length: 50 }, (_, at) => plain(`part ${at}`)));
  const { blocks, warnings } = await parse(mail, { archiveEntries: 11 });
  assert.equal(blocks.length, 10);
  assert.deepEqual(warnings, [{ code: 'part-ceiling', page: null }]);
});

test('parts nested beyond reason end in a warning, not in a crash', async () => {
  const levels = 3_000;
  const open = Array.from(
    { length: levels },
    (_, at) => `Content-Type: multipart/mixed; boundary=b${at}\n\n--b${at}\n`,
  );
  const { warnings } = await parse(`${open.join('')}\nx`);
  assert.deepEqual(warnings, [{ code: 'part-ceiling', page: null }]);
});

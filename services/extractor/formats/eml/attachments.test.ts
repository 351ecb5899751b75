import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Block, Document } from '../../../../schemas/document.ts';
import { buildZip } from '../../archive/zip.test-support.ts';
import { EMBEDDED_LIMITS, EmbeddedDocuments, type EmbeddedLimits } from '../../embedded.ts';
import { CEILINGS, type EmbeddedReader } from '../../format.ts';
import { loadFormats } from '../../registry.ts';
import { attachmentBlocks } from './attachments.ts';
import { format } from './format.ts';

const FORMATS = await loadFormats();
const noOcr = { recognize: () => Promise.reject(new Error('nothing here needs OCR')) };
const WORD_NAMESPACE = 'http://schemas.openxmlformats.org/wordprocessingml/2006/main';

function parse(mail: string, limits: Partial<EmbeddedLimits> = {}, now?: () => number): Promise<Document> {
  const reading = { ocr: noOcr, ceilings: CEILINGS };
  const embedded = EmbeddedDocuments.within(reading, FORMATS, { ...EMBEDDED_LIMITS, ...limits }, now);
  return format.parse(
    { bytes: Buffer.from(mail, 'latin1'), contentType: 'message/rfc822' },
    { ...reading, embedded },
  );
}

const lineOf = (block: Block): string => {
  if (block.kind === 'list') return block.items.map(item => `- ${item.text}`).join(' ');
  if (block.kind === 'table') return block.rows.map(row => row.map(cell => cell.text).join(',')).join(' | ');
  if (block.kind === 'image') return `image ${block.alt}`;
  return block.kind === 'heading' ? `h${block.level} ${block.text}` : `${block.kind} ${block.text}`;
};

interface File {
  type?: string;
  name?: string;
  content: string | Buffer;
}

function part({ type = 'application/octet-stream', name = 'file', content }: File): string {
  const header = `Content-Type: ${type}\nContent-Disposition: attachment; filename="${name}"`;
  const encoded = Buffer.from(content).toString('base64').replace(/.{76}/g, '$&\n');
  return `--x\n${header}\nContent-Transfer-Encoding: base64\n\n${encoded}\n`;
}

const mailWith = (...files: File[]): string =>
  `Subject: s\nContent-Type: multipart/mixed; boundary=x\n\n${files.map(part).join('')}--x--\n`;

/** The blocks after the list of attachments. */
async function readOf(...files: File[]): Promise<string[]> {
  const { blocks } = await parse(mailWith(...files));
  return blocks.slice(blocks.findIndex(({ kind }) => kind === 'list') + 1).map(lineOf);
}

const document = (body: string): Buffer =>
  Buffer.from(
    buildZip({
      'word/document.xml': `<w:document xmlns:w="${WORD_NAMESPACE}"><w:body>${body}</w:body></w:document>`,
    }),
  );
const paragraph = (text: string, style = ''): string =>
  `<w:p><w:pPr><w:pStyle w:val="${style}"/></w:pPr><w:r><w:t>${text}</w:t></w:r></w:p>`;
const report = document(paragraph('Findings', 'Heading1') + paragraph('All is well.'));

test('an attached document is read by its own format under a heading with its name', async () => {
  assert.deepEqual(await readOf({ name: 'report.docx', content: report }), [
    'h2 report.docx',
    'h3 Findings',
    'paragraph All is well.',
  ]);
});

test('attachments are read by their bytes whatever their label says', async () => {
  const files: readonly (readonly [File, ...string[]])[] = [
    [{ content: 'Just a note.\n' }, 'paragraph Just a note.'],
    [{ type: 'image/png', content: report }, 'h3 Findings', 'paragraph All is well.'],
    [{ content: '<html><body><p>A page</p></body></html>' }, 'paragraph A page'],
    [{ type: 'text/html', content: 'A fragment<br>of a page' }, 'paragraph A fragment\nof a page'],
    [
      { content: 'From: a@example.org\nSubject: Inner\n\nHello' },
      'h3 Inner',
      'paragraph From: a@example.org',
      'paragraph Hello',
    ],
    [{ content: 'name;age\n"Lovelace; Ada";36\nTuring;41\n' }, 'name,age | Lovelace; Ada,36 | Turing,41'],
    [{ type: 'text/csv', content: 'a,b\n1,2\n' }, 'a,b | 1,2'],
    [{ type: 'application/json', content: '{"a": [1, 2]}' }, 'code {"a": [1, 2]}'],
    [
      { content: 'BEGIN:VCARD\nVERSION:4.0\nFN:Ada Lovelace\nTEL;TYPE=work:+44 1\nPHOTO:data\nEND:VCARD\n' },
      'paragraph Name: Ada Lovelace\nTelephone: +44 1',
    ],
    [
      { type: 'text/richtext', content: '<bold>Dear</bold> all,<nl>a <lt> b<comment>no</comment>' },
      'paragraph Dear all,\na < b',
    ],
  ];
  for (const [file, ...lines] of files) assert.deepEqual(await readOf(file), ['h2 file', ...lines], lines[0]);
});

test('an attachment that cannot be read is listed with a warning and costs the mail nothing', async () => {
  const broken = document('<w:p>').subarray(0, 60);
  const mail = mailWith(
    { name: 'a.docx', content: broken },
    { name: 'b.zip', content: Buffer.from(buildZip({ x: 'y' })) },
  );
  const { blocks, warnings } = await parse(mail);
  assert.deepEqual(blocks.map(lineOf), [
    'h1 s',
    'paragraph Attachments:',
    '- a.docx (application/octet-stream, 60 B) - b.zip (application/octet-stream, 103 B)',
  ]);
  assert.deepEqual(warnings, [{ code: 'attachment-not-read', page: null }]);
});

test('attached documents share their limits of number, bytes, depth and time', async () => {
  const files = [1, 2, 3].map(at => ({ name: `${at}.docx`, content: report }));
  const read = async (limits: Partial<EmbeddedLimits>, now?: () => number) => {
    const { blocks, warnings } = await parse(mailWith(...files), limits, now);
    assert.deepEqual(warnings, [{ code: 'attachment-not-read', page: null }]);
    return blocks.map(lineOf).filter(line => line.startsWith('h2')).length;
  };
  assert.equal(await read({ documents: 2 }), 2);
  assert.equal(await read({ bytes: report.length }), 1);
  let clock = 0;
  assert.equal(await read({ milliseconds: 30 }, () => (clock += 10)), 2);
  const nested = mailWith({
    name: 'outer.eml',
    content: mailWith({ name: 'inner.eml', content: mailWith(...files) }),
  });
  assert.deepEqual(
    (await parse(nested, { depth: 2 })).blocks.map(lineOf).filter(line => line.includes('docx')),
    [
      '- 1.docx (application/octet-stream, 291 B) - 2.docx (application/octet-stream, 291 B) - 3.docx (application/octet-stream, 291 B)',
    ],
  );
});

test('a picture shown inside the page is listed and not read', async () => {
  const picture =
    '--x\nContent-Type: image/png\nContent-Id: <logo>\nContent-Transfer-Encoding: base64\n\niVBORw0KGgo=\n';
  const { blocks, warnings } = await parse(
    `Subject: s\nContent-Type: multipart/related; boundary=x\n\n${picture}--x--\n`,
  );
  assert.deepEqual(blocks.map(lineOf), ['h1 s', 'paragraph Attachments:', '- image/png, 8 B']);
  assert.deepEqual(warnings, []);
});

test('the first piece of a mail that was sent in several is read as the mail it begins', async () => {
  const mail =
    'Subject: outer\nContent-Type: message/partial; number=1; total=2; id=a\n\nSubject: inner\n\nHello';
  assert.deepEqual((await parse(mail)).blocks.map(lineOf), ['h1 outer', 'h2 inner', 'paragraph Hello']);
});

test('a later piece of a mail shows its words, and of what was encoded before it nothing', async () => {
  const piece = (body: string) =>
    parse(`Subject: s\nContent-Type: message/partial; number=2; total=2; id=a\n\n${body}`);
  const encoded = `${'QUJD'.repeat(18)}\n`.repeat(3);
  const { blocks, warnings } = await piece(`${encoded}QUI=\n--b--\n`);
  assert.equal(JSON.stringify(blocks).includes('QUJD'), false);
  assert.deepEqual(warnings, [{ code: 'attachment-not-read', page: null }]);
  assert.match(JSON.stringify((await piece(`and so it ends.\n--b\n${encoded}`)).blocks), /and so it ends\./);
});

test('a body in base64 without a word of it in the header is never printed as it is', async () => {
  const encoded = Buffer.from(
    'The meeting of Monday is moved to Tuesday, at the same time and place. '.repeat(4),
  )
    .toString('base64')
    .replace(/.{76}/g, '$&\n');
  const { blocks } = await parse(`Subject: s\nContent-Type: text/plain\n\n${encoded}`);
  assert.match(blocks.map(lineOf)[1] ?? '', /^paragraph The meeting of Monday/);
});

test('base64 in the lines of 60 that Ruby and Perl make is no text either', async () => {
  const encoded = Buffer.from('The meeting of Monday is moved to Tuesday. '.repeat(4)).toString('base64');
  const { blocks } = await parse(
    `Subject: s\nContent-Type: text/plain\n\n${encoded.replace(/.{60}/g, '$&\n')}`,
  );
  assert.match(blocks.map(lineOf)[1] ?? '', /^paragraph The meeting of Monday/);
});

test('text files of Windows, pages and calendars are read as what they are, whatever their label; a broken archive is not printed', async () => {
  const wide = Buffer.from('\ufeffname\tage\nAda\t36\nBob\t40\n', 'utf16le');
  const calendar =
    'BEGIN:VCALENDAR\r\nBEGIN:VEVENT\r\nSUMMARY:Meet\r\nDESCRIPTION:Bring tea\r\nEND:VEVENT\r\nEND:VCALENDAR\r\n';
  const page = '<!DOCTYPE html><html><body><h1>Page</h1></body></html>';
  assert.deepEqual(
    await readOf(
      { name: 'a.txt', content: wide },
      { name: 'b.txt', type: 'text/plain', content: Buffer.from(wide).swap16() },
      { name: 'c.ics', content: calendar },
      { name: 'd.html', type: 'text/plain', content: page },
      { name: 'e.zip', content: 'PK\x03\x04junk' },
    ),
    [
      ...['h2 a.txt', 'name,age | Ada,36 | Bob,40', 'h2 b.txt', 'name,age | Ada,36 | Bob,40'],
      ...['h2 c.ics', 'paragraph Meet', 'paragraph Bring tea', 'h2 d.html', 'h3 Page'],
    ],
  );
});

test('words behind the padding of a body in base64 are kept', async () => {
  const encoded = Buffer.from('Hello there.').toString('base64');
  const header = 'Subject: s\nContent-Type: text/plain\nContent-Transfer-Encoding: base64';
  const { blocks } = await parse(
    `${header}\n\n${Buffer.from('Hello all.').toString('base64')}\n_____\nA list for all of us\n`,
  );
  assert.equal(encoded.includes('='), false);
  assert.deepEqual(blocks.slice(1).map(lineOf), ['paragraph Hello all.\n_____\nA list for all of us']);
});

test('parts are parted by the boundary that is there where the header names another or has lost its type', async () => {
  const parts =
    '--real\nContent-Type: text/plain\n\none\n--real\nContent-Type: text/plain\n\ntwo\n--real--\n';
  for (const type of ['Content-Type: multipart/mixed; boundary=other\n', ''])
    assert.deepEqual((await parse(`Subject: s\n${type}\n${parts}`)).blocks.map(lineOf), [
      'h1 s',
      'paragraph one',
      'paragraph two',
    ]);
});

test('a file that is uuencoded by its header is decoded, as one in the text is', async () => {
  const encoded = 'begin 644 cat.txt\n#0V%T\n`\nend\n';
  const file = `--x\nContent-Type: text/plain\nContent-Disposition: attachment; filename=cat.txt\nContent-Transfer-Encoding: x-uuencode\n\n${encoded}\n`;
  const { blocks } = await parse(`Subject: s\nContent-Type: multipart/mixed; boundary=x\n\n${file}--x--\n`);
  assert.deepEqual(blocks.map(lineOf), [
    'h1 s',
    'paragraph Attachments:',
    '- cat.txt (text/plain, 3 B)',
    'h2 cat.txt',
    'paragraph Cat',
  ]);
});

test('small pieces of archives and pictures are no text, however few signs of it they have', async () => {
  const archive = Buffer.from('\x1f\x8b\xe9abc\xff\x02\xa7', 'latin1');
  assert.deepEqual(await readOf({ content: archive, name: 'a.gz' }), []);
  assert.deepEqual(
    await readOf({ content: Buffer.from('P5 2 2 \xe9\xe8', 'latin1'), type: 'image/x-pgm' }),
    [],
  );
  const labelled = { content: Buffer.from(buildZip({ x: 'y' })), type: 'text/html', name: 'a.xdc' };
  assert.deepEqual(await readOf(labelled), []);
  const note = { content: Buffer.from('caf\xe9 \x1b[1mol\xe9', 'latin1'), name: 'note' };
  assert.deepEqual(await readOf(note), ['h2 note', 'paragraph café \x1b[1molé']);
});

test('what OpenPGP encrypted, signed or keeps as a key is listed and not shown in its letters; a signed text is text', async () => {
  const armour = (kind: string) =>
    `-----BEGIN PGP ${kind}-----\n\nwV4D5tq63hTeebASAQdAt2c3\n=dcQr\n-----END PGP ${kind}-----\n`;
  for (const kind of ['MESSAGE', 'PUBLIC KEY BLOCK', 'SIGNATURE'])
    assert.deepEqual(await readOf({ name: 'encrypted.asc', content: armour(kind) }), [], kind);
  const { warnings } = await parse(mailWith({ name: 'report.pdf.asc', content: armour('MESSAGE') }));
  assert.deepEqual(warnings, [{ code: 'attachment-not-read', page: null }]);
  const signed = '-----BEGIN PGP SIGNED MESSAGE-----\nHash: SHA256\n\nAll is well.\n';
  assert.deepEqual((await readOf({ name: 'note.asc', content: signed })).at(-1), 'paragraph All is well.');
});

test('a mail that is attached under a name is listed by it, and follows once; so is a file that is shown at once', async () => {
  const header = (type: string, disposition: string) => `--x\nContent-Type: ${type}\n${disposition}\n`;
  const { blocks } = await parse(
    `Subject: s\nContent-Type: multipart/mixed; boundary=x\n\n${header('text/plain', '')}Hello.\n` +
      `${header('text/plain', 'Content-Disposition: inline; filename="notes.txt"\n')}Noted.\n` +
      `${header('message/rfc822', 'Content-Disposition: attachment; filename="plan.eml"\n')}Subject: Plan\n\nWe go.\n--x--\n`,
  );
  assert.deepEqual(blocks.map(lineOf), [
    'h1 s',
    'paragraph Hello.',
    'paragraph Noted.',
    'paragraph Attachments:',
    '- notes.txt (text/plain, 6 B) - plan.eml (message/rfc822, 21 B)',
    'h2 Plan',
    'paragraph We go.',
  ]);
});

test('a mail was read by OCR where one of its attachments was, whichever', async () => {
  const embedded: EmbeddedReader = {
    read: async bytes => {
      const blocks: Block[] = [{ kind: 'paragraph', text: 'words', page: 1 }];
      return {
        kind: 'read',
        contentType: 'image/png',
        document: { blocks, pages: 1, ocr: bytes.length === 2, warnings: [] },
      };
    },
  };
  const readWith = async (...sizes: number[]) => {
    const attachments = sizes.map(bytes => {
      return {
        name: '',
        mediaType: 'image/png',
        bytes,
        read: () => new Uint8Array(bytes),
        charset: undefined,
      };
    });
    return (await attachmentBlocks(attachments, { ceilings: CEILINGS, embedded, warnings: [], level: 2 }))
      .ocr;
  };
  assert.deepEqual([await readWith(1, 1), await readWith(2, 1), await readWith(1, 2)], [false, true, true]);
  assert.equal(await readWith(), false);
});

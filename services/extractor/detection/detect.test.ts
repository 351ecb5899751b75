import assert from 'node:assert/strict';
import { test } from 'node:test';
import { buildZip, type ZipPart } from '../archive/zip.test-support.ts';
import { ExtractionError } from '../format.ts';
import { loadFormats } from '../registry.ts';
import { detect } from './detect.ts';

const OOXML = 'application/vnd.openxmlformats-officedocument.';
const DOCX = `${OOXML}wordprocessingml.document`;

const FORMATS = await loadFormats();

const bytesOf = (text: string): Uint8Array => Buffer.from(text, 'latin1');

async function typeOf(document: string | Uint8Array): Promise<string> {
  const bytes = typeof document === 'string' ? bytesOf(document) : document;
  return detect(bytes, FORMATS).then(
    found => found.contentType,
    error => (error instanceof ExtractionError ? error.code : Promise.reject(error)),
  );
}

const typesPart = (mainPart: string) =>
  `<?xml version="1.0"?><Types><Override PartName="/m.xml" ContentType="${mainPart}"/></Types>`;
const WORD_TYPES = typesPart(`${OOXML}wordprocessingml.document.main+xml`);

/** A compound file: header, then one sector of directory entries with these names. */
function compoundFile(...names: string[]): Uint8Array {
  const bytes = Buffer.alloc(512 + 128 * 4);
  Buffer.from('d0cf11e0a1b11ae1', 'hex').copy(bytes);
  for (const [index, name] of ['Root Entry', ...names].entries()) {
    const at = 512 + 128 * index;
    bytes.write(name, at, 'utf16le');
    bytes.writeUInt16LE(name.length * 2 + 2, at + 64);
    bytes[at + 66] = index === 0 ? 5 : 2;
  }
  return bytes;
}

test('an office package is told by its declared types, whatever the order of its entries', async () => {
  const late = {
    'junk.bin': 'x'.repeat(5_000),
    'word/document.xml': '<w/>',
    '[Content_Types].xml': WORD_TYPES,
  };
  assert.equal(await typeOf(buildZip(late)), DOCX);
});

test('the directory of a package is handed on with its type, where there is one', async () => {
  const archive = buildZip({ '[Content_Types].xml': WORD_TYPES, 'word/document.xml': '<w/>' });
  const names = async (bytes: Uint8Array) =>
    (await detect(bytes, FORMATS)).directory?.entries.map(({ name }) => name);
  assert.deepEqual(await names(archive), ['[Content_Types].xml', 'word/document.xml']);
  assert.equal(await names(archive.subarray(0, -22)), undefined);
});

test('a package whose first entry says it is an e-book is still the document its types declare', async () => {
  const parts: ZipPart[] = [
    { name: 'mimetype', content: 'application/epub+zip', stored: true },
    { name: '[Content_Types].xml', content: WORD_TYPES },
    { name: 'word/document.xml', content: '<w/>' },
  ];
  assert.equal(await typeOf(buildZip(parts)), DOCX);
});

test('the declared types count whether they are packed or stored, in folders nobody knows', async () => {
  for (const stored of [false, true]) {
    const parts: ZipPart[] = [
      { name: '[Content_Types].xml', content: WORD_TYPES, stored },
      { name: 'elsewhere/main.xml', content: '<w/>' },
    ];
    assert.equal(await typeOf(buildZip(parts)), DOCX);
  }
});

test('rubbish before a package does not hide it', async () => {
  const zip = buildZip({ '[Content_Types].xml': WORD_TYPES, 'word/document.xml': '<w/>' });
  assert.equal(await typeOf(Buffer.concat([Buffer.from('\0\0rubbish'), zip])), DOCX);
});

test('a truncated package is told by the parts that are left', async () => {
  const zip = buildZip({ '[Content_Types].xml': WORD_TYPES, 'word/document.xml': 'x'.repeat(900) });
  assert.equal(await typeOf(zip.subarray(0, zip.length - 80)), DOCX);
});

test('a package with macros is reported as what is registered for its kind', async () => {
  const types = typesPart('application/vnd.ms-excel.sheet.macroEnabled.main+xml');
  assert.equal(
    await typeOf(buildZip({ '[Content_Types].xml': types, 'xl/workbook.xml': '<x/>' })),
    'application/vnd.ms-excel.sheet.macroEnabled.12',
  );
});

test('a binary workbook and an ordinary archive are not supported', async () => {
  const types = typesPart('application/vnd.ms-excel.sheet.binary.macroEnabled.main');
  const binary = { '[Content_Types].xml': types, 'xl/workbook.bin': '\0', 'xl/styles.bin': '\0' };
  assert.equal(await typeOf(buildZip(binary)), 'unsupported_format');
  assert.equal(await typeOf(buildZip({ 'notes.txt': 'hello' })), 'unsupported_format');
});

test('a workbook that also declares a type for binary parts is told by its main part', async () => {
  const binary = 'application/vnd.ms-excel.sheet.binary.macroEnabled.main';
  const types = (main: string) =>
    `<Types><Default Extension="bin" ContentType="${binary}"/><Override PartName="/xl/workbook.xml" ContentType="${main}"/></Types>`;
  const typeDeclaring = (main: string) =>
    typeOf(buildZip({ 'xl/workbook.xml': '<x/>', '[Content_Types].xml': types(main) }));
  assert.equal(await typeDeclaring(`${OOXML}spreadsheetml.sheet.main+xml`), `${OOXML}spreadsheetml.sheet`);
  assert.equal(
    await typeDeclaring('application/vnd.ms-excel.sheet.macroEnabled.main+xml'),
    'application/vnd.ms-excel.sheet.macroEnabled.12',
  );
});

test('a package whose entries are encrypted by the archiver is encrypted', async () => {
  const parts = [{ name: '[Content_Types].xml', content: WORD_TYPES, flags: 1 }];
  assert.equal(await typeOf(buildZip(parts)), 'encrypted');
});

test('a compound file is encrypted if it holds a package, and a legacy document otherwise', async () => {
  assert.equal(await typeOf(compoundFile('EncryptionInfo', 'EncryptedPackage')), 'encrypted');
  assert.equal(await typeOf(compoundFile('ENCRYPTIONINFO', 'ENCRYPTEDPACKAGE')), 'encrypted');
  assert.equal(await typeOf(compoundFile('WordDocument', '1Table')), 'unsupported_format');
});

test('a PDF that has lost its header is told by its first object and its trailer, where nothing else is found', async () => {
  const objects = '1 0 obj\n<</Type /Catalog>>\nendobj\n';
  const trailer = 'startxref\n9\n%%EOF\n';
  for (const header of ['%\xe2\xe3\xcf\xd3\n', '%1.4\n', ''])
    assert.equal(await typeOf(`${header}${objects}${trailer}`), 'application/pdf', header);
  for (const other of [objects, trailer]) assert.equal(await typeOf(other), 'unsupported_format', other);
  assert.equal(await typeOf(`<p>After <code>1 0 obj</code> comes <code>startxref</code>.</p>`), 'text/html');
});

test('a PDF may have rubbish before its header, but text about PDF is no PDF', async () => {
  assert.equal(
    await typeOf(`HTTP/1.1 200 OK\r\n\r\n%PDF-1.4\n1 0 obj\nstartxref\n9\n%%EOF`),
    'application/pdf',
  );
  const page = '<p>A file begins with %PDF-1.7 and ends with %%EOF.</p>';
  assert.equal(await typeOf(page), 'text/html');
});

test('a TIFF that lost its directory is still a TIFF; a text beginning with BM is no bitmap', async () => {
  assert.equal(await typeOf('II*\0\xff\xff\0\0'), 'image/tiff');
  assert.equal(
    await typeOf('BM is short for bench mark, says the glossary of surveying.'),
    'unsupported_format',
  );
});

test('an animated PNG is reported as PNG', async () => {
  const chunk = (type: string, data: Buffer) => {
    const length = Buffer.alloc(4);
    length.writeUInt32BE(data.length);
    return Buffer.concat([length, Buffer.from(type), data, Buffer.alloc(4)]);
  };
  const parts = [
    chunk('IHDR', Buffer.alloc(13)),
    chunk('acTL', Buffer.alloc(8)),
    chunk('IDAT', Buffer.alloc(1)),
  ];
  assert.equal(await typeOf(Buffer.concat([Buffer.from('89504e470d0a1a0a', 'hex'), ...parts])), 'image/png');
});

test('a web page stays one whatever signature of another format stands further on in its bytes', async () => {
  const signatures: [signature: string, at: number][] = [
    ['DICM', 128],
    ['ustar', 257],
    ['CD001', 32_769],
    ['%PDF-1.7\n', 1_100],
    ['PK\x03\x04', 60],
    ['\xff\xd8\xff', 40],
    ['II*\0', 64],
  ];
  for (const begin of ['<!DOCTYPE html>', '<!doctype html PUBLIC "x">', '<HTML>', '<html lang="en">']) {
    for (const [signature, at] of signatures) {
      const page = bytesOf(`${begin}<p>${'The board met. '.repeat(2_500)}`);
      page.set(bytesOf(signature), at);
      assert.equal(await typeOf(page), 'text/html', `${begin} with ${signature} at ${at}`);
    }
  }
});

test('web pages are known in every shape they come in', async () => {
  const pages = [
    '<!DOCTYPE html><title>x</title>',
    '\n\n  <!-- saved --> <!-- twice -->\n<HTML><BODY>x',
    '<?xml version="1.0"?>\n<!DOCTYPE html PUBLIC "-//W3C//DTD XHTML 1.0 Strict//EN" "x.dtd"><html>',
    '<?xml version="1.0"?><html xmlns="http://www.w3.org/1999/xhtml"><body/></html>',
    '<div class="a">a fragment</div>',
    'Text first, then <b>bold</b> and <p>more</p>.',
    '\ufeff<html>'.replace('\ufeff', '\xef\xbb\xbf'),
  ];
  for (const page of pages) assert.equal(await typeOf(page), 'text/html', page);
  assert.equal(await typeOf(Buffer.from('\ufeff<html><p>wide', 'utf16le')), 'text/html');
  assert.equal(await typeOf(Buffer.from('<html><p>wide, no mark', 'utf16le')), 'text/html');
});

test('mails are known by their header fields, also after a mailbox separator', async () => {
  const mails = [
    'From: a@example.org\r\nTo: b@example.org\r\nSubject: Hello\r\n\r\nHi',
    'From a@example.org Mon May  2 16:07:05 2005\nX-Odd: 1\nSubject: Hello\n\nHi',
    'Subject: nothing else\nX-Id: 4\n\n<html><body><p>mail with a page</p></body></html>',
    '\r\nReceived: from x\r\n by y\r\nDate: today\r\n\r\nHi',
    'From: a@example.org\rSubject: lone returns\r\rHi',
    'Received: from x\n\n\tby y\nFrom: a@example.org\nSubject: folded over a blank line\n\nHi',
    'Content-Type: multipart/mixed; boundary="x"\n\n--x\nContent-Type: text/html\n\n<p>Hi</p>\n--x--',
  ];
  for (const mail of mails) assert.equal(await typeOf(mail), 'message/rfc822', mail);
});

test('other text is not supported', async () => {
  const texts = [
    'Just a sentence: nothing more.',
    'name;date\nx;y\n',
    '{"html": "<p>quoted</p>"}',
    '<?xml version="1.0"?><svg xmlns="http://www.w3.org/2000/svg"><text>x</text></svg>',
    'Name: Ada\nPhone: 12\n\nnotes',
    'title: A post\ndate: 2026-03-03\n---\ntext',
    '',
    '   \n\n ',
  ];
  for (const text of texts) assert.equal(await typeOf(text), 'unsupported_format', text);
});

import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import multipart from '@fastify/multipart';
import fastify from 'fastify';
import { boundaryOf, onlyFile } from './small-form.ts';

const B = 'a-boundary';
const DISPOSITION = 'Content-Disposition: form-data; name="file"';
const form = (content: string | Buffer, head = DISPOSITION, end = `\r\n--${B}--\r\n`): Buffer =>
  Buffer.concat([Buffer.from(`--${B}\r\n${head}\r\n\r\n`), Buffer.from(content), Buffer.from(end)]);

/** The form's parts as the parser reads them that reads every other form. */
async function parsed(body: Buffer): Promise<{ name: string; content: Buffer }[]> {
  const server = fastify();
  await server.register(multipart, { isPartAFile: () => true });
  const parts: { name: string; content: Buffer }[] = [];
  server.post('/', async request => {
    for await (const part of request.parts())
      if (part.type === 'file') parts.push({ name: part.fieldname, content: await part.toBuffer() });
    return null;
  });
  const headers = { 'content-type': `multipart/form-data; boundary=${B}` };
  const { statusCode } = await server.inject({ method: 'POST', url: '/', headers, payload: body });
  assert.equal(statusCode, 200);
  return parts;
}

const PLAIN: Readonly<Record<string, Buffer>> = {
  'a part with a file name and a type': form(
    'words',
    `${DISPOSITION}; filename="ä b.html"\r\nContent-Type: text/html`,
  ),
  'a part with a name alone': form('words'),
  'headers in other letters': form(
    'words',
    DISPOSITION.toLowerCase().replace('content-disposition', 'CONTENT-DISPOSITION'),
  ),
  'no line behind the end': form('words', DISPOSITION, `\r\n--${B}--`),
  'an empty document': form(''),
  'bytes of any kind': form(Buffer.from([0, 13, 10, 45, 45, 255, 13, 10, 13, 10])),
  'a document that ends in lines': form(`\r\n--a-\r\n-\r\n`),
};

const OTHER: Readonly<Record<string, Buffer>> = {
  'its name in other letters': form('words', DISPOSITION.replace('file', 'File')),
  'another name': form('words', 'Content-Disposition: form-data; name="other"'),
  'two parts': form('words', DISPOSITION, `\r\n--${B}\r\n${DISPOSITION}\r\n\r\nmore\r\n--${B}--\r\n`),
  'text before the part': Buffer.concat([Buffer.from('preamble\r\n'), form('words')]),
  'text behind the part': form('words', DISPOSITION, `\r\n--${B}--\r\nepilogue`),
  'a boundary with space behind it': form('words', DISPOSITION, `\r\n--${B}-- \r\n`),
  'an encoding of its own': form('words', `${DISPOSITION}\r\nContent-Transfer-Encoding: base64`),
  'a quoted pair in the file name': form('words', `${DISPOSITION}; filename="a\\"b"`),
  'an extended file name': form('words', `${DISPOSITION}; filename*=UTF-8''a`),
  'no end': form('words', DISPOSITION, ''),
  'a boundary within the document': form(`words\r\n--${B}words`),
  'a document that begins with the boundary': form(`--${B}words`),
  'no head': Buffer.from(`--${B}\r\n\r\nwords\r\n--${B}--\r\n`),
  'nothing but an end': Buffer.from(`--${B}--\r\n`),
};

describe('the form of one small document', () => {
  for (const [what, body] of Object.entries(PLAIN))
    it(`is read as the parser reads it: ${what}`, async () => {
      const content = onlyFile(body, B);
      assert.ok(content !== null);
      assert.deepEqual(await parsed(body), [{ name: 'file', content: Buffer.from(content) }]);
    });

  for (const [what, body] of Object.entries(OTHER))
    it(`is left to the parser with ${what}`, () => {
      assert.equal(onlyFile(body, B), null);
    });

  it('is told by its content type alone where that says no more than the boundary', () => {
    assert.equal(boundaryOf(`multipart/form-data; boundary=${B}`), B);
    assert.equal(boundaryOf(`Multipart/Form-Data;boundary="a(b)"`), 'a(b)');
    for (const other of [undefined, 'text/html', 'multipart/form-data', `multipart/mixed; boundary=${B}`])
      assert.equal(boundaryOf(other), undefined);
    assert.equal(boundaryOf(`multipart/form-data; charset=utf-8; boundary=${B}`), undefined);
    assert.equal(boundaryOf(`multipart/form-data; boundary=${B}; charset=utf-8`), undefined);
  });
});

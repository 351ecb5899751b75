import assert from 'node:assert/strict';
import { createCipheriv, createHash } from 'node:crypto';
import { test } from 'node:test';
import { openPdf } from './open.ts';

/** Algorithm 4 of ISO 32000-1, 7.6.3.4 (revision 2): the padding string, encrypted with the key of the empty password. */
function emptyPasswordHash(): string {
  const padding = Buffer.from('28bf4e5e4e758a4164004e56fffa01082e2e00b6d0683e802f0ca9fe6453697a', 'hex');
  const parts = [padding, Buffer.alloc(32), Buffer.from([0xfc, 0xff, 0xff, 0xff]), Buffer.from([0])];
  const key = createHash('md5').update(Buffer.concat(parts)).digest().subarray(0, 5);
  return rc4(key, padding).toString('hex');
}

/** Written out, because OpenSSL 3 does not offer RC4. */
function rc4(key: Uint8Array, data: Uint8Array): Buffer {
  const box = Array.from({ length: 256 }, (_, at) => at);
  const swap = (one: number, other: number) => {
    [box[one], box[other]] = [box[other] as number, box[one] as number];
  };
  for (let i = 0, j = 0; i < 256; i++) {
    j = (j + (box[i] as number) + (key[i % key.length] as number)) & 255;
    swap(i, j);
  }
  let [i, j] = [0, 0];
  return Buffer.from(data).map(byte => {
    i = (i + 1) & 255;
    j = (j + (box[i] as number)) & 255;
    swap(i, j);
    return byte ^ (box[((box[i] as number) + (box[j] as number)) & 255] as number);
  }) as Buffer;
}

/** One empty page; the reader has to rebuild the cross-reference table. */
const ONE_PAGE = `%PDF-1.4
1 0 obj <</Type /Catalog /Pages 2 0 R>> endobj
2 0 obj <</Type /Pages /Kids [3 0 R] /Count 1>> endobj
3 0 obj <</Type /Page /Parent 2 0 R /MediaBox [0 0 100 100]>> endobj
trailer <</Root 1 0 R>>
`;

test('a PDF is opened from a Buffer, as a worker receives it, and the Buffer keeps its bytes', async () => {
  const bytes = Buffer.from(ONE_PAGE);
  const open = await openPdf(bytes);
  assert.equal(open.document.numPages, 1);
  await open.close();
  assert.equal(bytes.toString(), ONE_PAGE);
});

test('a file locked by a handler of its own is encrypted, not damaged', async () => {
  const locked = ONE_PAGE.replace(
    '/Root 1 0 R',
    '/Root 1 0 R /ID [(a) (a)] /Encrypt <</Filter /Adobe.PubSec /V 2>>',
  );
  await assert.rejects(openPdf(Buffer.from(locked)), { code: 'encrypted' });
});

test('a file that wants a password is encrypted, one with an empty password is read', async () => {
  const entry = (user: string) =>
    `/ID [<00> <00>] /Encrypt <</Filter /Standard /V 1 /R 2 /P -4 /O <${'00'.repeat(32)}> /U <${user}>>>`;
  const locked = ONE_PAGE.replace('/Root 1 0 R', `/Root 1 0 R ${entry('11'.repeat(32))}`);
  await assert.rejects(openPdf(Buffer.from(locked)), { code: 'encrypted' });
  const open = ONE_PAGE.replace('/Root 1 0 R', `/Root 1 0 R ${entry(emptyPasswordHash())}`);
  const pdf = await openPdf(Buffer.from(open));
  assert.equal(pdf.document.numPages, 1);
  await pdf.close();
});

const sha256 = (...parts: (string | Uint8Array)[]): Buffer =>
  parts.reduce((hash, part) => hash.update(part), createHash('sha256')).digest();

/** Entries of an encryption dictionary of AES-256 (revision 5: one hash; ISO 32000-2, tables 20 and 21). */
function aes256({ user, owner }: { user: string; owner: string }): string {
  const wrapped = (key: Buffer) => {
    const cipher = createCipheriv('aes-256-cbc', key, Buffer.alloc(16)).setAutoPadding(false);
    return cipher.update(Buffer.alloc(32, 'file key')).toString('hex');
  };
  const [validation, key] = ['validate', 'keysalt.'];
  const u = Buffer.concat([sha256(user, validation), Buffer.from(validation + key)]);
  const o = Buffer.concat([sha256(owner, validation, u), Buffer.from(validation + key)]);
  const keys = `/Perms <${'00'.repeat(16)}> /UE <${wrapped(sha256(user, key))}> /OE <${wrapped(sha256(owner, key, u))}>`;
  return `/Filter /Standard /V 5 /R 5 /Length 256 /P -4 /U <${u.toString('hex')}> /O <${o.toString('hex')}> ${keys}
/CF <</StdCF <</CFM /AESV3 /Length 32>>>> /StmF /StdCF /StrF /StdCF`;
}

test('a file whose owner has an empty password is read, since that opens it; a password of both is wanted', async () => {
  const lockedBy = (passwords: { user: string; owner: string }) =>
    Buffer.from(
      ONE_PAGE.replace('/Root 1 0 R', `/Root 1 0 R /ID [<00> <00>] /Encrypt <<${aes256(passwords)}>>`),
    );
  const pdf = await openPdf(lockedBy({ user: 'sesame', owner: '' }));
  assert.equal(pdf.document.numPages, 1);
  await pdf.close();
  await assert.rejects(openPdf(lockedBy({ user: 'sesame', owner: 'key' })), { code: 'encrypted' });
});

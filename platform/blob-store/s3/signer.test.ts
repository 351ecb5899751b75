import assert from 'node:assert/strict';
import { hash } from 'node:crypto';
import { test } from 'node:test';
import { Signer } from './signer.ts';

const NOTHING = hash('sha256', '');
const AT = new Date('2013-05-24T00:00:00.123Z');
const signer = new Signer({
  accessKey: 'AKIAIOSFODNN7EXAMPLE',
  secretKey: 'wJalrXUtnFEMI/K7MDENG/bPxRfiCYEXAMPLEKEY',
  region: 'us-east-1',
});

function signed(method: string, path: string, more: Record<string, string>, at = AT): string | undefined {
  const headers = { host: 'examplebucket.s3.amazonaws.com', 'x-amz-content-sha256': NOTHING, ...more };
  signer.sign({ method, path, headers }, at);
  return (headers as Record<string, string>).authorization;
}

const signatureOf = (authorization: string | undefined) => authorization?.split('Signature=')[1];

test('gives the examples of the Amazon S3 API reference ("Signature Calculations for the Authorization Header")', () => {
  const scope = 'AWS4-HMAC-SHA256 Credential=AKIAIOSFODNN7EXAMPLE/20130524/us-east-1/s3/aws4_request';
  assert.equal(
    signed('GET', '/test.txt', { range: 'bytes=0-9' }),
    `${scope}, SignedHeaders=host;range;x-amz-content-sha256;x-amz-date, Signature=f0e8bdb87c964420e857bd35b5d6ed310bd44f0170aba48dd91039c6036bdb41`,
  );
  const put = {
    date: 'Fri, 24 May 2013 00:00:00 GMT',
    'x-amz-storage-class': 'REDUCED_REDUNDANCY',
    'x-amz-content-sha256': hash('sha256', 'Welcome to Amazon S3.'),
  };
  assert.equal(
    signatureOf(signed('PUT', '/test%24file.text', put)),
    '98ad721746da40c64f1a55b78f14c238d841ea1380cd77a1b5971af0ece108bd',
  );
  assert.equal(
    signatureOf(signed('GET', '/?lifecycle', {})),
    'fea454ca298b7da1c68078a5d1bdbfbbe0d65c699e0f91ac7a200a0136783543',
  );
  assert.equal(
    signatureOf(signed('GET', '/?prefix=J&max-keys=2', {})),
    '34b48302e7b5fa45bde8084f4b7868a86f0a534bc59db6670ed5711ef69dc6f7',
  );
});

test('signs neither the length nor the type of a body, and blanks as they are sent', () => {
  const plain = signed('PUT', '/a', { 'x-amz-meta-a': 'b c' });
  const more = { 'content-length': '3', 'content-type': 'text/plain', 'user-agent': 'x' };
  assert.equal(signed('PUT', '/a', { 'x-amz-meta-a': ' b   c ', ...more }), plain);
});

test('has another key each day', () => {
  const tomorrow = new Date('2013-05-25T00:00:00Z');
  const other = signed('GET', '/test.txt', {}, tomorrow);
  assert.match(other ?? '', /20130525/);
  assert.equal(
    signed('GET', '/test.txt', { range: 'bytes=0-9' })?.endsWith(
      'f0e8bdb87c964420e857bd35b5d6ed310bd44f0170aba48dd91039c6036bdb41',
    ),
    true,
  );
  assert.equal(signed('GET', '/test.txt', {}, tomorrow), other);
});

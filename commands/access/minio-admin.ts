/** The administration calls of MinIO: users, policies, buckets. The client library only supports objects. */
import { createCipheriv, createHash, createHmac, pbkdf2Sync, randomBytes } from 'node:crypto';

export interface Administrator {
  /** `http://host:port`. */
  endpoint: string;
  accessKey: string;
  secretKey: string;
}

const REGION = 'us-east-1';
const ANSWER_LIMIT_MS = 10_000;
const ADMIN = '/minio/admin/v3';

const sha256 = (bytes: string | Uint8Array): string => createHash('sha256').update(bytes).digest('hex');
const hmac = (key: string | Uint8Array, text: string): Buffer =>
  createHmac('sha256', key).update(text).digest();

/** Creates a user, or sets the secret of an existing one. Throws if the server refuses. */
export async function setUser(who: Administrator, accessKey: string, secretKey: string): Promise<void> {
  const user = Buffer.from(JSON.stringify({ secretKey, status: 'enabled' }));
  await send(who, 'PUT', `${ADMIN}/add-user`, { accessKey }, sealed(who.secretKey, user));
}

/** Creates or replaces a policy in the format of AWS IAM. */
export async function setPolicy(who: Administrator, name: string, policy: object): Promise<void> {
  await send(who, 'PUT', `${ADMIN}/add-canned-policy`, { name }, Buffer.from(JSON.stringify(policy)));
}

/** Gives the user the rights of this policy and no others. */
export async function givePolicy(who: Administrator, user: string, policyName: string): Promise<void> {
  const query = { isGroup: 'false', policyName, userOrGroup: user };
  await send(who, 'PUT', `${ADMIN}/set-user-or-group-policy`, query);
}

/** Creates a bucket unless it exists. */
export async function ensureBucket(who: Administrator, bucket: string): Promise<void> {
  await send(who, 'PUT', `/${bucket}`, {}, undefined, /<Code>BucketAlreadyOwnedByYou</);
}

/** Sends a request. `tolerated`: matches the body of an error that counts as success. */
async function send(
  who: Administrator,
  method: string,
  path: string,
  query: Record<string, string>,
  body: Uint8Array = new Uint8Array(),
  tolerated?: RegExp,
): Promise<void> {
  const url = new URL(`${path}?${new URLSearchParams(query)}`, who.endpoint);
  url.searchParams.sort();
  const answer = await fetch(url, {
    method,
    headers: signed(who, method, url, body),
    body: Buffer.from(body),
    signal: AbortSignal.timeout(ANSWER_LIMIT_MS),
  });
  const text = await answer.text();
  if (answer.ok || tolerated?.test(text)) return;
  throw new Error(`${method} ${path}: ${answer.status} ${/"?Code"?[>:]\s*"?(\w+)/.exec(text)?.[1] ?? ''}`);
}

/** AWS Signature Version 4 over the headers that every request has. */
function signed(who: Administrator, method: string, url: URL, body: Uint8Array): Record<string, string> {
  const now = new Date().toISOString().replace(/[-:]|\.\d+/g, '');
  const day = now.slice(0, 8);
  const headers = { host: url.host, 'x-amz-content-sha256': sha256(body), 'x-amz-date': now };
  const names = Object.keys(headers).join(';');
  const lines = Object.entries(headers).map(([name, value]) => `${name}:${value}\n`);
  const query = url.search.slice(1);
  const canonical = [method, url.pathname, query, lines.join(''), names, sha256(body)].join('\n');
  const scope = `${day}/${REGION}/s3/aws4_request`;
  const text = ['AWS4-HMAC-SHA256', now, scope, sha256(canonical)].join('\n');
  const key = [day, REGION, 's3', 'aws4_request'].reduce<Buffer>(
    (sofar, part) => hmac(sofar, part),
    Buffer.from(`AWS4${who.secretKey}`),
  );
  const signature = hmac(key, text).toString('hex');
  const authorization = `AWS4-HMAC-SHA256 Credential=${who.accessKey}/${scope}, SignedHeaders=${names}, Signature=${signature}`;
  return { ...headers, authorization };
}

const PBKDF2_AES_GCM = 2;
const PBKDF2_ROUNDS = 8_192;
/** Size of a fragment in bytes; what is sent here is far shorter. */
const FRAGMENT_BYTES = 16 * 1024;

/**
 * Encrypts with the administrator's secret in the format MinIO requires for secrets: salt (32 bytes), algorithm (1),
 * nonce (8), then fragments of a secure-io stream, here one. Its associated data are a mark of the last fragment and
 * the tag of an empty fragment before it.
 */
function sealed(secret: string, plain: Uint8Array): Buffer {
  if (plain.length > FRAGMENT_BYTES) throw new Error('more than one fragment');
  const [salt, nonce] = [randomBytes(32), randomBytes(8)];
  const key = pbkdf2Sync(secret, salt, PBKDF2_ROUNDS, 32, 'sha256');
  const tag = fragment(key, nonce, 0, new Uint8Array(), new Uint8Array());
  const last = fragment(key, nonce, 1, plain, Buffer.concat([Buffer.from([0x80]), tag]));
  return Buffer.concat([salt, Buffer.from([PBKDF2_AES_GCM]), nonce, last]);
}

function fragment(key: Buffer, nonce: Buffer, at: number, plain: Uint8Array, associated: Uint8Array): Buffer {
  const counter = Buffer.alloc(4);
  counter.writeUInt32LE(at);
  const cipher = createCipheriv('aes-256-gcm', key, Buffer.concat([nonce, counter]));
  cipher.setAAD(associated);
  return Buffer.concat([cipher.update(plain), cipher.final(), cipher.getAuthTag()]);
}

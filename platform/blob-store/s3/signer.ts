/**
 * Signs requests to S3 (Signature Version 4). The client's own signer derives its key anew for each request by four
 * HMACs, although it is valid for a day, and computes each in a way that costs several times the hash (hmac.ts): that
 * took a tenth of an extractor's CPU time.
 */
import { hash } from 'node:crypto';
import { Hmac } from '../../hmac.ts';

export interface SignedRequest {
  method: string;
  /** Percent-encoded, with the query. */
  path: string;
  /** Names in lower case; must include `host` and `x-amz-content-sha256`. */
  headers: Record<string, string>;
}

export interface Signatory {
  accessKey: string;
  secretKey: string;
  region: string;
}

const ALGORITHM = 'AWS4-HMAC-SHA256';
/** Headers that proxies may change. Those of the body are covered by its hash. */
const UNSIGNED = ['authorization', 'content-length', 'content-type', 'user-agent'];

export class Signer {
  private readonly by: Signatory;
  private day = '';
  private key = new Hmac(new Uint8Array());

  constructor(by: Signatory) {
    this.by = by;
  }

  /** Adds the headers of the signature. */
  sign({ method, path, headers }: SignedRequest, at = new Date()): void {
    const time = at.toISOString().replace(/[-:]|\.\d+/g, '');
    const day = time.slice(0, 8);
    headers['x-amz-date'] = time;
    const names = Object.keys(headers)
      .filter(name => !UNSIGNED.includes(name))
      .sort();
    const [resource, query = ''] = path.split('?');
    const request = [
      method,
      resource,
      inOrder(query),
      ...names.map(name => `${name}:${headers[name]?.trim().replace(/ +/g, ' ')}`),
      '',
      names.join(';'),
      headers['x-amz-content-sha256'],
    ].join('\n');
    const scope = `${day}/${this.by.region}/s3/aws4_request`;
    const signature = this.keyOf(day).hex(`${ALGORITHM}\n${time}\n${scope}\n${hash('sha256', request)}`);
    const credential = `Credential=${this.by.accessKey}/${scope}`;
    headers.authorization = `${ALGORITHM} ${credential}, SignedHeaders=${names.join(';')}, Signature=${signature}`;
  }

  private keyOf(day: string): Hmac {
    if (day === this.day) return this.key;
    let key: Uint8Array = Buffer.from(`AWS4${this.by.secretKey}`);
    for (const text of [day, this.by.region, 's3', 'aws4_request']) key = new Hmac(key).bytes(text);
    this.day = day;
    this.key = new Hmac(key);
    return this.key;
  }
}

function inOrder(query: string): string {
  if (query === '') return '';
  const parts = query.split('&').sort();
  return parts.map(part => (part.includes('=') ? part : `${part}=`)).join('&');
}

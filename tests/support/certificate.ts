/** Makes a self-signed certificate for loopback: X.509 v3 (RFC 5280) over a P-256 key, in DER. */
import { generateKeyPairSync, randomBytes, sign } from 'node:crypto';

export interface Certificate {
  /** PEM. */
  key: string;
  cert: string;
}

const ECDSA_WITH_SHA256 = '2a8648ce3d040302';
const COMMON_NAME = '550403';
const SUBJECT_ALTERNATIVE_NAME = '551d11';
const BASIC_CONSTRAINTS = '551d13';
const YEAR_MS = 365 * 24 * 3600 * 1000;

/** A certificate for https://127.0.0.1, https://127.0.0.2 (another receiver) and https://localhost. */
export function selfSigned(): Certificate {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const algorithm = sequence(identifier(ECDSA_WITH_SHA256));
  const name = sequence(set(sequence(identifier(COMMON_NAME), tag(0x0c, Buffer.from('textrail test')))));
  const body = sequence(
    tag(0xa0, integer(Buffer.from([2]))),
    integer(Buffer.concat([Buffer.from([1]), randomBytes(8)])),
    algorithm,
    name,
    sequence(time(Date.now() - YEAR_MS), time(Date.now() + YEAR_MS)),
    name,
    publicKey.export({ type: 'spki', format: 'der' }),
    tag(0xa3, sequence(...extensions())),
  );
  const signature = sign('sha256', body, privateKey);
  const der = sequence(body, algorithm, tag(0x03, Buffer.concat([Buffer.from([0]), signature])));
  const lines = der.toString('base64').replace(/.{64}/g, '$&\n');
  return {
    key: privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(),
    cert: `-----BEGIN CERTIFICATE-----\n${lines}\n-----END CERTIFICATE-----\n`,
  };
}

function extensions(): Buffer[] {
  const names = sequence(
    tag(0x82, Buffer.from('localhost')),
    tag(0x87, Buffer.from([127, 0, 0, 1])),
    tag(0x87, Buffer.from([127, 0, 0, 2])),
  );
  const authority = sequence(tag(0x01, Buffer.from([0xff])));
  return [
    sequence(identifier(SUBJECT_ALTERNATIVE_NAME), tag(0x04, names)),
    sequence(identifier(BASIC_CONSTRAINTS), tag(0x01, Buffer.from([0xff])), tag(0x04, authority)),
  ];
}

const sequence = (...parts: Buffer[]): Buffer => tag(0x30, Buffer.concat(parts));
const set = (...parts: Buffer[]): Buffer => tag(0x31, Buffer.concat(parts));
const identifier = (hex: string): Buffer => tag(0x06, Buffer.from(hex, 'hex'));
const integer = (bytes: Buffer): Buffer => tag(0x02, bytes);

/** A time as GeneralizedTime. */
function time(at: number): Buffer {
  const digits = new Date(at)
    .toISOString()
    .replace(/\.\d+Z$/, 'Z')
    .replace(/[-:T]/g, '');
  return tag(0x18, Buffer.from(digits));
}

function tag(type: number, content: Buffer): Buffer {
  const { length } = content;
  const head = length < 0x80 ? [type, length] : [type, 0x82, length >> 8, length & 0xff];
  return Buffer.concat([Buffer.from(head), content]);
}

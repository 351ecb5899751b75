/** What the texts of settings must look like. A malformed address is reported at once instead of being retried for ever. */
import { isIP } from 'node:net';
import { isBlobKeys } from './blob-store/sealed/configured-keys.ts';

export interface Shape {
  fits: (text: string) => boolean;
  /** Completes the sentence "… is not …". */
  description: string;
}

const shape = (pattern: RegExp, description: string): Shape => ({
  fits: text => pattern.test(text),
  description,
});

export const LOG_LEVEL = shape(
  /^(fatal|error|warn|info|debug|trace|silent)$/,
  'one of fatal, error, warn, info, debug, trace, silent',
);
export const ON_OR_OFF = shape(/^(on|off)$/, 'on or off');
export const COMPATIBLE_SERVICE = shape(/^(tika|openwebui|docling)$/, 'one of tika, openwebui, docling');
export const LANGUAGE_CODE = shape(/^[a-zA-Z_]{3,20}$/, 'a Tesseract language code');
export const CIDR: Shape = { fits: isCidr, description: 'a CIDR such as 10.0.0.0/8' };
export const SIGNING_SECRETS = shape(/[^\s,]/, 'a secret, or several with commas between them');
export const BLOB_KEYS: Shape = {
  fits: isBlobKeys,
  description:
    'ID:KEY, or several with commas between them, each KEY 32 random bytes in base64 (openssl rand -base64 32)',
};
/** Build metadata of SemVer 2.0.0, section 10. */
export const REVISION = shape(
  /^[0-9A-Za-z-]+(\.[0-9A-Za-z-]+)*$/,
  'made of a-z, A-Z, 0-9 and hyphen, with dots between them',
);
export const READ_OR_REFUSE = shape(/^(read|refuse)$/, 'read or refuse');

/** kafkajs splits such a text at its first colon. */
export const HOST_AND_PORT: Shape = {
  fits: text => /^[^\s:]+:\d+$/.test(text) && Number(text.split(':')[1]) <= 65_535,
  description: 'host:port, the host a name or an IPv4 address',
};
/** What Kafka accepts as a group.instance.id. */
export const INSTANCE_NAME = shape(
  /^[A-Za-z0-9._-]{1,249}$/,
  'made of a-z, A-Z, 0-9, dot, underscore and hyphen',
);
/** Kafka accepts topic names of up to 249 of these characters; ours add at most 20 to the prefix. */
export const TOPIC_PREFIX = shape(
  /^[a-zA-Z0-9._-]{1,200}$/,
  'made of a-z, A-Z, 0-9, dot, hyphen and underscore',
);
export const SASL_MECHANISM = shape(/^(scram-sha-(512|256)|plain)$/, 'scram-sha-512, scram-sha-256 or plain');
export const REDIS_ADDRESS: Shape = {
  fits: isRedisAddress,
  description: 'a redis:// or rediss:// address, with / ? # @ and % of its password percent-encoded',
};
/** Braces in the name would end the hash tag early. */
export const HASH_TAG = shape(/^[^{}\s]+$/, 'free of braces and spaces');

export const HTTP_ADDRESS: Shape = {
  fits: text => /^https?:\/\//.test(text) && URL.canParse(text),
  description: 'an http(s):// address',
};
/** The client supports only a host and a port. */
export const S3_ADDRESS: Shape = {
  fits: text => HTTP_ADDRESS.fits(text) && new URL(text).pathname === '/',
  description: 'an http(s):// address without a path',
};
export const BUCKET = shape(
  /^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$/,
  'the name of a bucket (3 to 63 of a-z, 0-9, dot and hyphen)',
);
export const REGION = shape(/^[a-zA-Z0-9-]+$/, 'the name of a region');

/** An unescaped password would cut the host short, and part of it would be looked up in DNS. */
function isRedisAddress(text: string): boolean {
  if (!/^rediss?:\/\/\S+$/.test(text) || !URL.canParse(text)) return false;
  const { hostname, pathname, search, hash } = new URL(text);
  return hostname !== '' && /^(\/\d*)?$/.test(pathname) && !search.includes('@') && hash === '';
}

function isCidr(text: string): boolean {
  const [, address = '', bits] = /^([0-9a-fA-F:.]+)\/(\d{1,3})$/.exec(text) ?? [];
  const version = isIP(address);
  return version !== 0 && Number(bits) <= (version === 6 ? 128 : 32);
}

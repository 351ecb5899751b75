/** Master keys from the setting `BLOB_KEYS`. */
import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto';
import { BlobNotOpened } from './blob-not-opened.ts';
import {
  DATA_KEY_BYTES,
  type DataKey,
  MASTER_KEY_ID,
  MasterKeyMissing,
  type MasterKeys,
  type WrappedKey,
} from './master-keys.ts';

/** As the first item of the setting: new blobs are written unencrypted. */
const PLAIN = 'plain';
const MASTER_KEY_BYTES = 32;
const IN_BASE64 = /^[A-Za-z0-9+/_-]{43}=?$/;
/**
 * Fewest different bytes in a master key. 32 random bytes have about 30; fewer than half of that indicates a word, or a
 * line of zeros.
 */
const FEWEST_DIFFERENT_BYTES = 16;

/** Key wrap of RFC 3394 (NIST SP 800-38F, KW). It has no nonce that could repeat, however many keys are wrapped. */
const WRAP = 'id-aes256-wrap';
const WRAP_INITIAL_VALUE = Buffer.alloc(8, 0xa6);

interface Parsed {
  /** Id of the key for new blobs; undefined if they are written unencrypted. */
  writer: string | undefined;
  keys: ReadonlyMap<string, Buffer>;
}

/** Parses a list of `ID:KEY`, whose first item may be the word `plain`. Undefined if the text is malformed. */
function parse(text: string): Parsed | undefined {
  const items = text.split(',').map(item => item.trim());
  const isPlain = items[0] === PLAIN;
  const pairs = (isPlain ? items.slice(1) : items).map(item => {
    const [id = '', key = '', ...more] = item.split(':');
    const bytes = Buffer.from(key, 'base64');
    const isKey = IN_BASE64.test(key) && bytes.length === MASTER_KEY_BYTES;
    const isRandom = new Set(bytes).size >= FEWEST_DIFFERENT_BYTES;
    return MASTER_KEY_ID.test(id) && isKey && isRandom && more.length === 0 ? ([id, bytes] as const) : null;
  });
  const keys = new Map(pairs.filter(pair => pair !== null));
  if (keys.size !== pairs.length) return undefined;
  return { writer: isPlain ? undefined : pairs[0]?.[0], keys };
}

export const isBlobKeys = (text: string): boolean => parse(text) !== undefined;

/** True if new blobs are written unencrypted under this setting, which is empty or satisfies `isBlobKeys`. */
export const writesPlain = (text: string): boolean => parse(text)?.writer === undefined;

export class ConfiguredKeys implements MasterKeys {
  /** Id of the key for new blobs; undefined if they are written unencrypted. */
  readonly writer: string | undefined;
  private readonly keys: ReadonlyMap<string, Buffer>;

  /** `setting`: empty, or a text that satisfies `isBlobKeys`. */
  constructor(setting: string) {
    const parsed = setting === '' ? { writer: undefined, keys: new Map<string, Buffer>() } : parse(setting);
    if (parsed === undefined) throw new TypeError('malformed BLOB_KEYS');
    this.writer = parsed.writer;
    this.keys = parsed.keys;
  }

  /** Ids of all keys that blobs can be read with. */
  get ids(): string[] {
    return [...this.keys.keys()];
  }

  async generate(): Promise<DataKey | null> {
    if (this.writer === undefined) return null;
    const plain = randomBytes(DATA_KEY_BYTES);
    const cipher = createCipheriv(WRAP, this.masterKey(this.writer), WRAP_INITIAL_VALUE);
    const bytes = Buffer.concat([cipher.update(plain), cipher.final()]);
    return { plain, wrapped: { masterKeyId: this.writer, bytes } };
  }

  async unwrap({ masterKeyId, bytes }: WrappedKey): Promise<Uint8Array> {
    const decipher = createDecipheriv(WRAP, this.masterKey(masterKeyId), WRAP_INITIAL_VALUE);
    try {
      return Buffer.concat([decipher.update(bytes), decipher.final()]);
    } catch (error) {
      throw new BlobNotOpened('AnotherMasterKey', { cause: error });
    }
  }

  private masterKey(id: string): Buffer {
    const key = this.keys.get(id);
    if (key === undefined) throw new MasterKeyMissing(id);
    return key;
  }
}

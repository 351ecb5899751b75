/**
 * HMAC-SHA256 (RFC 2104, FIPS 198-1) of many short texts under one secret. Node's own makes an OpenSSL object for each
 * text, which costs several times the hash. A digest as a buffer costs four times as much as a text of one byte a
 * character, because the system allocates memory for each buffer.
 */
import { hash } from 'node:crypto';

const BLOCK_BYTES = 64;
const DIGEST_BYTES = 32;
/** Room for a message, in bytes; longer ones are copied to a buffer of their own. */
const MESSAGE_BYTES = 1024;

export class Hmac {
  /** Input of the inner hash: the key with its padding, and room for the text. */
  private readonly inner: Buffer;
  /** Input of the outer hash: the key with the other padding, and the inner digest. */
  private readonly outer: Buffer;

  constructor(secret: Uint8Array) {
    const key = secret.length > BLOCK_BYTES ? hash('sha256', secret, 'buffer') : secret;
    this.inner = Buffer.alloc(BLOCK_BYTES + MESSAGE_BYTES, 0x36);
    this.outer = Buffer.alloc(BLOCK_BYTES + DIGEST_BYTES, 0x5c);
    for (const [at, byte] of key.entries()) {
      this.inner[at] = byte ^ 0x36;
      this.outer[at] = byte ^ 0x5c;
    }
  }

  /** The code over the text's UTF-8, in lower-case hex digits. */
  hex(text: string): string {
    return hash('sha256', this.within(text));
  }

  bytes(text: string): Buffer {
    return Buffer.from(hash('sha256', this.within(text), 'binary'), 'latin1');
  }

  private within(text: string): Buffer {
    this.outer.write(hash('sha256', this.message(text), 'binary'), BLOCK_BYTES, 'latin1');
    return this.outer;
  }

  private message(text: string): Buffer {
    // In UTF-8 a UTF-16 code unit takes at most three bytes.
    const fits = 3 * text.length <= MESSAGE_BYTES;
    if (fits) return this.inner.subarray(0, BLOCK_BYTES + this.inner.write(text, BLOCK_BYTES));
    return Buffer.concat([this.inner.subarray(0, BLOCK_BYTES), Buffer.from(text)]);
  }
}

/** Decoders by the labels of the Encoding Standard, as wide as browsers' are. */
import { createRequire } from 'node:module';

/** Node's tables lack the signs of Hong Kong that Big5 has there, and 8,822 of the syllables of Korean Windows. */
const WIDER: Record<string, string | undefined> = { big5: 'big5-hkscs', 'euc-kr': 'cp949' };

const require = createRequire(import.meta.url);

/** Throws `RangeError` where the standard knows no such label. */
export function webDecoder(label: string): { decode(bytes: Uint8Array): string } {
  const decoder = new TextDecoder(label);
  const wider = WIDER[decoder.encoding];
  return wider === undefined ? decoder : { decode: bytes => decodeWider(bytes, wider) };
}

/** Loaded with the first text that needs it. */
function decodeWider(bytes: Uint8Array, encoding: string): string {
  const iconv: typeof import('iconv-lite') = require('iconv-lite');
  return iconv.decode(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength), encoding);
}

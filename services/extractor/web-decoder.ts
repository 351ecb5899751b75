/** Decoders by the labels of the Encoding Standard, as wide as browsers' are. */
import { createRequire } from 'node:module';

/** Node's tables lack the signs of Hong Kong that Big5 has there, and 8,822 of the syllables of Korean Windows. */
const WIDER: Record<string, string | undefined> = { big5: 'big5-hkscs', 'euc-kr': 'cp949' };

const require = createRequire(import.meta.url);

interface Decoder {
  decode(bytes: Uint8Array): string;
}

/** By label, of which the standard has some two hundred: to make one takes longer than to decode a line. They keep nothing of what they decode. */
const decoders = new Map<string, Decoder>();

/** Throws `RangeError` where the standard knows no such label. */
export function webDecoder(label: string): Decoder {
  let decoder = decoders.get(label);
  if (decoder === undefined) {
    decoder = decoderOf(label);
    // The standard knows its labels in any case, and with blanks around them.
    if (isPlainLabel(label)) decoders.set(label, decoder);
  }
  return decoder;
}

const isPlainLabel = (label: string): boolean => /^[a-z\d_:-]{1,20}$/.test(label);

function decoderOf(label: string): Decoder {
  const decoder = new TextDecoder(label);
  const wider = WIDER[decoder.encoding];
  return wider === undefined ? decoder : { decode: bytes => decodeWider(bytes, wider) };
}

let iconv: typeof import('iconv-lite') | undefined;

/** Loaded with the first text that needs it. */
function decodeWider(bytes: Uint8Array, encoding: string): string {
  iconv ??= require('iconv-lite') as typeof import('iconv-lite');
  return iconv.decode(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength), encoding);
}

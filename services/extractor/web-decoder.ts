/** Decoders by the labels of the Encoding Standard, as complete as browsers'. */
import { createRequire } from 'node:module';

/**
 * Node's tables lack the Hong Kong characters that browsers have in Big5, and 8,822 Hangul syllables of Windows' Korean
 * code page.
 */
const WIDER: Record<string, string | undefined> = { big5: 'big5-hkscs', 'euc-kr': 'cp949' };

const require = createRequire(import.meta.url);

interface Decoder {
  decode(bytes: Uint8Array): string;
}

/**
 * By label (the standard has about two hundred), because creating a decoder takes longer than decoding a line. Decoders
 * keep no state between calls.
 */
const decoders = new Map<string, Decoder>();

/** Throws `RangeError` for a label that is not in the standard. */
export function webDecoder(label: string): Decoder {
  let decoder = decoders.get(label);
  if (decoder === undefined) {
    decoder = decoderOf(label);
    // The standard accepts labels in any case, and with white space around them; cache only plain ones.
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

/** Loads iconv-lite with the first text that needs it. */
function decodeWider(bytes: Uint8Array, encoding: string): string {
  iconv ??= require('iconv-lite') as typeof import('iconv-lite');
  return iconv.decode(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength), encoding);
}

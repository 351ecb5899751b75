/** Decodes header text: encoded words (RFC 2047) and unencoded bytes beyond ASCII. */
import { decodeText } from './charset.ts';
import { decodeBase64, decodeQuotedPrintable } from './transfer-encoding.ts';

/** `=?charset*language?B or Q?text?=`; some mailers leave spaces in the text. */
const ENCODED_WORD = /=\?([^?*\s]{1,80})(?:\*[^?\s]*)?\?([bq])\?([^?]*)\?=/gi;
/** White space between two encoded words is not part of the text (RFC 2047 6.2). */
const BETWEEN_WORDS = /(\?=)\s+(?==\?[^?\s]{1,80}\?[bq]\?)/gi;

/**
 * Decodes the words of a value. A character may be divided between two words of one charset, so their bytes are joined
 * before decoding.
 */
export function decodeWords(value: string): string {
  if (!value.includes('=?')) return value;
  const text = value.replace(BETWEEN_WORDS, '$1');
  let result = '';
  let end = 0;
  let run: { charset: string; bytes: Uint8Array[] } | null = null;
  const close = () => {
    if (run) result += decodeText(Buffer.concat(run.bytes), run.charset);
    run = null;
  };
  for (const word of text.matchAll(ENCODED_WORD)) {
    const [whole, charset = '', encoding = '', content = ''] = word;
    if (word.index > end) {
      close();
      result += text.slice(end, word.index);
    }
    if (run && run.charset !== charset.toLowerCase()) close();
    run ??= { charset: charset.toLowerCase(), bytes: [] };
    run.bytes.push(wordBytes(encoding, content));
    end = word.index + whole.length;
  }
  close();
  return result + text.slice(end);
}

function wordBytes(encoding: string, content: string): Uint8Array {
  const bytes = Buffer.from(content, 'latin1');
  if (encoding.toLowerCase() === 'b') return decodeBase64(bytes);
  return decodeQuotedPrintable(Buffer.from(content.replaceAll('_', ' '), 'latin1'));
}

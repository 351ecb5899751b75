/** The pages among a mail's parts. */
import { decodeHtml } from '../html/decode.ts';
import { decodeText, isContradicted } from './charset.ts';
import type { MailPart } from './mime-parts.ts';

export function isPage({ mediaType }: MailPart): boolean {
  return mediaType === 'text/html' || mediaType === 'application/xhtml+xml';
}

/** The mail's charset goes before the page's own, but only browsers' charsets can be given to the page's decoder. */
export function pageText(bytes: Uint8Array, charset: string | undefined): string {
  if (charset !== undefined && isContradicted(bytes, charset)) return decodeText(bytes, charset);
  if (charset === undefined || isWebCharset(charset)) return decodeHtml(bytes, charset);
  return decodeText(bytes, charset);
}

function isWebCharset(charset: string): boolean {
  if (/^utf-?8$/i.test(charset)) return true;
  try {
    return new TextDecoder(charset).encoding !== '';
  } catch {
    return false;
  }
}

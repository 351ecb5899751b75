/** Whether a part is a page. */
import { decodeHtml } from '../html/decode.ts';
import { decodeText, isContradicted } from './charset.ts';
import type { MailPart } from './mime-parts.ts';

export function isPage({ mediaType }: MailPart): boolean {
  return mediaType === 'text/html' || mediaType === 'application/xhtml+xml';
}

/**
 * Decodes a page. The mail's charset takes precedence over the page's own, but the page's decoder accepts only
 * browsers' charsets.
 */
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

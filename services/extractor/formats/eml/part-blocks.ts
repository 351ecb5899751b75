/** Turns one text part of a mail into blocks. */
import type { Block, Warning } from '../../../../schemas/document.ts';
import { type Ceilings, ExtractionError } from '../../format.ts';
import { htmlBlocks } from '../../html/blocks.ts';
import { decodeText } from '../../mime/charset.ts';
import { decodeWords } from '../../mime/encoded-word.ts';
import type { MailPart } from '../../mime/mime-parts.ts';
import { isPage, pageText } from '../../mime/page-part.ts';
import { decodeTransfer } from '../../mime/transfer-encoding.ts';
import type { EmbeddedFile } from '../../mime/uuencode.ts';
import { plainBlocks } from './plain-body.ts';

export interface PartBlocks {
  blocks: Block[];
  files: EmbeddedFile[];
}

export function partBlocks(part: MailPart, ceilings: Ceilings, warnings: Warning[]): PartBlocks {
  const bytes = decodeTransfer(part.raw, part.encoding);
  const asPage = (html: string): PartBlocks => {
    const read = htmlBlocks(html, ceilings);
    warnings.push(...read.warnings);
    return { blocks: read.blocks, files: [] };
  };
  if (isPage(part)) return asPage(pageText(bytes, part.charset));
  const text = textOf(bytes, part.charset, ceilings);
  if (isPageSource(text)) return asPage(text);
  if (isBinary(text)) return { blocks: [], files: [{ name: part.fileName, content: bytes }] };
  return plainBlocks(plainText(text, part.mediaType), part);
}

/** Elements with which a page or a piece of one begins. */
const PAGE_START =
  /^(?:\s|<!--(?:(?!-->)[\s\S])*-->)*<(?:!doctype\s+html|html|head|body|meta|style|title|center|table|div|p|span|font|h[1-6])[\s>]/i;
const PAGE_END = /<\/?[a-z][^<>]*>\s*$/i;

/** Whether a text is a page that a program sent as plain text, from its first character to its last. */
const isPageSource = (text: string): boolean => PAGE_START.test(text) && PAGE_END.test(text);

export const partText = (part: MailPart, ceilings: Ceilings): string =>
  textOf(decodeTransfer(part.raw, part.encoding), part.charset, ceilings);

/** Throws a bomb's `ExtractionError` above the ceiling. */
export function textOf(bytes: Uint8Array, charset: string | undefined, ceilings: Ceilings): string {
  const text = decodeText(bytes, charset);
  if (text.length > ceilings.textCharacters)
    throw new ExtractionError('extraction_failed', 'the mail has too many characters', { bomb: true });
  return text;
}

/** Number of characters examined to distinguish text from a file that was sent as text. */
const SAMPLE_CHARACTERS = 4_096;
/**
 * Compressed data has one control character in ten. Text may have some: terminal colours (ESC), and NUL where it was
 * UTF-16 or a program filled a block; neither counts.
 */
const CONTROL_SHARE = 0.05;
const LEAST_CONTROLS = 8;

/** PDF, PostScript, RTF, ZIP: written in ASCII but for programs, or too short to be recognised by their bytes. */
const FILE_START = /^(?:%PDF-|%!PS-|\{\\rtf1|PK\cC\cD)/;

/** Whether a text is a picture, archive or document that no header named, which makes it `text/plain` (RFC 2045 5.2). */
export function isBinary(text: string): boolean {
  if (FILE_START.test(text)) return true;
  const sample = text.replaceAll('\0', '').slice(0, SAMPLE_CHARACTERS);
  // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is counted.
  const controls = sample.match(/[\x01-\x08\x0e-\x1a\x1c-\x1f]/g)?.length ?? 0;
  return controls > Math.max(LEAST_CONTROLS, sample.length * CONTROL_SHARE);
}

/** text/enriched (RFC 1896) and its predecessor, text/richtext (RFC 1341 7.1.3). */
const ENRICHED = /^text\/(?:enriched|richtext)$/;

/** The header of a returned mail (RFC 6522 4). */
const RETURNED_HEADER = 'text/rfc822-headers';

/** Returns the text without the commands of its media type. */
export function plainText(text: string, mediaType: string): string {
  if (mediaType === RETURNED_HEADER) return decodeWords(text);
  return ENRICHED.test(mediaType) ? withoutEnriched(text) : text;
}

/**
 * Removes commands in angle brackets; `<<` or `<lt>` stands for the character. The older type also has commands for
 * line ends.
 */
function withoutEnriched(text: string): string {
  return text
    .replace(/<comment>(?:(?!<comment>)[\s\S])*?<\/comment>/gi, '')
    .replace(/<nl>|<\/paragraph>/gi, '\n')
    .replace(/<lt>/gi, '<<')
    .replace(/<param>[^<]{0,200}<\/param>/gi, '')
    .replace(/<<|<\/?[a-z-]{1,60}>/gi, command => (command === '<<' ? '<' : ''));
}

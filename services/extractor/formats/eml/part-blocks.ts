/** One text part of a mail as blocks. */
import type { Block, Warning } from '../../../../schemas/document.ts';
import { type Ceilings, ExtractionError } from '../../format.ts';
import { htmlBlocks } from '../../html/blocks.ts';
import { decodeHtml } from '../../html/decode.ts';
import { decodeText } from './charset.ts';
import type { MailPart } from './mime-parts.ts';
import { type EmbeddedFile, plainBlocks } from './plain-body.ts';
import { decodeTransfer } from './transfer-encoding.ts';

export interface PartBlocks {
  blocks: Block[];
  files: EmbeddedFile[];
}

export function partBlocks(part: MailPart, ceilings: Ceilings, warnings: Warning[]): PartBlocks {
  const bytes = decodeTransfer(part.raw, part.encoding);
  if (isPage(part)) {
    const read = htmlBlocks(pageText(bytes, part.charset), ceilings);
    warnings.push(...read.warnings);
    return { blocks: read.blocks, files: [] };
  }
  const text = decodeText(bytes, part.charset);
  if (text.length > ceilings.textCharacters)
    throw new ExtractionError('extraction_failed', 'the mail has too many characters', { bomb: true });
  return plainBlocks(part.mediaType === 'text/enriched' ? withoutEnriched(text) : text, part);
}

export function isPage({ mediaType }: MailPart): boolean {
  return mediaType === 'text/html' || mediaType === 'application/xhtml+xml';
}

/** The mail's charset goes before the page's own, but only browsers' charsets can be given to the page's decoder. */
function pageText(bytes: Uint8Array, charset: string | undefined): string {
  if (charset === undefined || isWebCharset(charset)) return decodeHtml(bytes, charset);
  return decodeText(bytes, charset);
}

function isWebCharset(charset: string): boolean {
  try {
    return new TextDecoder(charset).encoding !== '';
  } catch {
    return false;
  }
}

/** text/enriched (RFC 1896): commands in angle brackets, `<<` for the character. */
function withoutEnriched(text: string): string {
  return text
    .replace(/<param>[^<]{0,200}<\/param>/gi, '')
    .replace(/<<|<\/?[a-z-]{1,60}>/gi, command => (command === '<<' ? '<' : ''));
}

/** One text part of a mail as blocks. */
import type { Block, Warning } from '../../../../schemas/document.ts';
import { type Ceilings, ExtractionError } from '../../format.ts';
import { htmlBlocks } from '../../html/blocks.ts';
import { decodeText } from '../../mime/charset.ts';
import type { MailPart } from '../../mime/mime-parts.ts';
import { isPage, pageText } from '../../mime/page-part.ts';
import { decodeTransfer } from '../../mime/transfer-encoding.ts';
import { type EmbeddedFile, plainBlocks } from './plain-body.ts';

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

/** text/enriched (RFC 1896): commands in angle brackets, `<<` for the character. */
function withoutEnriched(text: string): string {
  return text
    .replace(/<param>[^<]{0,200}<\/param>/gi, '')
    .replace(/<<|<\/?[a-z-]{1,60}>/gi, command => (command === '<<' ? '<' : ''));
}

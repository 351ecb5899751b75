/** Reads portfolios (collections, ISO 32000-1, 12.3.5): the pages are only a cover, the content is in the embedded files. */
import { isUtf8 } from 'node:buffer';
import type { Block, Document, HeadingLevel } from '../../../../schemas/document.ts';
import type { ParseContext } from '../../format.ts';
import { warn } from '../../warn.ts';
import type { OpenPdf } from './read/open.ts';

type Contents = Pick<Document, 'blocks' | 'ocr' | 'warnings'>;

/** Returns what can be read of each file, below a heading with its name. */
export async function portfolioContents({ document }: OpenPdf, context: ParseContext): Promise<Contents> {
  const contents: Contents = { blocks: [], ocr: false, warnings: [] };
  // Names and descriptions by the files' keys; null if they are damaged.
  const files = (await document.getAttachments().catch(() => null)) as Map<
    string,
    { filename: string }
  > | null;
  for (const [key, { filename }] of files ?? []) {
    const bytes = await document.getAttachmentContent(key).catch(() => null);
    const read = bytes === null ? null : await contentOf(bytes, context);
    if (read === null) warn(contents.warnings, 'attachment-not-read');
    else {
      contents.blocks.push({ kind: 'heading', level: 1, text: filename, page: null });
      for (const block of read.blocks) contents.blocks.push(belowName(block));
      contents.ocr ||= read.ocr;
      for (const { code } of read.warnings) warn(contents.warnings, code);
    }
  }
  return contents;
}

async function contentOf(bytes: Uint8Array, { embedded }: ParseContext): Promise<Contents | null> {
  const reading = (await embedded?.read(bytes)) ?? { kind: 'unread' };
  if (reading.kind === 'read') return reading.document;
  return reading.kind === 'unknown' && isUtf8(bytes) && !bytes.includes(0)
    ? { blocks: plainText(bytes), ocr: false, warnings: [] }
    : null;
}

function plainText(bytes: Uint8Array): Block[] {
  const lines = Buffer.from(bytes)
    .toString('utf8')
    .split(/\r\n|\r|\n/)
    .map(line => line.trim());
  return lines.filter(line => line !== '').map(text => ({ kind: 'paragraph', text, page: null }));
}

/** Moves headings of a file one level down, below its name. */
function belowName(block: Block): Block {
  return block.kind === 'heading' ? { ...block, level: Math.min(6, block.level + 1) as HeadingLevel } : block;
}

/**
 * Reads documents of another kind that are imported where they stand (`w:altChunk`, ECMA-376 part 1, 17.17.2.1):
 * programs that make Word documents from pages, or out of several documents, write nothing else. Word documents, pages
 * (alone, or saved with their pictures as MHTML), rich text and plain text are read.
 */
import type { Block } from '../../../../schemas/document.ts';
import type { Package } from '../../archive/package.ts';
import type { EmbeddedReader } from '../../format.ts';
import { htmlBlocks } from '../../html/blocks.ts';
import { decodeHead, decodeHtml } from '../../html/decode.ts';
import { readMails } from '../../mime/mime-parts.ts';
import { isPage, pageText } from '../../mime/page-part.ts';
import { decodeTransfer } from '../../mime/transfer-encoding.ts';
import type { WordDocument } from './word-document.ts';

/** Enough to tell the kind of the part. */
const HEAD_BYTES = 4 * 1024;
const MIME_FIELD = /^\s*(?:mime-version|content-type|from|subject|date)\s*:/i;
const MARKUP = /^\s*<|<(?:html|body|p|div|table)\b/i;
const ARCHIVE = 'PK\x03\x04';
const RICH_TEXT = '{\\rtf';
const WORD_97 = '\xd0\xcf\x11\xe0';

/**
 * Returns the blocks of rich text that `main` imports, by its part. It is another format, and read beforehand because
 * the walk cannot wait.
 */
export async function readImported(
  office: Package,
  main: string | undefined,
  embedded: EmbeddedReader | undefined,
): Promise<ReadonlyMap<string, Block[]>> {
  const imported = new Map<string, Block[]>();
  if (main === undefined || embedded === undefined) return imported;
  for (const { type, external, target } of office.relationships(main)) {
    const bytes = type === 'aFChunk' && !external ? office.read(target) : undefined;
    if (bytes === undefined || !startsWith(bytes, RICH_TEXT)) continue;
    const reading = await embedded.read(bytes);
    if (reading.kind !== 'read') continue;
    imported.set(target, reading.document.blocks);
    for (const { code } of reading.document.warnings) office.warn(code);
  }
  return imported;
}

const startsWith = (bytes: Buffer, signature: string): boolean =>
  bytes.toString('latin1', 0, signature.length) === signature;

/** Returns the blocks of the part; null for kinds that are not read. */
export function readAltChunk(document: WordDocument, part: string | undefined): Block[] | null {
  const office = document.package;
  const bytes = part === undefined ? undefined : office.read(part);
  if (bytes === undefined) return null;
  const head = decodeHead(bytes.subarray(0, HEAD_BYTES));
  if (startsWith(bytes, ARCHIVE)) return document.readEmbedded(bytes);
  if (startsWith(bytes, RICH_TEXT)) return document.imported.get(part ?? '') ?? null;
  if (startsWith(bytes, WORD_97)) return null;
  if (MIME_FIELD.test(head)) return savedPage(office, bytes);
  const text = decodeHtml(bytes);
  return MARKUP.test(head) ? page(office, text) : plainText(office, text);
}

function page(office: Package, html: string): Block[] {
  office.allowance.spend('textCharacters', html.length);
  return htmlBlocks(html, office.allowance.ceilings).blocks;
}

function savedPage(office: Package, bytes: Buffer): Block[] | null {
  const { mails } = readMails(bytes, office.allowance.ceilings.archiveEntries);
  const found = mails[0]?.parts.find(isPage);
  return found === undefined
    ? null
    : page(office, pageText(decodeTransfer(found.raw, found.encoding), found.charset));
}

function plainText(office: Package, text: string): Block[] {
  office.allowance.spend('textCharacters', text.length);
  const lines = text.split(/\r\n|\r|\n/).map(line => line.trim());
  return lines.filter(line => line !== '').map(line => ({ kind: 'paragraph', text: line, page: null }));
}

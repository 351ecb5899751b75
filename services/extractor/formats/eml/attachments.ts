/** Lists what a mail carries besides its body, and reads it with the service's own formats or as text, whatever its label. */
import { isUtf8 } from 'node:buffer';
import type { Block, Document, HeadingLevel, ListItem, Warning } from '../../../../schemas/document.ts';
import type { Ceilings, EmbeddedReader } from '../../format.ts';
import { htmlBlocks } from '../../html/blocks.ts';
import { MAIL_TYPES, type MailPart } from '../../mime/mime-parts.ts';
import { pageText } from '../../mime/page-part.ts';
import { decodedSize, decodeTransfer } from '../../mime/transfer-encoding.ts';
import { warn } from '../../warn.ts';
import { isBinary, plainText, textOf } from './part-blocks.ts';
import { textFileBlocks } from './text-file.ts';

export interface Attachment {
  name: string;
  mediaType: string;
  bytes: number;
  /** Null where it is only listed. */
  read: (() => Uint8Array) | null;
  charset: string | undefined;
}

export interface ReadAttachments {
  blocks: Block[];
  ocr: boolean;
}

/** What is needed to read the attachments of one mail. */
export interface AttachmentContext {
  ceilings: Ceilings;
  embedded: EmbeddedReader | undefined;
  warnings: Warning[];
  /** Level of the heading over an attachment. */
  level: HeadingLevel;
}

/** Text that is labelled as such, and is read without further recognition. */
const TEXT = /^(?:text\/(?!html|rtf|richtext|calendar)|application\/(?:json|xml|csv)|message\/(?!rfc822))/;
/** Content made by programs for programs. */
const FOR_PROGRAMS =
  /^(?:text\/(?:css|javascript|x-amp-html)|application\/(?:javascript|pgp-|pkcs7-|x-pkcs7-))/;

export function attachmentOf(part: MailPart): Attachment {
  const { fileName, mediaType, raw, encoding, charset } = part;
  const isShownInPage = part.isInline && mediaType.startsWith('image/');
  // A mail inside this one follows it as a mail.
  const isRead = !FOR_PROGRAMS.test(mediaType) && !isShownInPage && !MAIL_TYPES.has(mediaType);
  return {
    name: fileName,
    mediaType,
    bytes: decodedSize(raw, encoding),
    read: isRead ? () => decodeTransfer(raw, encoding) : null,
    charset,
  };
}

/** OpenPGP in ASCII (RFC 9580 6.2): encrypted text, keys, signatures. A signed text begins differently, and is text. */
const ARMOUR = /^\s*-----BEGIN PGP (?:MESSAGE|SIGNATURE|PUBLIC KEY BLOCK|PRIVATE KEY BLOCK)/;

/** Returns the list of all attachments, then the text of each readable one under a heading with its name. */
export async function attachmentBlocks(
  attachments: readonly Attachment[],
  context: AttachmentContext,
): Promise<ReadAttachments> {
  if (attachments.length === 0) return { blocks: [], ocr: false };
  const items: ListItem[] = attachments.map(file => ({ text: listedText(file), lists: [] }));
  const blocks: Block[] = [
    { kind: 'paragraph', text: 'Attachments:', page: null },
    { kind: 'list', ordered: false, items, page: null },
  ];
  let ocr = false;
  for (const attachment of attachments) {
    const content = await contentOf(attachment, context);
    if (content === null || content.blocks.length === 0) continue;
    ocr ||= content.ocr;
    if (attachment.name !== '')
      blocks.push({ kind: 'heading', level: context.level, text: attachment.name, page: null });
    for (const block of content.blocks) blocks.push(block);
  }
  return { blocks, ocr };
}

async function contentOf(
  { mediaType, charset, read }: Attachment,
  { ceilings, embedded, warnings, level }: AttachmentContext,
): Promise<ReadAttachments | null> {
  if (read === null) return null;
  const bytes = read();
  const asText = (): ReadAttachments | null => {
    const whole = textOf(bytes, charset, ceilings);
    const text = mediaType === LATER_PIECE ? withoutEncoded(whole) : whole;
    if (isBinary(text) || ARMOUR.test(text) || text.trim() === '') return null;
    return { blocks: textFileBlocks(plainText(text, mediaType), mediaType, ceilings.cells), ocr: false };
  };
  const labelled = TEXT.test(mediaType) && !isWholePage(bytes) ? asText() : null;
  if (labelled !== null) return labelled;
  const reading = (await embedded?.read(bytes)) ?? { kind: 'unknown' };
  if (reading.kind === 'read') {
    for (const { code } of reading.document.warnings) warn(warnings, code);
    return { blocks: belowHeading(reading.document, level), ocr: reading.document.ocr };
  }
  const fragment = reading.kind === 'unknown' && /html/.test(mediaType) ? pageText(bytes, charset) : null;
  if (fragment !== null && !isBinary(fragment))
    return { blocks: htmlBlocks(fragment, ceilings).blocks, ocr: false };
  const mayBeText = reading.kind === 'unknown' && (isUtf8(bytes) || isLegacyText(bytes, mediaType));
  const text = mayBeText ? asText() : null;
  if (text === null) warn(warnings, 'attachment-not-read');
  return text;
}

/** SVG is markup. */
const PICTURE_OR_SOUND = /^(?:image|audio|video|font)\/(?!svg)/;
/**
 * Control characters that text contains at most by accident: neither white space nor those that end a file or colour a
 * terminal.
 */
// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is looked for.
const CONTROL = /[\x01-\x08\x0e-\x19\x1c-\x1f]/;

/**
 * Whether bytes are text, for types that are not labelled as text. One control character is enough to say no: a small
 * archive, or a piece of one, has few.
 */
const isLegacyText = (bytes: Uint8Array, mediaType: string): boolean =>
  !PICTURE_OR_SOUND.test(mediaType) &&
  !CONTROL.test(Buffer.from(bytes.subarray(0, SAMPLE_BYTES)).toString('latin1'));

const SAMPLE_BYTES = 4_096;

/** The beginning of a page, which no text file quotes at its start. */
const PAGE_START = /^(?:\xef\xbb\xbf)?\s*(?:<\?xml[^>]*>\s*)?<(?:!doctype html|html)[\s>]/i;
const PAGE_START_BYTES = 512;

const isWholePage = (bytes: Uint8Array): boolean =>
  PAGE_START.test(Buffer.from(bytes.subarray(0, PAGE_START_BYTES)).toString('latin1'));

/** A later part of a mail sent in pieces; the first is read as the mail that it begins. */
const LATER_PIECE = 'message/partial';
/** Remains of parts whose header is in an earlier piece: lines of base64 (RFC 2045 6.8), boundaries between parts. */
const ENCODED_LINE = /^(?:[A-Za-z0-9+/]{57,76}={0,2}|[A-Za-z0-9+/]{0,75}={1,2}|--\S{1,72})\r?$/gm;

const withoutEncoded = (text: string): string => text.replace(ENCODED_LINE, '');

/** Moves the document's headings below the one that names it; `page` stays its own. */
function belowHeading({ blocks }: Document, level: HeadingLevel): Block[] {
  return blocks.map(block =>
    block.kind === 'heading' ? { ...block, level: Math.min(6, block.level + level) as HeadingLevel } : block,
  );
}

function listedText({ name, mediaType, bytes }: Attachment): string {
  const facts = `${mediaType}, ${readableSize(bytes)}`;
  return name === '' ? facts : `${name} (${facts})`;
}

function readableSize(bytes: number): string {
  if (bytes < 1_000) return `${bytes} B`;
  return bytes < 1_000_000 ? `${(bytes / 1_000).toFixed(1)} kB` : `${(bytes / 1_000_000).toFixed(1)} MB`;
}

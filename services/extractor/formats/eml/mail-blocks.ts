/**
 * A mail as blocks: subject, who and when, what it invites to, the body, what is attached. Mails inside it follow in the same shape.
 * Documents that are attached are named but not read; attached text is.
 */
import type { Block, HeadingLevel, ListItem, Warning } from '../../../../schemas/document.ts';
import type { Ceilings } from '../../format.ts';
import type { Mail, MailPart } from '../../mime/mime-parts.ts';
import { decodedSize } from '../../mime/transfer-encoding.ts';
import { chosenBodies } from './body-choice.ts';
import { calendarBlocks } from './calendar.ts';
import { partBlocks, partText } from './part-blocks.ts';

interface Attached {
  name: string;
  mediaType: string;
  bytes: number;
}

const SHOWN_FIELDS = ['From', 'To', 'Cc', 'Bcc', 'Reply-To', 'Date'] as const;
/** Text that a mail carries as a file and that reads as text. */
const READABLE = /^text\/(?!rtf|richtext|x-vcard|vcard|directory|css|javascript)/;

const CALENDAR = /^(?:text\/calendar|application\/ics)$/;

/** Containers that may hold the whole body, which nobody but their own programs opens; they are listed, not read. */
const SEALED_BODIES: Record<string, string> = {
  'application/pkcs7-mime': 'smime-body-not-read',
  'application/x-pkcs7-mime': 'smime-body-not-read',
  'application/pgp-encrypted': 'pgp-body-not-read',
  'application/ms-tnef': 'tnef-not-read',
};

/** Bodies' ceilings hold for each part; the reader's own for the whole. */
export function mailBlocks(mail: Mail, ceilings: Ceilings, warnings: Warning[]): Block[] {
  const bodies = chosenBodies(mail.parts, part => partBlocks(part, ceilings, warnings));
  const isOnlyBody = [...bodies.values()].every(({ blocks }) => blocks.length === 0);
  const texts: Block[][] = [];
  /** Equal ones once: programs send an invitation as a version of the body and as a file. */
  const appointments = new Map<string, Block[]>();
  const attached: Attached[] = [];
  const files: Block[][] = [];
  for (const part of mail.parts) {
    const read = bodies.get(part);
    const invitation = CALENDAR.test(part.mediaType)
      ? calendarBlocks(partText(part, ceilings), mail.header.text('subject'), isOnlyBody)
      : [];
    if (invitation.length > 0) {
      appointments.set(JSON.stringify(invitation), invitation);
      if (part.fileName !== '') attached.push(attachedFrom(part));
    } else if (read !== undefined) {
      texts.push(read.blocks);
      for (const file of read.files) attached.push({ ...file, mediaType: 'application/octet-stream' });
    } else if (isAttached(part)) {
      attached.push(attachedFrom(part));
      const code = SEALED_BODIES[part.mediaType];
      if (code !== undefined) warnings.push({ code, page: null });
      if (READABLE.test(part.mediaType)) files.push(fileBlocks(part, mail.depth, ceilings, warnings));
    }
  }
  return [
    headerBlocks(mail),
    ...appointments.values(),
    ...texts,
    attachmentBlocks(attached),
    ...files,
  ].flat();
}

function headerBlocks({ header, depth }: Mail): Block[] {
  const subject = header.text('subject');
  const lines = SHOWN_FIELDS.flatMap(name => {
    const value = header.text(name);
    return value === '' ? [] : [`${name}: ${value}`];
  });
  const blocks: Block[] = [];
  if (subject !== '') blocks.push({ kind: 'heading', level: levelAt(depth), text: subject, page: null });
  if (lines.length > 0) blocks.push({ kind: 'paragraph', text: lines.join('\n'), page: null });
  return blocks;
}

function levelAt(depth: number): HeadingLevel {
  const level = depth + 1;
  return level === 1 || level === 2 || level === 3 || level === 4 || level === 5 ? level : 6;
}

/** Neither the version of the body that was not chosen nor what a saved page is drawn with. */
function isAttached(part: MailPart): boolean {
  const isOtherVersion =
    part.alternative !== null && part.fileName === '' && part.mediaType.startsWith('text/');
  return !isOtherVersion && !part.isPageResource;
}

function attachedFrom({ fileName, mediaType, raw, encoding }: MailPart): Attached {
  return { name: fileName, mediaType, bytes: decodedSize(raw, encoding) };
}

function attachmentBlocks(attached: Attached[]): Block[] {
  if (attached.length === 0) return [];
  const items: ListItem[] = attached.map(file => ({ text: attachmentText(file), lists: [] }));
  return [
    { kind: 'paragraph', text: 'Attachments:', page: null },
    { kind: 'list', ordered: false, items, page: null },
  ];
}

function attachmentText({ name, mediaType, bytes }: Attached): string {
  const facts = `${mediaType}, ${readableSize(bytes)}`;
  return name === '' ? facts : `${name} (${facts})`;
}

function readableSize(bytes: number): string {
  if (bytes < 1_000) return `${bytes} B`;
  return bytes < 1_000_000 ? `${(bytes / 1_000).toFixed(1)} kB` : `${(bytes / 1_000_000).toFixed(1)} MB`;
}

function fileBlocks(part: MailPart, depth: number, ceilings: Ceilings, warnings: Warning[]): Block[] {
  const { blocks } = partBlocks(part, ceilings, warnings);
  if (blocks.length === 0 || part.fileName === '') return blocks;
  return [{ kind: 'heading', level: levelAt(depth + 1), text: part.fileName, page: null }, ...blocks];
}

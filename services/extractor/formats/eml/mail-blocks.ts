/**
 * Turns a mail into blocks: subject, people and date, invitations, the body, attachments. Mails inside it follow in the
 * same form.
 */
import type { Block, HeadingLevel, Warning } from '../../../../schemas/document.ts';
import type { WarningCode } from '../../../../schemas/warnings.ts';
import type { ParseContext } from '../../format.ts';
import type { Mail, MailPart } from '../../mime/mime-parts.ts';
import type { EmbeddedFile } from '../../mime/uuencode.ts';
import { type Attachment, attachmentBlocks, attachmentOf, type ReadAttachments } from './attachments.ts';
import { chosenBodies } from './body-choice.ts';
import { calendarBlocks } from './calendar.ts';
import { partBlocks, partText } from './part-blocks.ts';

const SHOWN_FIELDS = ['From', 'To', 'Cc', 'Bcc', 'Reply-To', 'Date'] as const;
const CALENDAR = /^(?:text\/calendar|application\/ics)$/;

/** Containers that may contain the whole body and are opened only by their own programs; they are listed, not read. */
const SEALED_BODIES: Record<string, WarningCode> = {
  'application/pkcs7-mime': 'smime-body-not-read',
  'application/x-pkcs7-mime': 'smime-body-not-read',
  'application/pgp-encrypted': 'pgp-body-not-read',
  'application/ms-tnef': 'tnef-not-read',
};

/** Returns the blocks of a mail. The ceilings of bodies apply to each part, the reader's own to the whole. */
export async function mailBlocks(
  mail: Mail,
  { ceilings, embedded }: Pick<ParseContext, 'ceilings' | 'embedded'>,
  warnings: Warning[],
): Promise<ReadAttachments> {
  const bodies = chosenBodies(mail.parts, part => partBlocks(part, ceilings, warnings));
  const isOnlyBody = [...bodies.values()].every(({ blocks }) => blocks.length === 0);
  const told = new Set([...bodies.keys()].map(({ alternative }) => alternative));
  const texts: Block[][] = [];
  /** Equal ones appear once: programs send an invitation both as a version of the body and as a file. */
  const appointments = new Map<string, Block[]>();
  const attachments: Attachment[] = [];
  for (const part of mail.parts) {
    const body = bodies.get(part);
    const invitation = CALENDAR.test(part.mediaType)
      ? calendarBlocks(partText(part, ceilings), mail.header.text('subject'), isOnlyBody)
      : [];
    if (invitation.length > 0) {
      appointments.set(JSON.stringify(invitation), invitation);
      if (part.fileName !== '') attachments.push({ ...attachmentOf(part), read: null });
    } else if (body !== undefined) {
      texts.push(body.blocks);
      if (part.isFile && body.blocks.length > 0) attachments.push({ ...attachmentOf(part), read: null });
      attachments.push(...body.files.map(fileInText));
    } else if (isAttached(part, told)) {
      attachments.push(attachmentOf(part));
      const code = SEALED_BODIES[part.mediaType];
      if (code !== undefined) warnings.push({ code, page: null });
    }
  }
  const level = levelAt(mail.depth + 1);
  const attached = await attachmentBlocks(attachments, { ceilings, embedded, warnings, level });
  const blocks = [headerBlocks(mail), ...appointments.values(), ...texts, attached.blocks].flat();
  return { blocks, ocr: attached.ocr };
}

const fileInText = ({ name, content }: EmbeddedFile): Attachment => ({
  name,
  mediaType: 'application/octet-stream',
  bytes: content.length,
  read: () => content,
  charset: undefined,
});

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

/** Whether a part is neither a version of a body that was `told` nor a file that a saved page is drawn with. */
function isAttached(part: MailPart, told: ReadonlySet<number | null>): boolean {
  const isOtherVersion =
    part.alternative !== null &&
    (told.has(part.alternative) || isBlank(part)) &&
    part.fileName === '' &&
    part.mediaType.startsWith('text/');
  return !isOtherVersion && !part.isPageResource;
}

const isBlank = ({ raw }: MailPart): boolean => raw.every(byte => byte <= SPACE);
const SPACE = 0x20;

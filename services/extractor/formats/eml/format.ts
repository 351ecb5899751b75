/** Mails (RFC 5322 with MIME), and mailboxes (mbox), whose mails follow each other. */
import type { Block, Document, Warning } from '../../../../schemas/document.ts';
import { recogniseText } from '../../detection/text-claim.ts';
import type { Format, ParseContext, Source } from '../../format.ts';
import { loadedOnce } from '../../loaded-once.ts';
import { sniffMail } from './sniff.ts';

export const format: Format = {
  name: 'eml',
  contentTypes: ['message/rfc822'],
  recognise: probe => recogniseText(probe, 'message/rfc822', sniffMail),
  parse,
};

const reader = loadedOnce(() =>
  Promise.all([import('./mailbox.ts'), import('../../mime/mime-parts.ts'), import('./mail-blocks.ts')]),
);

async function parse({ bytes }: Source, context: ParseContext): Promise<Document> {
  const [{ splitMailbox }, { readMails }, { mailBlocks }] = await reader();
  const warnings: Warning[] = [];
  const blocks: Block[][] = [];
  let ocr = false;
  for (const message of splitMailbox(bytes)) {
    const read = readMails(message, context.ceilings.archiveEntries);
    warnings.push(...read.warnings);
    for (const mail of read.mails) {
      const told = await mailBlocks(mail, context, warnings);
      blocks.push(told.blocks);
      ocr ||= told.ocr;
    }
  }
  return { blocks: blocks.flat(), pages: null, ocr, warnings };
}

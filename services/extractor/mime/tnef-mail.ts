/**
 * Turns a message that Outlook packed as an attachment of another ([MS-OXTNEF] 2.1.3.4, an object that is TNEF itself)
 * into a mail.
 */
import { type Tnef, tnefFields } from './tnef.ts';

/** Fields of a mail and the properties with the same content, the better one first (MS-OXPROPS). */
const FIELDS = {
  Subject: ['subject'],
  From: ['senderName', 'senderAddress'],
  To: ['to'],
  Cc: ['cc'],
  Date: ['sentAt'],
} as const satisfies Record<string, readonly (keyof Tnef['fields'])[]>;

/** Returns a mail with a header made from the message's own properties; its content is the message as it was packed. */
export function mailOfTnef(content: Buffer): Buffer {
  const told = tnefFields(content);
  const lines = Object.entries(FIELDS).flatMap(([field, names]) => {
    const value = names.map(name => told[name]).find(text => text !== '');
    return value === undefined ? [] : [`${field}: ${value.replace(/\s+/g, ' ')}`];
  });
  lines.push('Content-Type: application/ms-tnef', 'Content-Transfer-Encoding: binary', '', '');
  return Buffer.concat([Buffer.from(lines.join('\r\n')), content]);
}

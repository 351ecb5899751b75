/** Handles headers that were broken in transit: decides whether what follows a line that ends a header still belongs to it. */

/**
 * A blank line that gateways insert in a folded field: what follows is indented, and then comes another field of mails.
 * An indented first paragraph of a body is not followed by one.
 */
const FOLDED_OVER_BLANK =
  /^(?:[ \t]+\S[^\n]*\n(?:[ \t]*\r?\n(?=[ \t]+\S))?){1,20}(?:received|from|to|cc|date|subject|message-id|mime-version|content-type|content-transfer-encoding|return-path|reply-to|references|in-reply-to):/i;

/** Number of characters examined after a line that would end a header. */
export const LOOKED_AT_CHARACTERS = 4_096;

/** Whether the header continues in `rest`, which follows a blank line. */
export const isFoldedOverBlank = (rest: string): boolean =>
  /^[ \t]/.test(rest) && FOLDED_OVER_BLANK.test(rest.slice(0, LOOKED_AT_CHARACTERS));

/** Only fields that say how a body is to be read, then a blank line. */
const BODY_FIELDS =
  /^(?:(?:mime-version|content-[a-z-]{1,40})[ \t]*:[^\n]*\n(?:[ \t]+\S[^\n]*\n){0,20}){1,8}\r{0,2}\n/i;
const TYPE_FIELD = /^content-type[ \t]*:[ \t]*[\w.+-]+\//im;

/**
 * Whether `rest`, after a blank line of a header that names no type, begins with the missing fields: programs end lines
 * twice, and then their own header would be shown as text, possibly in base64.
 */
export function isTypedOverBlank(rest: string): boolean {
  const fields = BODY_FIELDS.exec(rest.slice(0, LOOKED_AT_CHARACTERS))?.[0];
  return fields !== undefined && TYPE_FIELD.test(fields);
}

/** Fields that programs write and with which no line of text begins. */
const WRITTEN_BY_PROGRAMS =
  /^(mime-version|message-id|content-type|content-transfer-encoding)[ \t]*:[ \t]*[\w<]/gim;
const BLANK_LINE = /\n\r{0,2}\n/;

/**
 * Returns how many characters of `rest` are header although a line before it is no field: up to the blank line, if
 * there is a field before it that only programs write and that `isKnown` does not know yet; otherwise 0. Folded lines
 * that lost their indent are an example.
 */
export function headerLeft(rest: string, isKnown: (name: string) => boolean): number {
  const end = BLANK_LINE.exec(rest)?.index;
  if (end === undefined) return 0;
  const fields = rest.slice(0, end + 1).matchAll(WRITTEN_BY_PROGRAMS);
  return fields.some(([, name = '']) => !isKnown(name)) ? end + 1 : 0;
}

/** White space between the tags of parts that are read without a reader of XML. */

const SPACE = 32;

/** Behind the white space that begins at `from`, if any does. */
export function afterBlanks(text: string, from: number): number {
  let at = from;
  while (text.charCodeAt(at) <= SPACE) at++;
  return at;
}

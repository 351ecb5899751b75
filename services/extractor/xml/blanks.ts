/** White space between the tags of parts that are read without an XML reader. */

const SPACE = 32;

/** The position after any white space at `from`. */
export function afterBlanks(text: string, from: number): number {
  let at = from;
  while (text.charCodeAt(at) <= SPACE) at++;
  return at;
}

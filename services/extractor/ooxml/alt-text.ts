/** Returns an author's description of a picture, without what programs put there by themselves. */
import { beforeProgramNote } from '../program-notes.ts';
import { attributeOf, child, type XmlNode } from '../xml/tree.ts';

/** Most spaces in a file name; a sentence that ends in one has more. */
const NAME_BLANKS = 6;
const PICTURE_FILE = /\.(?:jpe?g|jfif|png|gif|bmp|wmf|emf|tiff?|svg|webp|pict?)$/i;
const PATH = /^(?:[a-z]:\\|\\\\|file:|https?:)/i;
/** An address with more than a host, and a picture written as an address. */
const ADDRESS = /^(?:(?:blob:)?(?:https?|file|ftp):\/\/\S+\/\S+|data:[a-z]+\/[a-z0-9.+-]+[;,]\S*)$/i;
/** Outlook puts this word before a description, once each time the picture is forwarded. */
const LABEL = /^(?:Description:\s*)+/i;
/** Pictures of mails are named by the part that contained them: `cid:image001.png@01D05A2F.6C2CC320`. */
const CONTENT_ID = /^cid:\S+$/i;

/**
 * Returns the author's text; empty where it is only the file's name or address, which programs leave when they insert a
 * picture.
 */
export function authoredAlt(alt: string): string {
  if (alt === '') return '';
  const text = beforeProgramNote(alt).trim().replace(LABEL, '');
  if (CONTENT_ID.test(text) || ADDRESS.test(text)) return '';
  const isFile = PICTURE_FILE.test(text) && (PATH.test(text) || text.split(/\s+/).length - 1 <= NAME_BLANKS);
  return isFile ? '' : text;
}

/**
 * Returns the author's description of a shape of any kind, or else its title (ECMA-376 part 1, 21.1.2.2.8). Its first
 * child, in the namespace `prefix`, contains the properties that are not drawn.
 */
export function altOf(shape: XmlNode, prefix: 'p' | 'xdr'): string {
  const properties = shape.children.find(({ name }) => name.startsWith(`${prefix}:nv`));
  const own = child(properties, `${prefix}:cNvPr`);
  return authoredAlt(attributeOf(own, 'descr') ?? '') || authoredAlt(attributeOf(own, 'title') ?? '');
}

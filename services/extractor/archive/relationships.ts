/**
 * Reads the relationships of a package's part (ECMA-376 part 2, 6.5). Nearly all are written in one plain way, which is
 * read without an XML reader; anything else is left to that.
 */
import { isAscii } from 'node:buffer';
import { afterBlanks } from '../xml/blanks.ts';

export interface Relationship {
  id: string;
  /** Last segment of the type's URI, the same for transitional and strict: `styles`, `officeDocument`, … */
  type: string;
  /** Part name without a leading slash; for external targets the URI as written. */
  target: string;
  external: boolean;
}

/** `folder`: folder of the part that the relationship belongs to. */
export function relationshipOf(attributes: Partial<Written>, folder: string): Relationship {
  const { Id = '', Type = '', Target = '', TargetMode } = attributes;
  const external = TargetMode === 'External';
  return {
    id: Id,
    type: Type.slice(Type.lastIndexOf('/') + 1),
    target: external ? Target : resolvePart(folder, Target),
    external,
  };
}

/** The beginning of a plain part: UTF-8, no namespace prefix. */
const BEGIN =
  /^(?:<\?xml version="1\.0"(?: encoding="[Uu][Tt][Ff]-8")?(?: standalone="\w+")?\s*\?>)?\s*<Relationships xmlns="http:\/\/schemas\.openxmlformats\.org\/package\/2006\/relationships"\s*>/;
const ELEMENT = '<Relationship ';
const CLOSE = '</Relationships>';
const SPACE = 32;
const QUOTE = 34;
const SLASH = 47;
const GREATER = 62;

interface Written {
  Id: string | undefined;
  Type: string | undefined;
  Target: string | undefined;
  TargetMode: string | undefined;
}

/** The attributes of each relationship; undefined if the part is not written in the plain way. */
export function plainRelationships(part: Buffer): Written[] | undefined {
  const text = part.toString('latin1');
  const begin = BEGIN.exec(text)?.[0].length ?? 0;
  // Characters that plain values may not contain; comments and the like are met below. A regular expression would take
  // ten times as long to search for them.
  if (begin === 0 || !isAscii(part) || text.includes('&', begin) || text.includes('\r', begin))
    return undefined;
  const found: Written[] = [];
  let at = afterBlanks(text, begin);
  while (text.startsWith(ELEMENT, at)) {
    const attributes: Written = { Id: undefined, Type: undefined, Target: undefined, TargetMode: undefined };
    const end = attributesInto(attributes, text, at + ELEMENT.length);
    if (end < 0) return undefined;
    found.push(attributes);
    at = afterBlanks(text, end);
  }
  const isWhole = text.startsWith(CLOSE, at) && afterBlanks(text, at + CLOSE.length) === text.length;
  return isWhole ? found : undefined;
}

/**
 * Reads `Name="…" Name="…"/>` into `attributes`, keeping the first of two equal names. Returns where it ends; -1 if it
 * is written differently.
 */
function attributesInto(attributes: Written, text: string, from: number): number {
  let at = from;
  while (text.charCodeAt(at) !== SLASH) {
    const equals = text.indexOf('=', at);
    if (equals < 0 || text.charCodeAt(equals + 1) !== QUOTE) return -1;
    const end = text.indexOf('"', equals + 2);
    if (end < 0) return -1;
    const value = text.slice(equals + 2, end);
    switch (text.slice(at, equals)) {
      case 'Id':
        attributes.Id ??= value;
        break;
      case 'Type':
        attributes.Type ??= value;
        break;
      case 'Target':
        attributes.Target ??= value;
        break;
      case 'TargetMode':
        attributes.TargetMode ??= value;
        break;
      default:
        return -1;
    }
    at = end + 1;
    if (text.charCodeAt(at) === SPACE) at++;
    else if (text.charCodeAt(at) !== SLASH) return -1;
  }
  return text.charCodeAt(at + 1) === GREATER ? at + 2 : -1;
}

/** Folder and file names that need no decoding, and the same after the root or the parent folder. */
const PLAIN_TARGET = /^(?:[\w-]+\/)*[\w-]+\.\w+$/;
const PLAIN_ELSEWHERE = /^(?:\/|\.\.\/)(?:[\w-]+\/)*[\w-]+\.\w+$/;
const PLAIN_FOLDER = /^(?:[\w-]+\/)*$/;

/** Resolves a relative part name against the folder of its source (ECMA-376-2, 6.5.3); never leaves the package. */
export function resolvePart(folder: string, target: string): string {
  if (PLAIN_TARGET.test(target)) return folder + target;
  if (PLAIN_ELSEWHERE.test(target) && PLAIN_FOLDER.test(folder))
    return target.startsWith('/') ? target.slice(1) : folderAbove(folder) + target.slice(3);
  const written = decodeURISafely(target.replace(/[?#].*$/s, '').replaceAll('\\', '/'));
  const segments: string[] = [];
  for (const segment of (written.startsWith('/') ? written : folder + written).split('/')) {
    if (segment === '..') segments.pop();
    else if (segment !== '' && segment !== '.') segments.push(segment);
  }
  return segments.join('/');
}

/** The parent of a folder whose name ends in a slash. */
const folderAbove = (folder: string): string =>
  folder.slice(0, folder.lastIndexOf('/', folder.length - 2) + 1);

function decodeURISafely(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

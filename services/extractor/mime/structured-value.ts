/** Values with parameters, such as Content-Type's (RFC 2045 5.1), and parameters in pieces (RFC 2231). */
import { decodeText } from './charset.ts';
import { decodeWords } from './encoded-word.ts';

export interface StructuredValue {
  /** What comes before the first parameter, in lower case. */
  value: string;
  params: ReadonlyMap<string, string>;
}

/** One piece of `name*0*=charset'language'%41…`. */
interface Piece {
  text: string;
  isEncoded: boolean;
}

/** Some programs omit the semicolon: `text/html charset=utf-8`. */
const PARAMETERS_START = /;|\s(?=[\w-]+\s*=)/;
const PARAMETER = /;\s*([^\s=;"]+)\s*=\s*(?:"((?:[^"\\]|\\.)*)"?|([^;]*))/g;
const BLANKS_AT_SLASH = /(?<!\s)\s*\/\s*/;
const PIECE_NAME = /^([^*]+)(?:\*(\d{1,5}))?(\*)?$/;

const NO_VALUE: StructuredValue = { value: '', params: new Map() };

export function parseStructured(written: string): StructuredValue {
  // Most parts lack most of the requested headers.
  if (written === '') return NO_VALUE;
  const raw = withoutComments(written);
  const start = raw.search(PARAMETERS_START);
  const value = start === -1 ? raw : raw.slice(0, start);
  const params = start === -1 ? new Map<string, string>() : parametersIn(`;${raw.slice(start + 1)}`);
  const type = value.trim().toLowerCase();
  return { value: type.includes('/') ? type.replace(BLANKS_AT_SLASH, '/') : type, params };
}

function parametersIn(written: string): Map<string, string> {
  const params = new Map<string, string>();
  const pieces = new Map<string, Piece[]>();
  for (const [, name = '', quoted, bare = ''] of written.matchAll(PARAMETER)) {
    const text = quoted?.replace(/\\(.)/g, '$1') ?? bare.trim();
    addParameter(name.toLowerCase(), text, params, pieces);
  }
  for (const [name, list] of pieces) params.set(name, joinPieces(list));
  return params;
}

/** Adds a parameter. Of equal names the first counts, as for header fields. */
function addParameter(
  key: string,
  text: string,
  params: Map<string, string>,
  pieces: Map<string, Piece[]>,
): void {
  const [, base = key, number, star] = key.includes('*') ? (PIECE_NAME.exec(key) ?? []) : [];
  if (number === undefined && star === undefined) {
    if (!params.has(key)) params.set(key, decodeWords(text));
    return;
  }
  const list = pieces.get(base) ?? [];
  list[Number(number ?? 0)] = { text, isEncoded: star !== undefined };
  pieces.set(base, list);
}

function joinPieces(pieces: Piece[]): string {
  const present = pieces.filter(piece => piece !== undefined);
  const prefix = present[0]?.isEncoded ? /^([^']*)'[^']*'/.exec(present[0].text) : null;
  const bytes = present.map((piece, index) => {
    const text = index === 0 && prefix ? piece.text.slice(prefix[0].length) : piece.text;
    return piece.isEncoded ? percentBytes(text) : Buffer.from(text);
  });
  const text = decodeText(Buffer.concat(bytes), prefix?.[1]);
  // Java's libraries first encode a long name like header text (RFC 2047), and then divide the result.
  return present.some(piece => piece.isEncoded) ? text : decodeWords(text);
}

function percentBytes(text: string): Buffer {
  const decoded = text.replace(/%([0-9a-f]{2})/gi, (_, digits) =>
    String.fromCharCode(Number.parseInt(digits, 16)),
  );
  return Buffer.from(decoded, 'latin1');
}

/**
 * Removes comments from the value before the parameters: `text (nested (too)) / plain`. An unclosed one ends before the
 * parameters; file names have brackets of their own.
 */
function withoutComments(raw: string): string {
  if (!raw.includes('(')) return raw;
  let result = '';
  let depth = 0;
  for (let at = 0; at < raw.length; at++) {
    const sign = raw.charAt(at);
    if (depth === 0 && (sign === ';' || sign === '"')) return result + raw.slice(at);
    if (sign === '(') depth++;
    else if (sign === ')' && depth > 0) depth--;
    else if (depth === 0) result += sign;
  }
  const parameters = depth > 0 ? raw.indexOf(';') : -1;
  return parameters < 0 ? result : result + raw.slice(parameters);
}

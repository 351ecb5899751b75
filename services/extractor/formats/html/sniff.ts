/** Estimates how likely a text is a web page, and recognises files saved by Safari. */
import type { Probe } from '../../format.ts';

/** Bookmarks of every browser are a page with the document type of the first browser that wrote them. */
const DOCTYPE = /^<!doctype\s+(?:html|netscape-bookmark-file-1)\b/i;
/** Elements with which a page or a fragment begins; other XML and prose with a stray `<` do not. */
const KNOWN_ELEMENT =
  /^<(?:html|head|body|title|meta|link|style|script|base|frameset|div|p|table|tbody|tr|td|h[1-6]|ul|ol|li|dl|a|span|br|hr|b|i|u|em|strong|font|center|img|form|input|button|iframe|section|article|main|header|footer|nav|aside|figure|blockquote|pre|code|small|noscript|address|details)(?=[\s/>])/i;
const CLOSED_ELEMENT = /<\/(?:p|div|table|ul|ol|h[1-6]|body|html|a|b|strong|em|i|span|font)\s*>/i;
const ANYWHERE = /<!doctype\s+html\b|<html(?=[\s>])|<body(?=[\s>])/i;
/** Comments, white space, an XML declaration and its processing instructions may come before anything else. */
const PREAMBLE = /^(?:\s+|<!--[\s\S]*?-->|<\?xml[^>]*>|<!\[(?:end)?if[^>]*>)/i;
/**
 * JSON and programs quote markup without being a page; templates of pages begin with characters that are no JSON (`{%
 * load %}`, `{{ title }}`).
 */
const QUOTING = /^(?:\[|\{(?![%{#])|<\?php|#!|\/[/*])/;
/** XHTML's namespace, on a root element of any name. */
const XHTML_ROOT = /^<(?:\w+:)?html[\s>]|^<\w[^>]*\sxmlns="http:\/\/www\.w3\.org\/1999\/xhtml"/i;

/** Programs and databases contain pieces of pages between their bytes; NULs alone may fill a text's last block. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is counted.
const CONTROLS = /[\x01-\x08\x0e-\x1a\x1c-\x1f]/g;
const CONTROLS_MAX = 8;

/** Whether a file is a web archive: the names of its parts come before them. */
export const isWebArchive = (probe: Probe): boolean =>
  probe.startsWith('bplist00') && probe.latin1(0, ARCHIVE_HEAD_BYTES).includes('WebMainResource');

const ARCHIVE_HEAD_BYTES = 64 * 1024;

export function sniffHtml(head: string): number {
  const text = withoutPreamble(head);
  if (DOCTYPE.test(text) || XHTML_ROOT.test(text)) return 1;
  if (/^<!doctype\s/i.test(text)) return ANYWHERE.test(text) ? 0.9 : 0;
  if (KNOWN_ELEMENT.test(text)) return 0.9;
  if (QUOTING.test(text)) return 0;
  // Text before the first element; mails that contain a page have header lines and are recognised with more certainty.
  const isPage = ANYWHERE.test(text);
  if (!isPage && (text.startsWith('<') || !CLOSED_ELEMENT.test(text))) return 0;
  if (isBinary(text)) return 0;
  return isPage ? 0.35 : 0.3;
}

function withoutPreamble(text: string): string {
  let rest = text;
  for (let found = PREAMBLE.exec(rest); found !== null; found = PREAMBLE.exec(rest))
    rest = rest.slice(found[0].length);
  return rest;
}

/** Whether a text is binary; tested if it does not begin like a page. */
const isBinary = (text: string): boolean => (text.match(CONTROLS)?.length ?? 0) > CONTROLS_MAX;

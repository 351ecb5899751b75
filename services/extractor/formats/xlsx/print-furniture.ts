/** Reads what is printed above and below each page of a sheet (ECMA-376 part 1, 18.3.1.46), often the only place of its title. */

import { onlyCountsPages } from '../../story/page-words.ts';
import { isTrue } from '../../xml/boolean.ts';
import type { XmlReader } from '../../xml/reader.ts';
import { unescapeCharacters } from './shared-strings.ts';

/** Elements, and the attribute without which a program does not show them. */
const ELEMENTS: Record<string, string | undefined> = {
  __proto__: null as never,
  's:oddHeader': '',
  's:oddFooter': '',
  's:evenHeader': 'differentOddEven',
  's:evenFooter': 'differentOddEven',
  's:firstHeader': 'differentFirst',
  's:firstFooter': 'differentFirst',
};

/** Codes with what belongs to them (18.3.1.39), line ends, and text. */
const TOKEN = /&&|&"[^"]*"|&K(?:[0-9a-f]{6}|[0-9a-f]{2}[+-]\d{3})|&\d{1,3}|&[a-z]|[\r\n]+|[^&\r\n]+|&/gi;
const LINE_END = /^(?:&[lcr]|[\r\n]+)$/i;
/** Page, pages, date and time: they change from print to print. */
const COUNTER = /^&[pndt]$/i;

export class PrintFurniture {
  readonly lines: string[] = [];
  private switches: string[] = [];

  /** Reads the reader's current element. */
  read(reader: XmlReader): void {
    const { name } = reader;
    if (name === 's:headerFooter') {
      this.switches = ['differentOddEven', 'differentFirst'].filter(one => isTrue(reader.attribute(one)));
      return;
    }
    const needed = ELEMENTS[name];
    if (needed === undefined || (needed !== '' && !this.switches.includes(needed))) return;
    for (const line of linesOf(unescapeCharacters(reader.content()))) {
      if (!this.lines.includes(line)) this.lines.push(line);
    }
  }
}

/** Returns the lines of the left, middle and right section. */
function linesOf(source: string): string[] {
  const lines: string[] = [];
  let text = '';
  let counts = false;
  for (const token of [...(source.match(TOKEN) ?? []), '\n']) {
    if (LINE_END.test(token)) {
      const line = text.replace(/\s+/g, ' ').trim();
      if (/[\p{L}\p{N}]/u.test(line) && !(counts && onlyCountsPages(line))) lines.push(line);
      text = '';
      counts = false;
    } else if (token === '&&' || token === '&' || !token.startsWith('&'))
      text += token === '&&' ? '&' : token;
    else counts ||= COUNTER.test(token);
  }
  return lines;
}

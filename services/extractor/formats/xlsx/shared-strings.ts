/** Reads the strings that cells share by index (ECMA-376 part 1, 18.4). */
import type { Package } from '../../archive/package.ts';
import { TextEnd } from '../../story/raised.ts';
import { afterBlanks } from '../../xml/blanks.ts';
import { CLOSE, END, MalformedXml, OPEN, type XmlReader } from '../../xml/reader.ts';

export function readSharedStrings(office: Package, part: string | undefined): string[] {
  const reader = part === undefined ? undefined : office.reader(part);
  const strings: string[] = [];
  if (reader === undefined) return strings;
  const add = (text: string) => {
    office.allowance.spend('textCharacters', text.length);
    strings.push(text);
  };
  let plain: PlainStrings | undefined;
  try {
    for (let token = reader.next(); token !== END; token = reader.next()) {
      if (token !== OPEN) continue;
      if (reader.name === 's:si') add(readString(reader));
      else if (reader.name === 's:sst') plain ??= new PlainStrings(reader);
      plain?.read(add);
    }
  } catch (error) {
    if (!(error instanceof MalformedXml)) throw error;
    office.warn('malformed-part');
  }
  return strings;
}

/** Reads strings in the usual form: `<si><t>text</t></si>`, with any prefix. */
class PlainStrings {
  private readonly reader: XmlReader;
  /** Depth of the element that contains all strings. */
  private readonly depth: number;
  private readonly open: string;
  private readonly openSpaced: string;
  private readonly close: string;

  /** `reader` has just opened the element that contains them. */
  constructor(reader: XmlReader) {
    const { rawName } = reader;
    const prefix = rawName.slice(0, rawName.indexOf(':') + 1);
    this.reader = reader;
    this.depth = reader.depth;
    this.open = `<${prefix}si><${prefix}t>`;
    this.openSpaced = `<${prefix}si><${prefix}t xml:space="preserve">`;
    this.close = `</${prefix}t></${prefix}si>`;
  }

  /** Reads the next strings, up to one that is written in another form. */
  read(add: (text: string) => void): void {
    const { reader, open, openSpaced, close } = this;
    const { source } = reader;
    let at = reader.depth === this.depth ? reader.contentAt : -1;
    while (at >= 0) {
      at = afterBlanks(source, at);
      const opened = source.startsWith(open, at) ? open : openSpaced;
      if (opened === openSpaced && !source.startsWith(openSpaced, at)) return;
      const start = at + opened.length;
      const end = source.indexOf('<', start);
      if (end < 0 || !source.startsWith(close, end)) return;
      at = end + close.length;
      reader.pass(at, 2);
      add(unescapeCharacters(reader.textBetween(start, end)));
    }
  }
}

/** Returns the text of the string element just opened, rich or plain; phonetic guides (`rPh`) are not part of it. */
export function readString(reader: XmlReader): string {
  const depth = reader.depth;
  let text = '';
  const end = new TextEnd();
  let isRaised = false;
  for (let token = reader.next(); token !== CLOSE || reader.depth >= depth; token = reader.next()) {
    if (token !== OPEN) continue;
    if (reader.name === 's:t') text += end.next(reader.content(), isRaised);
    else if (reader.name === 's:rPh') reader.skip();
    else if (reader.name === 's:r') isRaised = false;
    else if (reader.name === 's:vertAlign') isRaised = reader.attribute('val') === 'superscript';
  }
  return unescapeCharacters(text);
}

/** Restores characters that XML cannot contain, written as `_xHHHH_` (22.9.2.19). */
export function unescapeCharacters(text: string): string {
  if (!text.includes('_x')) return text;
  return text.replace(/_x([0-9A-Fa-f]{4})_/g, (_, hex: string) => characterOf(Number.parseInt(hex, 16)));
}

/** Returns the character of a code; control characters other than tab and line feed have no meaning in text. */
const characterOf = (code: number): string =>
  code >= 0x20 || code === 0x09 || code === 0x0a ? String.fromCharCode(code) : '';

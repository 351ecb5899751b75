/** A PDF file as its objects, sufficient to put other content on its pages and to write it again. */
import { inflateSync } from 'node:zlib';

interface Item {
  /** A dictionary or another value, as it is written. */
  text: string;
  /** The stream as it is in the file, not decoded; null if there is none. */
  stream: string | null;
}

export interface Page {
  number: number;
  content: string;
  /** Left, bottom, right and top in user space. */
  box: [number, number, number, number];
  /** Degrees. */
  rotation: number;
}

/** New content for a page. */
export interface NewPage {
  content: string;
  box: readonly number[];
  rotation: number;
  /** Whether a form draws the content, and the page shows that form. */
  isForm: boolean;
}

/** The codes of a font. */
export interface Font {
  bytesPerCode: 1 | 2;
  /** Thousandths of an em; null if code 32 may not be a space. */
  spaceWidth: number | null;
}

const NUMBER = String.raw`-?\d*\.?\d+`;

/** Throws if the file is encrypted or its content is compressed by a filter other than Flate and ASCII85. */
export class PdfFile {
  readonly pages: Page[] = [];
  /** Fonts by the name that pages use. A name that stands for two different fonts is left out. */
  readonly fonts = new Map<string, Font>();
  private readonly items = new Map<number, Item>();
  private readonly root: number;

  constructor(bytes: Uint8Array) {
    const file = Buffer.from(bytes).toString('latin1');
    if (file.includes('/Encrypt')) throw new Error('The file is encrypted.');
    this.root = Number([...file.matchAll(/\/Root\s+(\d+)\s+\d+\s+R/g)].at(-1)?.[1]);
    this.readItems(file);
    for (const number of this.kidsOf(this.root)) this.pages.push(this.pageOf(number));
    this.readFonts();
  }

  private readItems(file: string): void {
    const starts = /(?<!\d)(\d{1,7})\s+\d{1,5}\s+obj\b/g;
    for (let start = starts.exec(file); start !== null; start = starts.exec(file)) {
      const from = starts.lastIndex;
      const end = file.indexOf('endobj', from);
      const begun = /\bstream\r?\n/.exec(file.slice(from, end < 0 ? undefined : end));
      if (begun === null) {
        this.items.set(Number(start[1]), { text: file.slice(from, end).trim(), stream: null });
        starts.lastIndex = end;
        continue;
      }
      const text = file.slice(from, from + begun.index).trim();
      const data = from + begun.index + begun[0].length;
      const length = /\/Length\s+(\d+)(?!\s+\d+\s+R)/.exec(text)?.[1];
      const known = length === undefined ? -1 : data + Number(length);
      const isRight =
        known >= 0 &&
        file
          .slice(known, known + 12)
          .trimStart()
          .startsWith('endstream');
      const stop = isRight ? known : file.indexOf('endstream', data);
      this.items.set(Number(start[1]), { text, stream: file.slice(data, stop) });
      starts.lastIndex = file.indexOf('endstream', stop);
    }
    for (const item of [...this.items.values()]) if (/\/Type\s*\/ObjStm/.test(item.text)) this.unpack(item);
  }

  private unpack(item: Item): void {
    const content = decoded(item);
    const first = Number(/\/First\s+(\d+)/.exec(item.text)?.[1]);
    const places = (content.slice(0, first).match(/\d+/g) ?? []).map(Number);
    for (let at = 0; at + 1 < places.length; at += 2) {
      const [number = 0, begin = 0, , next] = places.slice(at, at + 4);
      const text = content.slice(first + begin, next === undefined ? undefined : first + next).trim();
      this.items.set(number, { text, stream: null });
    }
  }

  private textOf(number: number): string {
    return this.items.get(number)?.text ?? '';
  }

  /** The pages below a catalogue or a node of the page tree. */
  private kidsOf(number: number): number[] {
    const text = this.textOf(number);
    if (/\/Type\s*\/Catalog/.test(text)) return this.kidsOf(Number(/\/Pages\s+(\d+)/.exec(text)?.[1]));
    const kids = /\/Kids\s*(?:\[([^\]]*)\]|(\d+)\s+\d+\s+R)/.exec(text);
    if (kids === null) return [number];
    return references(kids[1] ?? this.textOf(Number(kids[2]))).flatMap(kid => this.kidsOf(kid));
  }

  private pageOf(number: number): Page {
    const text = this.textOf(number);
    const contents = /\/Contents\s*(?:\[([^\]]*)\]|(\d+\s+\d+\s+R))/.exec(text);
    let parts = references(contents?.[1] ?? contents?.[2] ?? '');
    const [only = 0] = parts;
    if (parts.length === 1 && this.items.get(only)?.stream === null) parts = references(this.textOf(only));
    const content = parts.map(part => decoded(this.items.get(part) ?? { text: '', stream: '' })).join('\n');
    const box = this.inherited(number, 'MediaBox').match(new RegExp(NUMBER, 'g'))?.map(Number) ?? [];
    const [left = 0, bottom = 0, right = 612, top = 792] = box;
    const rotation = Number(/-?\d+/.exec(this.inherited(number, 'Rotate'))?.[0] ?? 0);
    return { number, content, box: [left, bottom, right, top], rotation };
  }

  private inherited(number: number, key: string): string {
    const text = this.textOf(number);
    const value = new RegExp(String.raw`/${key}\s*(\[[^\]]*\]|${NUMBER}(?:\s+\d+\s+R)?)`).exec(text)?.[1];
    if (value !== undefined) return /R$/.test(value) ? this.textOf(Number.parseInt(value, 10)) : value;
    const parent = /\/Parent\s+(\d+)/.exec(text)?.[1];
    return parent === undefined ? '' : this.inherited(Number(parent), key);
  }

  private readFonts(): void {
    const doubtful = new Set<string>();
    for (const { text } of this.items.values())
      for (const [, name = '', number] of text.matchAll(/\/([^\s/<>[\]()]+)\s+(\d+)\s+\d+\s+R/g)) {
        const font = this.textOf(Number(number));
        if (!/\/Type\s*\/Font\b(?!Descriptor)/.test(font)) continue;
        const seen: Font = /\/Subtype\s*\/Type0/.test(font)
          ? { bytesPerCode: 2, spaceWidth: null }
          : { bytesPerCode: 1, spaceWidth: this.spaceWidth(font) };
        const known = this.fonts.get(name);
        if (known && JSON.stringify(known) !== JSON.stringify(seen)) doubtful.add(name);
        this.fonts.set(name, seen);
      }
    for (const name of doubtful) this.fonts.delete(name);
  }

  private spaceWidth(font: string): number | null {
    if (!/\/Encoding\s*\/(?:WinAnsi|MacRoman|Standard)/.test(font)) return null;
    const widths = /\/Widths\s*(?:\[([^\]]*)\]|(\d+)\s+\d+\s+R)/.exec(font);
    const numbers = (widths?.[1] ?? this.textOf(Number(widths?.[2]))).match(new RegExp(NUMBER, 'g')) ?? [];
    const first = Number(/\/FirstChar\s+(\d+)/.exec(font)?.[1] ?? 0);
    const own = Number(numbers[32 - first] ?? 0);
    if (own > 0) return own;
    if (/\/BaseFont\s*\/Courier/.test(font)) return 600;
    return /\/BaseFont\s*\/Times/.test(font) ? 250 : 278;
  }

  /** The file with other content on its pages, and without tags. */
  withPages(pages: readonly NewPage[]): Uint8Array {
    const items = new Map(this.items);
    let next = Math.max(...items.keys()) + 1;
    this.pages.forEach((page, at) => {
      const drawn = pages[at];
      if (drawn === undefined) return;
      const numbers = { content: next++, form: next++ };
      items.set(page.number, { text: pageText(this.textOf(page.number), drawn, numbers), stream: null });
      const dictionary = drawn.isForm
        ? `/Type /XObject /Subtype /Form /BBox [${drawn.box.join(' ')}] /Resources ${this.resources(page.number)}`
        : '';
      const shown = drawn.isForm ? numbers.form : numbers.content;
      items.set(shown, { text: `<<${dictionary} /Length ${drawn.content.length}>>`, stream: drawn.content });
      if (drawn.isForm) items.set(numbers.content, { text: '<</Length 12>>', stream: '/Redrawn Do\n' });
    });
    return written(items, this.root, next);
  }

  private resources(page: number): string {
    const text = this.textOf(page);
    const at = /\/Resources\s*/.exec(text);
    if (at === null) {
      const parent = /\/Parent\s+(\d+)/.exec(text)?.[1];
      return parent === undefined ? '<<>>' : this.resources(Number(parent));
    }
    const from = at.index + at[0].length;
    return text.startsWith('<<', from)
      ? dictionaryAt(text, from)
      : `${Number.parseInt(text.slice(from), 10)} 0 R`;
  }
}

function pageText(
  text: string,
  { box, rotation, isForm }: NewPage,
  { content, form }: { content: number; form: number },
): string {
  const bare = text
    .replace(/\/Contents\s*(?:\[[^\]]*\]|\d+\s+\d+\s+R)/, '')
    .replace(/\/(?:MediaBox|CropBox|TrimBox|BleedBox|ArtBox)\s*(?:\[[^\]]*\]|\d+\s+\d+\s+R)/g, '')
    .replace(/\/(?:Rotate|StructParents)\s*-?\d+/g, '');
  const resources = isForm ? `/Resources <</XObject <</Redrawn ${form} 0 R>> >>` : '';
  const own = isForm ? withoutResources(bare) : bare;
  const added = `/Contents ${content} 0 R /MediaBox [${box.join(' ')}] /Rotate ${rotation} ${resources}`;
  return own.replace(/>>\s*$/, ` ${added}>>`);
}

function withoutResources(text: string): string {
  const at = /\/Resources\s*/.exec(text);
  if (at === null) return text;
  const from = at.index + at[0].length;
  const value = text.startsWith('<<', from)
    ? dictionaryAt(text, from)
    : (/^\d+\s+\d+\s+R/.exec(text.slice(from))?.[0] ?? '');
  return text.slice(0, at.index) + text.slice(from + value.length);
}

function dictionaryAt(text: string, from: number): string {
  let depth = 0;
  for (let at = from; at < text.length; at++) {
    if (text.startsWith('<<', at)) depth++;
    else if (text.startsWith('>>', at)) depth--;
    else continue;
    at++;
    if (depth === 0) return text.slice(from, at + 1);
  }
  return text.slice(from);
}

const references = (text: string): number[] =>
  [...text.matchAll(/(\d+)\s+\d+\s+R/g)].map(reference => Number(reference[1]));

function decoded({ text, stream }: Item): string {
  const filters = /\/Filter\s*(?:\[([^\]]*)\]|(\/\w+))/.exec(text);
  let bytes: Uint8Array = Buffer.from(stream ?? '', 'latin1');
  for (const [, filter] of (filters?.[1] ?? filters?.[2] ?? '').matchAll(/\/(\w+)/g)) {
    if (filter === 'FlateDecode' && !/\/Predictor\s+(?!1\b)/.test(text)) bytes = inflateSync(bytes);
    else if (filter === 'ASCII85Decode') bytes = ascii85(Buffer.from(bytes).toString('latin1'));
    else throw new Error(`Its content is compressed by ${filter}.`);
  }
  return Buffer.from(bytes).toString('latin1');
}

/** Decodes ASCII85 (ISO 32000-1, 7.4.3). */
function ascii85(text: string): Uint8Array {
  const digits = (text.split('~')[0] ?? '').replace(/\s/g, '').replaceAll('z', '!!!!!');
  const bytes: number[] = [];
  for (let at = 0; at < digits.length; at += 5) {
    const group = digits.slice(at, at + 5);
    const value = [...group.padEnd(5, 'u')].reduce((sum, digit) => sum * 85 + digit.charCodeAt(0) - 33, 0);
    const four = [value / 2 ** 24, value / 2 ** 16, value / 2 ** 8, value].map(
      byte => Math.floor(byte) % 256,
    );
    bytes.push(...four.slice(0, group.length - 1));
  }
  return Uint8Array.from(bytes);
}

function written(items: ReadonlyMap<number, Item>, root: number, size: number): Uint8Array {
  const parts = ['%PDF-1.7\n'];
  const places: string[] = [];
  let length = parts[0]?.length ?? 0;
  for (const [number, { text, stream }] of items) {
    if (/\/Type\s*\/(?:ObjStm|XRef)\b/.test(text)) continue;
    const own = number === root ? text.replace(/\/(StructTreeRoot|MarkInfo)\b/g, '/Former$1') : text;
    const data = stream === null ? '' : `\nstream\n${stream}\nendstream`;
    const part = `${number} 0 obj\n${own}${data}\nendobj\n`;
    places.push(`${number} 1\n${String(length).padStart(10, '0')} 00000 n \n`);
    parts.push(part);
    length += part.length;
  }
  parts.push(`xref\n0 1\n0000000000 65535 f \n${places.join('')}`);
  parts.push(`trailer\n<</Root ${root} 0 R /Size ${size}>>\nstartxref\n${length}\n%%EOF\n`);
  return Buffer.from(parts.join(''), 'latin1');
}

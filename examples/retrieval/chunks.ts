/**
 * Chunks for retrieval out of Textrail's elements (`format=json`): each within one section, with its page and the headings above
 * it. Without dependencies; the same in Python is chunks.py.
 */

/** Of an element, what is needed here. */
export interface ElementLike {
  type: string;
  text: string;
  page: number | null;
  offset: number;
  level?: number;
  markdown?: string;
}

export interface Chunk {
  /** Tables are GFM; lists have their marks. */
  text: string;
  /** From the outermost to the one that the chunk stands under. */
  headings: string[];
  /** Where it begins, from 1; null where the format has no pages. */
  page: number | null;
  /** Of its first element in the document's plain text, in code points. */
  offset: number;
}

const MAX_CHARACTERS = 1500;
const SENTENCE_END = /[.!?]\s|[。！？]/g;

/** What to embed: the same words mean little without what they are about. */
export const withHeadings = ({ headings, text }: Chunk): string =>
  [headings.join(' > '), text].filter(part => part !== '').join('\n\n');

/**
 * No chunk reaches over a heading, none is longer than `maxCharacters` (UTF-16 units) but for a single row of a table, and no text
 * is left out: a heading with nothing below it is a chunk by itself.
 */
export function chunksOf(elements: readonly ElementLike[], maxCharacters = MAX_CHARACTERS): Chunk[] {
  const chunks: Chunk[] = [];
  let path: { level: number; text: string }[] = [];
  /** A heading that no chunk has told so far. */
  let bare: Chunk | undefined;
  /** Takes what follows: it is of the same section, and no part of a longer element. */
  let open: Chunk | undefined;
  const headings = () => path.map(({ text }) => text);
  for (const { type, text: plain, markdown, level = 1, page, offset } of elements) {
    const text = type === 'table' ? (markdown ?? plain) : plain;
    if (text.trim() === '') continue;
    if (type === 'heading') {
      if (bare !== undefined && level <= (path.at(-1)?.level ?? 0)) chunks.push(bare);
      path = path.filter(above => above.level < level);
      bare = { text, headings: headings(), page, offset };
      path.push({ level, text });
      open = undefined;
      continue;
    }
    bare = undefined;
    if (open !== undefined && open.text.length + 2 + text.length <= maxCharacters) {
      open.text += `\n\n${text}`;
      continue;
    }
    const pieces = type === 'table' ? rowsOf(text, maxCharacters) : piecesOf(text, maxCharacters);
    chunks.push(...pieces.map(piece => ({ text: piece, headings: headings(), page, offset })));
    open = pieces.length === 1 ? chunks.at(-1) : undefined;
  }
  return bare === undefined ? chunks : [...chunks, bare];
}

/** A long table as several, each under the same head. */
function rowsOf(markdown: string, most: number): string[] {
  const lines = markdown.split('\n');
  const head = lines.slice(0, 2);
  const tables: string[][] = [[]];
  for (const row of lines.slice(2)) {
    const table = tables.at(-1) ?? [];
    if (table.length > 0 && [...head, ...table, row].join('\n').length > most) tables.push([row]);
    else table.push(row);
  }
  return tables.map(table => [...head, ...table].join('\n'));
}

/** Cut where a line, a sentence or a word ends, as late as may be. */
function piecesOf(whole: string, most: number): string[] {
  const pieces: string[] = [];
  let text = whole;
  while (text.length > most) {
    const window = text.slice(0, most + 1);
    const sentence = [...window.matchAll(SENTENCE_END)].at(-1)?.index ?? -2;
    const places = [window.lastIndexOf('\n'), sentence + 1, window.lastIndexOf(' ')];
    // A line or sentence that ends in the first half leaves too little behind.
    const at = places.find(place => place > most / 2 && place <= most) ?? wholeCharacter(text, most);
    pieces.push(text.slice(0, at).trimEnd());
    text = text.slice(at).trimStart();
  }
  return text === '' ? pieces : [...pieces, text];
}

/** The end of the last character that is whole before `at`: some are two units. */
const wholeCharacter = (text: string, at: number): number => {
  const unit = text.charCodeAt(at - 1);
  return unit >= 0xd800 && unit <= 0xdbff && at > 1 ? at - 1 : at;
};

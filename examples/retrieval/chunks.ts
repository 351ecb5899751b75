/**
 * Splits Textrail's elements (`format=json`) into chunks for retrieval: each within one section, with its page and the
 * headings above it. Has no dependencies; chunks.py is the same in Python.
 */

/** The fields of an element that are needed here. */
export interface ElementLike {
  type: string;
  text: string;
  page: number | null;
  offset: number;
  level?: number;
  markdown?: string;
}

export interface Chunk {
  /** Tables are in GFM; lists include their marks. */
  text: string;
  /** From the outermost heading to the one directly above the chunk. */
  headings: string[];
  /** The page on which it begins, from 1; null if the format has no pages. */
  page: number | null;
  /** Offset of its first element in the document's plain text, in code points. */
  offset: number;
}

const MAX_CHARACTERS = 1500;
const SENTENCE_END = /[.!?]\s|[。！？]/g;

/** The text to embed: the same words mean little without the headings above them. */
export const withHeadings = ({ headings, text }: Chunk): string =>
  [headings.join(' > '), text].filter(part => part !== '').join('\n\n');

/**
 * No chunk extends over a heading, and none is longer than `maxCharacters` (UTF-16 units) except for a single row of a
 * table. No text is left out: a heading with nothing below it becomes a chunk by itself.
 */
export function chunksOf(elements: readonly ElementLike[], maxCharacters = MAX_CHARACTERS): Chunk[] {
  const chunks: Chunk[] = [];
  let path: { level: number; text: string }[] = [];
  /** A heading that is not in any chunk yet. */
  let bare: Chunk | undefined;
  /** The chunk to which following text may be added: it is of the same section, and not part of a longer element. */
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

/** Splits a long table into several, each with the same header. */
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

/** Splits a text at the end of a line, a sentence or a word, as late as possible. */
function piecesOf(whole: string, most: number): string[] {
  const pieces: string[] = [];
  let text = whole;
  while (text.length > most) {
    const window = text.slice(0, most + 1);
    const sentence = [...window.matchAll(SENTENCE_END)].at(-1)?.index ?? -2;
    const places = [window.lastIndexOf('\n'), sentence + 1, window.lastIndexOf(' ')];
    // A line or sentence that ends in the first half would make the piece too short.
    const at = places.find(place => place > most / 2 && place <= most) ?? wholeCharacter(text, most);
    pieces.push(text.slice(0, at).trimEnd());
    text = text.slice(at).trimStart();
  }
  return text === '' ? pieces : [...pieces, text];
}

/** The position `at`, or one less if it would split a character of two UTF-16 units. */
const wholeCharacter = (text: string, at: number): number => {
  const unit = text.charCodeAt(at - 1);
  return unit >= 0xd800 && unit <= 0xdbff && at > 1 ? at - 1 : at;
};

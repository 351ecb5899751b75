/**
 * Cleans a document's text so that every consumer accepts it. A lone surrogate is not valid Unicode: strict JSON
 * readers refuse the whole answer. Control characters are not content: databases refuse U+0000, and XML 1.0 (2.2) all
 * of them except tab and line ends. Character references and broken encodings produce both.
 */
import type { Block, Document, List, Table } from '../../schemas/document.ts';

// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is looked for.
const REFUSED = /[\0-\x08\x0b\x0c\x0e-\x1f\x7f\ufffe\uffff]/g;
const REFUSED_ONCE = new RegExp(REFUSED.source);
const SHORT_CHARACTERS = 32;
const BLANK = 0x20;
const TILDE = 0x7e;
/** Vertical tab and form feed separate lines and pages, so they become spaces. */
const PARTING = /[\v\f]/g;

export function storable(document: Document): Document {
  return { ...document, blocks: document.blocks.map(storableBlock) };
}

/** Returns the same object if its text is clean, which is nearly always. */
function storableBlock(block: Block): Block {
  switch (block.kind) {
    case 'list':
      return storableList(block);
    case 'table':
      return storableTable(block);
    case 'image': {
      const caption = block.caption === null ? null : storableText(block.caption);
      return { ...block, alt: storableText(block.alt), caption };
    }
    default: {
      const text = storableText(block.text);
      return text === block.text ? block : { ...block, text };
    }
  }
}

function storableList(list: List): List {
  const items = list.items.map(({ text, lists }) => ({
    text: storableText(text),
    lists: lists.map(storableList),
  }));
  return { ...list, items };
}

function storableTable(table: Table): Table {
  if (table.rows.every(row => row.every(({ text }) => isStorable(text)))) return table;
  const rows = table.rows.map(row => row.map(cell => ({ ...cell, text: storableText(cell.text) })));
  return { ...table, rows };
}

const isStorable = (text: string): boolean =>
  isShortAscii(text) || (text.isWellFormed() && !REFUSED_ONCE.test(text));

/** True for most cells; checking the letters takes a quarter of the time of searching for refused characters. */
function isShortAscii(text: string): boolean {
  if (text.length > SHORT_CHARACTERS) return false;
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at);
    if (code < BLANK || code > TILDE) return false;
  }
  return true;
}

function storableText(text: string): string {
  return isStorable(text) ? text : text.toWellFormed().replace(PARTING, ' ').replace(REFUSED, '');
}

/**
 * The fonts that a document declares, with the code page of each, and whether it has symbols instead of letters (1.9.1,
 * "Font Table").
 */

import { decodeBytes } from '../../code-pages.ts';
import { isSymbolFont, symbolText } from '../../story/symbols.ts';
import { codePageOfCharset, codePageOfName } from './code-pages.ts';
import type { GroupState } from './state.ts';

const ANSI = 1252;
/** Character sets that a document's head names (1.9.1, "Character Set"). */
const DOCUMENT_CODE_PAGES: Record<string, number | undefined> = {
  __proto__: null as never,
  mac: 10000,
  pc: 437,
  pca: 850,
};
/** Most characters of a name; those of symbol fonts are short. */
const NAME_LENGTH = 100;
const PRIVATE_USE = /[\uf020-\uf0ff]/;

interface Font {
  codePage: number | null;
  name: string;
}

export class Fonts {
  private readonly declared = new Map<number, Font>();
  /** The font being declared. */
  private current: Font = { codePage: null, name: '' };
  private usual = 0;
  private codePage = ANSI;

  /** Handles a word about fonts by changing the group's state; returns whether it is one. */
  property(state: GroupState, name: string, parameter: number | null): boolean {
    if (name === 'ansicpg' || DOCUMENT_CODE_PAGES[name] !== undefined)
      this.codePage = state.codePage = DOCUMENT_CODE_PAGES[name] ?? parameter ?? ANSI;
    else if (name === 'deff') this.usual = parameter ?? 0;
    else if (name === 'f' && parameter !== null) this.select(state, parameter);
    else if (state.destination !== 'fonts') return false;
    else if (name === 'fcharset') this.current.codePage ??= codePageOfCharset(parameter ?? 0);
    else if (name === 'cpg') this.current.codePage = parameter;
    else return false;
    return true;
  }

  /** Selects the font that `\deff` names, for text that names none. */
  selectUsual(state: GroupState): void {
    this.take(state, this.usual);
  }

  /** Adds to the name that is being declared, which a semicolon ends. */
  addName(text: string): void {
    const { name } = this.current;
    if (name.length < NAME_LENGTH)
      this.current.name = (name + text.slice(0, NAME_LENGTH)).replace(/;.*$/, '').trim();
  }

  private select(state: GroupState, number: number): void {
    if (state.destination === 'fonts') {
      this.current = { codePage: null, name: '' };
      this.declared.set(number, this.current);
      return;
    }
    this.take(state, number);
  }

  private take(state: GroupState, number: number): void {
    const font = this.declared.get(number);
    state.codePage = font?.codePage ?? codePageOfName(font?.name ?? '') ?? this.codePage;
    state.symbolFont = font !== undefined && isSymbolFont(font.name) ? font.name : '';
  }
}

/** Decodes bytes; symbols for which Unicode has no character stay the letters with which they are written. */
export function decodeText(bytes: readonly number[], { codePage, symbolFont }: GroupState): string {
  if (symbolFont === '') return decodeBytes(bytes, codePage);
  return bytes
    .map(byte => symbolText(symbolFont, byte.toString(16)) || decodeBytes([byte], codePage))
    .join('');
}

/** Decodes a character of `\u`: symbol fonts use private-use characters. */
export function decodeUnit(unit: number, { symbolFont }: GroupState): string {
  const character = String.fromCharCode(unit);
  if (symbolFont === '' || !PRIVATE_USE.test(character)) return character;
  return symbolText(symbolFont, unit.toString(16)) || character;
}

/** Compares two readings of one document. */
import type { Element } from '../../schemas/api.ts';
import { type Answer, type Reading, textOf } from './reading.ts';

export interface Comparison {
  name: string;
  format: Reading['format'];
  /** The media type of the new reading, or of the old one if the new one has none. */
  contentType: string;
  outcome: 'same' | 'changed' | 'fails now' | 'reads now' | 'fails otherwise';
  /** Similarity of the texts, 0 to 1; null if either has none. */
  similarity: number | null;
  /** New minus old; null if an answer has no elements. */
  elements: Change | null;
  /** For tables and headings, also their similarity: by cell texts and by levels. */
  tables: (Change & { similarity: number }) | null;
  headings: (Change & { similarity: number }) | null;
  /** Fields whose values differ, with both values: `pages: 3 -> 4`. */
  metadata: string[];
  milliseconds: { was: number; now: number };
}

export interface Change {
  was: number;
  now: number;
}

export function compare(was: Reading, now: Reading): Comparison {
  const named = {
    name: now.name,
    format: now.format,
    contentType: now.contentType ?? was.contentType ?? 'unknown',
    milliseconds: { was: was.milliseconds, now: now.milliseconds },
  };
  if (was.body === null || now.body === null) {
    const none = { similarity: null, elements: null, tables: null, headings: null };
    return { ...named, ...none, outcome: outcomeOf(was, now), metadata: codeChange(was, now) };
  }
  const found = {
    similarity: similarity(textOf(was.body), textOf(now.body)),
    ...structure(was.body, now.body),
    metadata: metadataChanges(was.body, now.body),
  };
  const isSame =
    textOf(was.body) === textOf(now.body) &&
    found.metadata.length === 0 &&
    JSON.stringify(was.body.elements) === JSON.stringify(now.body.elements);
  return { ...named, ...found, outcome: isSame ? 'same' : 'changed' };
}

function outcomeOf(was: Reading, now: Reading): Comparison['outcome'] {
  if (was.body !== null) return 'fails now';
  if (now.body !== null) return 'reads now';
  return was.code === now.code ? 'same' : 'fails otherwise';
}

const codeChange = (was: Reading, now: Reading): string[] =>
  was.code === now.code ? [] : [`code: ${was.code ?? 'none'} -> ${now.code ?? 'none'}`];

function structure(was: Answer, now: Answer): Pick<Comparison, 'elements' | 'tables' | 'headings'> {
  if (was.elements === undefined || now.elements === undefined)
    return { elements: null, tables: null, headings: null };
  const [before, after] = [flat(was.elements), flat(now.elements)];
  const change = (of: (elements: Element[]) => string[]) => {
    const [one, other] = [of(before), of(after)];
    return { was: one.length, now: other.length, similarity: shareInCommon(one, other) };
  };
  const ofType = (elements: Element[], type: Element['type']) =>
    elements.filter(element => element.type === type);
  return {
    elements: { was: before.length, now: after.length },
    tables: {
      was: ofType(before, 'table').length,
      now: ofType(after, 'table').length,
      similarity: shareInCommon(
        ofType(before, 'table').flatMap(cells),
        ofType(after, 'table').flatMap(cells),
      ),
    },
    headings: change(all => ofType(all, 'heading').map(({ level, text }) => `${level} ${text}`)),
  };
}

function flat(elements: readonly Element[]): Element[] {
  return elements.flatMap(element => [element, ...flat(element.items ?? [])]);
}

/** The texts of the cells, each with its row: a cell that moves to another row counts as different. */
function cells(table: Element): string[] {
  return (table.cells ?? []).flatMap((row, at) => row.map(({ text }) => `${at} ${text}`));
}

/** Excluded because the similarity already covers the length of the text. */
const NOT_COMPARED = new Set(['chars', 'bytes']);

function metadataChanges(was: Answer, now: Answer): string[] {
  const names = Object.keys({ ...was.metadata, ...now.metadata }).filter(name => !NOT_COMPARED.has(name));
  return names.flatMap(name => {
    const [one, other] = [was, now].map(({ metadata }) => JSON.stringify(metadata[name]) ?? 'none');
    return one === other ? [] : [`${name}: ${one} -> ${other}`];
  });
}

const WORDS_IN_A_SEQUENCE = 3;
/** A word, or a single character in scripts that write words without spaces. */
const WORD = /[\p{sc=Han}\p{sc=Hira}\p{sc=Kana}\p{sc=Thai}]|[\p{L}\p{N}\p{M}]+|[^\s\p{L}\p{N}\p{M}]/gu;

/**
 * Similarity of two texts, 0 to 1: twice the number of sequences of three words (punctuation marks count as words) they
 * have in common, divided by the number of sequences in both (Dice, 1945). A changed word costs three of them, a moved
 * paragraph only those at its ends.
 */
export function similarity(one: string, other: string): number {
  if (one === other) return 1;
  return shareInCommon(sequences(one), sequences(other));
}

function sequences(text: string): string[] {
  const words = text.match(WORD) ?? [];
  if (words.length < WORDS_IN_A_SEQUENCE) return words;
  return words
    .slice(WORDS_IN_A_SEQUENCE - 1)
    .map((_, at) => words.slice(at, at + WORDS_IN_A_SEQUENCE).join(' '));
}

/** 1 if both are empty. */
function shareInCommon(one: readonly string[], other: readonly string[]): number {
  if (one.length + other.length === 0) return 1;
  const left = new Map<string, number>();
  for (const item of one) left.set(item, (left.get(item) ?? 0) + 1);
  let common = 0;
  for (const item of other) {
    const count = left.get(item) ?? 0;
    if (count > 0) common++;
    left.set(item, count - 1);
  }
  return (2 * common) / (one.length + other.length);
}

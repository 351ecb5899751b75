/** Tesseract's TSV report: one row for each page, block, paragraph, line and word. */
import type { RecognizedLine, RecognizedWord } from '../engine.ts';

const LEVEL = 0;
const LEFT = 6;
const TOP = 7;
const WIDTH = 8;
const HEIGHT = 9;
const CONFIDENCE = 10;
const TEXT = 11;

const LINE_LEVEL = 4;
const WORD_LEVEL = 5;

/** Lines with at least one word, in the report's order. */
export function linesOfTsv(tsv: string): RecognizedLine[] {
  const lines: RecognizedLine[] = [];
  for (const row of tsv.split('\n')) {
    const fields = row.split('\t');
    const level = Number(fields[LEVEL]);
    if (level === LINE_LEVEL) lines.push({ ...boxOf(fields), words: [] });
    else if (level === WORD_LEVEL) addWord(lines.at(-1), fields);
  }
  return lines.filter(line => line.words.length > 0);
}

function addWord(line: RecognizedLine | undefined, fields: string[]): void {
  const text = (fields[TEXT] ?? '').trim();
  if (line === undefined || text === '') return;
  const word: RecognizedWord = { ...boxOf(fields), text, confidence: Number(fields[CONFIDENCE]) };
  line.words.push(word);
}

function boxOf(fields: string[]) {
  const left = Number(fields[LEFT]);
  const top = Number(fields[TOP]);
  return { left, top, right: left + Number(fields[WIDTH]), bottom: top + Number(fields[HEIGHT]) };
}

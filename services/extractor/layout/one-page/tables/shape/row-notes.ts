/** Separates notes inside a table from the row above, to which they belong. */

import type { TableLine } from './table-lines.ts';
import type { Word } from './words.ts';

/** The sign that opens a note, and ends the text that the note is about. */
const NOTE_SIGN = /^(?:\*{1,3}|†|‡)/u;

/** Returns the lines of an item as one row, and each of its notes, with its further lines, as a row of its own. */
export function withNotesApart(lines: readonly TableLine[]): TableLine[][] {
  const rows: TableLine[][] = [];
  for (const [at, line] of lines.entries()) {
    const row = rows.at(-1);
    if (row && !isNote(line, lines.slice(0, at))) row.push(line);
    else rows.push([line]);
  }
  return rows;
}

/** Whether a line opens with the sign that a text above ends in. Bullets end no text. */
function isNote({ slots: [note, ...others] }: TableLine, above: readonly TableLine[]): boolean {
  const sign = NOTE_SIGN.exec(note?.words[0]?.text ?? '')?.[0];
  if (sign === undefined || others.length > 0) return false;
  return above.some(({ slots }) => slots.some(({ words }) => endsInSign(words, sign)));
}

function endsInSign(words: readonly Word[], sign: string): boolean {
  const last = words.at(-1)?.text ?? '';
  return last.endsWith(sign) && (words.length > 1 || last !== sign);
}

/** Which lines of a table are one row: wrapped cells, and cells set in the middle of their row's height. */
import type { TableLine } from './table-lines.ts';
import { OVERLAP_PITCH_EM, TIGHT_PITCH_SHARE, WRAP_PITCH_EM } from './thresholds.ts';
import { isNumeric } from './values.ts';

/** Groups lines into rows, from top to bottom. */
export function mergeRows(lines: readonly TableLine[]): TableLine[][] {
  const rows: TableLine[][] = [];
  const tight = tightPitch(lines);
  for (const line of lines) {
    const row = rows.at(-1);
    if (row && continues(row, line, tight)) row.push(line);
    else rows.push([line]);
  }
  return rows;
}

/**
 * Distance of lines inside a cell, where it differs clearly from that of rows; 0 where all lines are equally far.
 */
function tightPitch(lines: readonly TableLine[]): number {
  const pitches = lines.slice(1).map((line, i) => line.baseline - (lines[i]?.baseline ?? line.baseline));
  const sorted = pitches.filter(pitch => pitch > 0).sort((a, b) => a - b);
  const [low, high] = [sorted[0] ?? 0, sorted.at(-1) ?? 0];
  return high > 0 && low / high <= TIGHT_PITCH_SHARE ? low : 0;
}

function continues(row: readonly TableLine[], line: TableLine, tight: number): boolean {
  const last = row.at(-1);
  if (!last) return false;
  const pitch = line.baseline - last.baseline;
  const size = Math.max(line.size, last.size);
  const filled = new Set(row.flatMap(columnsOfLine));
  const own = columnsOfLine(line);
  if (pitch <= OVERLAP_PITCH_EM * size) return last.slots.every(slot => !own.includes(slot.column));
  if (pitch > WRAP_PITCH_EM * size) return false;
  const isTight = tight > 0 && pitch <= tight * 1.1;
  // A label in the middle of its row's height comes after the first lines of a taller cell.
  if (isTight && !filled.has(0) && own.includes(0)) return true;
  if (!own.every(column => filled.has(column))) return false;
  if (line.slots.some(slot => isNumeric(slot.words))) return false;
  const wrapped = own.length < filled.size && !own.includes(0);
  return tight > 0 ? isTight && (wrapped || own.length < filled.size) : wrapped;
}

function columnsOfLine(line: TableLine): number[] {
  return line.slots.flatMap(slot => Array.from({ length: slot.colspan }, (_, i) => slot.column + i));
}

/** Joins entries of a table of contents that take several lines, of which only the last has the page number. */
import { type Line, lineOf } from '../../page/line.ts';
import { isSameSize } from '../../page/sizes.ts';

/** Least and greatest distance between the lines of one entry. */
const STEP_MIN_EM = 0.5;
const STEP_MAX_EM = 1.8;
/** Further lines begin at most this far left of the first. */
const OUTDENT_MAX_EM = 0.5;
/** A line that its entry fills extends over at least this share of the way to the page number. */
const FULL_SHARE = 0.7;
const LINES_MAX = 4;

const NUMBERED = /^(?:\p{N}|[A-Z]\.|[ivxlc]+\.?\s)/u;

export interface Contents {
  lines: Line[];
  entries: Set<Line>;
}

/** Joins to each entry the lines above that belong to it. */
export function withWrapped({ lines, entries }: Contents): Contents {
  const left = new Set(lines.filter(line => !entries.has(line)));
  const whole = new Map<Line, Line>();
  for (const entry of entries) {
    let joined = entry;
    for (let count = 1; count < LINES_MAX; count++) {
      const upper = [...left].find(line => goesOnIn(line, joined));
      if (upper === undefined) break;
      left.delete(upper);
      const text = /\p{L}[-‐]$/u.test(upper.text) ? upper.text + joined.text : `${upper.text} ${joined.text}`;
      joined = { ...lineOf([...upper.items, ...joined.items]), top: upper.top, bottom: joined.bottom, text };
    }
    whole.set(entry, joined);
  }
  return {
    lines: lines.filter(line => left.has(line) || entries.has(line)).map(line => whole.get(line) ?? line),
    entries: new Set(whole.values()),
  };
}

function goesOnIn(upper: Line, lower: Line): boolean {
  const step = (lower.top - upper.top) / upper.size;
  const indent = (lower.left - upper.left) / upper.size;
  return (
    step > STEP_MIN_EM &&
    step < STEP_MAX_EM &&
    indent > -OUTDENT_MAX_EM &&
    isSameSize(lower, upper) &&
    upper.right - upper.left > FULL_SHARE * (lower.right - upper.left) &&
    !NUMBERED.test(lower.text)
  );
}

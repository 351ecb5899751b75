/**
 * Blanks of forms, `Name ______`: the engine sees no word in them, so that the text on their two sides falls apart into
 * columns. A blank becomes a word of its line; lines that a blank connects become one.
 */
import type { Box, RecognizedLine, RecognizedWord } from './engine.ts';
import { baselineOf, emOf } from './print-size.ts';

const BLANK = '____';
/** As sure as a rule can be. */
const CONFIDENCE = 90;
/** Where a blank's rule lies under (over, if negative) the base line of its text, in ems. */
const MOST_UNDER_EM = 0.35;
const LEAST_UNDER_EM = -0.15;
/** Text stands no further than this from its blank, in ems; rules of tables begin and end with the columns. */
const WIDEST_GAP_EM = 0.9;
/** … and reaches no further over its end: what stands on a rule is underlined. */
const MOST_OVERLAP_EM = 0.25;
/** What the engine makes of a blank's rule. */
const LEFTOVER = /^[_—–=~.'‘’-]+$/u;
/** … and at the edge of a word that is written on it, but for the minus of a figure … */
const LEFTOVER_BEFORE = /^(?:[_—–=~]+(?=[\p{L}\p{N}])|-+(?=\p{L}))/u;
const LEFTOVER_AFTER = /(?<=[\p{L}\p{N}][.,]?)[_—–=~-]+$/u;
/** … where the rule begins no later than the word, or goes on for so many ems behind it. */
const LATEST_BEGIN_EM = 0.15;
const LEAST_BEYOND_EM = 0.3;
/** It goes through the lower half of the word's box, where what is written slips to, or is its lowest ink. */
const MOST_UNDER_WORD_EM = 0.1;
/** Numbers of lists: a blank before one is for a tick or a sign, and the number stays what begins the line. */
const MARKER = /^\(?[\p{N}\p{L}]{1,3}[.)]$/u;
/** Height of the word that stands for a blank, in ems: that of small letters. */
const HEIGHT_EM = 0.46;
/** A page with more rules than this is ruled paper or a drawing. */
const MOST_RULES = 300;

/** The lines with their blanks as words, in the order of the first line of each. */
export function withBlanks(lines: readonly RecognizedLine[], rules: readonly Box[]): RecognizedLine[] {
  if (rules.length > MOST_RULES) return [...lines];
  let filled = lines.map(line => withoutLeftovers(line, rules));
  for (const rule of [...rules].sort((a, b) => a.left - b.left)) filled = withBlank(filled, rule);
  return filled;
}

/** The line's words without what the engine made of rules that they stand on. */
function withoutLeftovers(line: RecognizedLine, rules: readonly Box[]): RecognizedLine {
  if (!line.words.some(({ text }) => LEFTOVER_BEFORE.test(text) || LEFTOVER_AFTER.test(text))) return line;
  const em = emOf(line.words);
  const words = line.words.map(word => {
    const under = rules.filter(rule => overlaps(word, rule) && isUnder(word, rule, em));
    const begins = under.some(({ left }) => left <= word.left + LATEST_BEGIN_EM * em);
    const goesOn = under.some(({ right }) => right >= word.right + LEAST_BEYOND_EM * em);
    const text = begins ? word.text.replace(LEFTOVER_BEFORE, '') : word.text;
    return { ...word, text: goesOn ? text.replace(LEFTOVER_AFTER, '') : text };
  });
  return { ...line, words };
}

const isUnder = ({ top, bottom }: Box, rule: Box, em: number): boolean =>
  rule.bottom >= (top + bottom) / 2 && rule.top <= bottom + MOST_UNDER_WORD_EM * em;

function withBlank(lines: RecognizedLine[], rule: Box): RecognizedLine[] {
  const level = lines.filter(line => isLevel(line, rule));
  const words = level.flatMap(line => line.words);
  const em = emOf(words);
  const before = words.find(word => isNear(rule.left - word.right, em) && word.left < rule.left);
  const after = words.find(word => isNear(word.left - rule.right, em) && word.right > rule.right);
  const beside = before ?? after;
  if (!beside || (!before && MARKER.test(beside.text))) return lines;
  const on = words.filter(word => word !== before && word !== after && overlaps(word, rule));
  // What reaches beyond the rule is underlined or a table's, not written into a blank.
  if (on.some(word => word.left < rule.left || word.right > rule.right)) return lines;
  const written = on.filter(word => !LEFTOVER.test(word.text));
  const parts = level.filter(line =>
    line.words.some(word => word === before || word === after || on.includes(word)),
  );
  const others = parts.flatMap(line => line.words).filter(word => !on.includes(word));
  const whole = joined(parts, [...others, ...intoBlank(rule, written, beside, em)]);
  return lines.flatMap(line => (line === parts[0] ? [whole] : parts.includes(line) ? [] : [line]));
}

function isLevel({ words, top, bottom }: RecognizedLine, rule: Box): boolean {
  if (rule.bottom < top || rule.top > 2 * bottom - top) return false;
  const em = emOf(words);
  const under = (rule.top + rule.bottom) / 2 - baselineOf(words);
  return under >= LEAST_UNDER_EM * em && under <= MOST_UNDER_EM * em;
}

const isNear = (gap: number, em: number): boolean =>
  gap >= -MOST_OVERLAP_EM * em && gap <= WIDEST_GAP_EM * em;

const overlaps = (word: Box, rule: Box): boolean => word.right > rule.left && word.left < rule.right;

/** What is written takes the room of its blank, so that no gap is left around it. */
function intoBlank(rule: Box, written: readonly RecognizedWord[], beside: Box, em: number): RecognizedWord[] {
  const { left, right } = rule;
  if (written.length === 0) {
    const { bottom } = beside;
    return [{ left, right, top: bottom - HEIGHT_EM * em, bottom, text: BLANK, confidence: CONFIDENCE }];
  }
  const sorted = [...written].sort((a, b) => a.left - b.left);
  return sorted.map((word, at) => ({
    ...word,
    left: at === 0 ? left : word.left,
    right: at === sorted.length - 1 ? right : word.right,
  }));
}

function joined([first]: readonly RecognizedLine[], parts: readonly RecognizedWord[]): RecognizedLine {
  const words = [...parts].sort((a, b) => a.left - b.left);
  return {
    ...first,
    words,
    left: Math.min(...words.map(word => word.left)),
    right: Math.max(...words.map(word => word.right)),
    top: Math.min(...words.map(word => word.top)),
    bottom: Math.max(...words.map(word => word.bottom)),
  };
}

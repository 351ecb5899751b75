/**
 * Writes numbers as text. The value of a cell or chart is shown in full; its format (ECMA-376 part 1, 18.8.30 and
 * 18.8.31) says what kind of number it is: a date, a duration, a percentage, a code. Rounding, grouping and currency
 * signs only concern its looks and are left out.
 */
import { format, getFormatDateInfo, isDateFormat, isPercentFormat, isValidFormat } from 'numfmt';
import { type IsoParts, isoDate } from './iso-date.ts';

export type Show = (value: number) => string;

/** The language in which formats are read; files name formats like English Excel. */
export const LOCALE = 'en-US';
/** Significant decimal digits of a binary fraction; programs show no more. */
const SIGNIFICANT_DIGITS = 15;
/** If rounding to this many digits leaves far fewer (741.200000000001), the rest is an error of calculation. */
const CERTAIN_DIGITS = 12;

/** Formats of numbers that identify something (post codes, part numbers): digits filled up with zeros, and punctuation. */
const CODE_NUMBER = /^"?[^#?,.%eE]*0{2,}[^#?,.%eE;]*$/;
/** Most characters of a format; Excel accepts no longer ones. */
const CODE_LENGTH = 255;
const ELAPSED = /\[(?:h+|m+|s+)\]/i;
/** Formats for the system's long date and its time; the pattern stored with them is replaced by the reader's own. */
const SYSTEM_DATE = /^\[\$-F800\]/i;
const SYSTEM_TIME = /^\[\$-F400\]/i;

/** Returns how numbers of this format are shown; `epoch` is the serial of the day from which its dates count. */
export function showAs(code: string, epoch = 0): Show {
  if (code.length > CODE_LENGTH || /^(?:general|@)?$/i.test(code)) return showGeneral;
  if (!isValidFormat(code)) return showGeneral;
  if (isDateFormat(code)) {
    // A duration counts from zero, in either date system.
    if (ELAPSED.test(code)) return durationAs(code);
    const iso = isoParts(code);
    return iso === null ? value => shown(code, value + epoch) : value => isoDate(value + epoch, iso);
  }
  if (isPercentFormat(code)) return showPercent;
  return CODE_NUMBER.test(code) ? value => shown(code, value) : showGeneral;
}

const shown = (pattern: string, value: number): string =>
  format(pattern, value, { locale: LOCALE, throws: false }).trim();

/** Sections of a format; a text or a bracket may contain the separator. */
const SECTION = /(?:"[^"]*"|\[[^\]]*\]|[\\_*].|[^;])+/g;

/**
 * Returns how durations are shown. numfmt counts the parts of a negative duration from the day before, so its opposite
 * is formatted.
 */
function durationAs(code: string): Show {
  const [first = code, second = ''] = code.match(SECTION) ?? [];
  const hasOwn = ELAPSED.test(second);
  const negative = (value: number) => (hasOwn ? shown(second, -value) : `-${shown(first, -value)}`);
  return value => (value < 0 ? negative(value) : shown(code, value));
}

/**
 * Returns the parts to show for whole dates and times of day, which are written in ISO 8601 because it is unambiguous:
 * many formats follow the reader's own locale, which a file does not contain. Null for durations and parts of a date
 * (`mmm yyyy`), which are shown as the author formatted them.
 */
function isoParts(code: string): IsoParts | null {
  if (SYSTEM_DATE.test(code)) return { date: true, time: 0 };
  if (SYSTEM_TIME.test(code)) return { date: false, time: 8 };
  const { year, month, day, hours, seconds } = getFormatDateInfo(code);
  const time = hours ? (seconds ? 8 : 5) : 0;
  if (month && day) return { date: true, time };
  return time > 0 && !year && !day ? { date: false, time } : null;
}

const showPercent: Show = value => `${showGeneral(value * 100)}%`;

/** Shows a number without a format: all significant digits, not only those that fit the column. */
export function showGeneral(value: number): string {
  const shortest = String(value);
  // Besides a decimal point and a sign, this many characters cannot contain more digits.
  if (shortest.length <= CERTAIN_DIGITS) return shortest;
  const certain = String(Number(value.toPrecision(CERTAIN_DIGITS)));
  if (certain.length < CERTAIN_DIGITS - 1) return certain;
  return String(Number(value.toPrecision(SIGNIFICANT_DIGITS)));
}

/** Writes serial dates (ECMA-376 part 1, 18.17.4.1) in ISO 8601. */

export interface IsoParts {
  date: boolean;
  /** Number of characters of the time that are shown: 0, 5 (`hh:mm`) or 8 (`hh:mm:ss`). */
  time: 0 | 5 | 8;
}

const SECONDS_PER_DAY = 86_400;
/** Serial 60 is 29 February 1900, a day that did not exist; before it, serials are one day ahead. */
const LEAP_1900 = 60;
const EPOCH_MS = Date.UTC(1899, 11, 30);
/** 31 December 9999, the last day of the format. */
const LAST_SERIAL = 2_958_465;

/** Returns the date; an empty string for what is no date. */
export function isoDate(serial: number, { date, time }: IsoParts): string {
  // Rounded to seconds at once, so that no part shows what the next one rounds up.
  const seconds = Math.round(serial * SECONDS_PER_DAY);
  const days = Math.floor(seconds / SECONDS_PER_DAY);
  if (days < 0 || days > LAST_SERIAL) return '';
  if (time === 0) return date ? dayOf(days) : '';
  const clock = clockOf(seconds - days * SECONDS_PER_DAY).slice(0, time);
  return date ? `${dayOf(days)} ${clock}` : clock;
}

/** Number of cached days, two centuries of them: a sheet has the same ones by the thousand. */
const KNOWN_DAYS = 73_000;
const knownDays = new Map<number, string>();

function dayOf(days: number): string {
  let day = knownDays.get(days);
  if (day === undefined) {
    const shifted = days < LEAP_1900 ? days + 1 : days;
    const iso = new Date(EPOCH_MS + shifted * SECONDS_PER_DAY * 1_000).toISOString();
    day = days === LEAP_1900 ? '1900-02-29' : iso.slice(0, 10);
    if (knownDays.size < KNOWN_DAYS) knownDays.set(days, day);
  }
  return day;
}

const twoDigits = (value: number): string => (value < 10 ? `0${value}` : `${value}`);

/** Returns `hh:mm:ss` of a second of the day. */
const clockOf = (seconds: number): string =>
  [Math.floor(seconds / 3_600), Math.floor(seconds / 60) % 60, seconds % 60].map(twoDigits).join(':');

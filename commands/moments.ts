/** Parses moments on a command line: `2026-11-22`, `2026-11-22T10:00:00Z`, or a time ago: `90m`, `24h`, `7d`. */
import { beginsWithDay } from '../core/calendar-day.ts';

const UNIT_MS: Readonly<Record<string, number>> = { s: 1_000, m: 60_000, h: 3_600_000, d: 86_400_000 };
const AGO = /^(\d{1,6})([smhd])$/;
const DATE = /^\d{4}-\d{2}-\d{2}$/;
/** RFC 3339, in which hours end at 23. */
const INSTANT = /^\d{4}-\d{2}-\d{2}T(?!24)\d{2}:\d{2}(:\d{2}(\.\d{1,3})?)?(Z|[+-]\d{2}:\d{2})$/;

/**
 * Epoch ms; a date means its first moment in UTC. A time without a zone is refused, because it would be another moment
 * in a pod than on a laptop.
 */
export function moment(option: string, text: string, now: number): number {
  const [, count, unit = ''] = AGO.exec(text) ?? [];
  if (count !== undefined) return now - Number(count) * (UNIT_MS[unit] ?? 0);
  const isMoment = (DATE.test(text) || INSTANT.test(text)) && beginsWithDay(text);
  const at = isMoment ? Date.parse(text) : Number.NaN;
  if (Number.isNaN(at))
    throw new Error(`${option} takes 2026-11-22, 2026-11-22T10:00:00Z or an age such as 90m, 24h, 7d`);
  return at;
}

export function optionalMoment(option: string, text: string | undefined, now: number): number | undefined {
  return text === undefined ? undefined : moment(option, text, now);
}

/** The last moment that Date can represent, in epoch ms (ECMA-262, 21.4.1.1). */
const LAST_MS = 8.64e15;

/** Formats as ISO 8601. A later moment is shown as the last one, because logs contain overlaps of 285,000 years. */
export function told(at: number): string {
  return new Date(Math.min(at, LAST_MS)).toISOString();
}

/** One setting: its declaration, and how its text is read. */
import type { Shape } from './setting-shapes.ts';

export interface Setting {
  /** `list` and `integers` are comma-separated. A `secret` comes from a Secret if there is one. */
  kind: 'text' | 'secret' | 'integer' | 'integers' | 'list';
  /** Undefined for optional settings, which are empty by default. */
  default?: string | (() => string);
  /** The default in the documentation, if it is computed. */
  shownDefault?: string;
  /** Limits of each number. */
  minimum?: number;
  maximum?: number;
  /** What the text must look like; for a list, each item. */
  shape?: Shape;
  /** Limits of the number of items, for lists and integers. */
  fewest?: number;
  most?: number;
  /** The distributed service does not start without it. */
  requiredWhenDistributed?: true;
  meaning: string;
}

/** The type of the value that the service gets. */
export type ValueOf<S extends Setting> = S['kind'] extends 'integer'
  ? number
  : S['kind'] extends 'integers'
    ? number[]
    : S['kind'] extends 'list'
      ? string[]
      : string;

/** An error with one clear line for whoever starts the service. */
export class InvalidSetting extends Error {
  constructor(name: string, problem: string) {
    super(`${name}: ${problem}`);
    this.name = 'InvalidSetting';
  }
}

/** Reads a setting. Throws `InvalidSetting`; its message never contains the whole text, which may hold a password. */
export function readValue(
  name: string,
  setting: Setting,
  text: string,
): string | number | string[] | number[] {
  switch (setting.kind) {
    case 'integer':
      return integer(name, text, setting);
    case 'integers':
      return list(name, text, setting).map(item => integer(name, item, setting));
    case 'list':
      return list(name, text, setting).map(item => {
        if (setting.shape?.fits(item) === false)
          throw new InvalidSetting(name, `"${item}" is not ${setting.shape.description}`);
        return item;
      });
    default:
      // Empty means not set.
      if (text !== '' && setting.shape?.fits(text) === false)
        throw new InvalidSetting(name, `is not ${setting.shape.description}`);
      return text;
  }
}

function list(
  name: string,
  text: string,
  { fewest = 0, most = Number.POSITIVE_INFINITY }: Setting,
): string[] {
  const items = text
    .split(',')
    .map(item => item.trim())
    .filter(item => item !== '');
  if (items.length < fewest) throw new InvalidSetting(name, `has fewer than ${fewest} items`);
  if (items.length > most) throw new InvalidSetting(name, `has more than ${most} items`);
  return items;
}

/**
 * Longest time in ms: eleven days. Node fires a timer of 2^31 ms or more at once, and some timers are set for the sum
 * of two such settings (a drain), for one plus jitter (a webhook's pause), or for one plus some seconds (a caller's
 * budget).
 */
const LONGEST_TIME_MS = 1_000_000_000;
/**
 * Longest time in seconds: a century. Events and stores hold the end as whole milliseconds, which must stay exact
 * (below 2^53).
 */
export const LONGEST_SECONDS = 100 * 366 * 86_400;

function integer(name: string, text: string, { minimum = 0, maximum = longest(name) }: Setting): number {
  const value = Number(text);
  if (!/^\d+$/.test(text) || !Number.isSafeInteger(value))
    throw new InvalidSetting(name, `"${text}" is not a whole number`);
  if (value < minimum) throw new InvalidSetting(name, `${text} is below ${minimum}`);
  if (value > maximum) throw new InvalidSetting(name, `${text} is above ${maximum}`);
  return value;
}

function longest(name: string): number {
  if (name.endsWith('_MS')) return LONGEST_TIME_MS;
  return name.endsWith('_SECONDS') ? LONGEST_SECONDS : Number.MAX_SAFE_INTEGER;
}

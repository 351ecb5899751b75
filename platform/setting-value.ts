/** One setting: how it is declared, and what its text says. */
import type { Shape } from './setting-shapes.ts';

export interface Setting {
  /** A `list` and `integers` are comma-separated. A `secret` comes from a Secret wherever there is one. */
  kind: 'text' | 'secret' | 'integer' | 'integers' | 'list';
  /** Undefined: optional, empty by default. */
  default?: string | (() => string);
  /** As the documentation shows it, where the default is computed. */
  shownDefault?: string;
  /** Of each number. */
  minimum?: number;
  maximum?: number;
  /** What a text must look like, or each item of a list. */
  shape?: Shape;
  /** Items of a list or of integers. */
  fewest?: number;
  most?: number;
  /** Without it a distributed service does not start. */
  requiredWhenDistributed?: true;
  meaning: string;
}

/** As the service gets it. */
export type ValueOf<S extends Setting> = S['kind'] extends 'integer'
  ? number
  : S['kind'] extends 'integers'
    ? number[]
    : S['kind'] extends 'list'
      ? string[]
      : string;

/** One clear line for whoever starts the service. */
export class InvalidSetting extends Error {
  constructor(name: string, problem: string) {
    super(`${name}: ${problem}`);
    this.name = 'InvalidSetting';
  }
}

/** Throws `InvalidSetting`; a text as a whole never stands in the message, since it may hold a password. */
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
      // Empty: not set.
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
 * Eleven days. Node fires a timer of 2^31 ms and more at once, and timers are set for the sum of two such settings (a drain), for one and its
 * jitter (a webhook's pause), for one and some seconds (a caller's budget).
 */
const LONGEST_TIME_MS = 1_000_000_000;
/** A century: what ends after it stands in events and stores as whole milliseconds, which must stay exact (2^53). */
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

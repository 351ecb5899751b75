/** Runs the product's own Lua scripts: represents their values, and provides the library that Redis gives them. */
import { compileLua } from './lua-parse.ts';

export type LuaValue = undefined | boolean | number | string | LuaTable | LuaFunction;
export type LuaTable = Map<LuaValue, LuaValue>;
type LuaFunction = (...given: LuaValue[]) => LuaValue[];
/** The reply to a Redis command. */
export type RedisReply = null | number | string | RedisReply[];

const isTable = (value: LuaValue): value is LuaTable => value instanceof Map;

/** A table's keys are numbers and strings; `'1'` and `1` are different keys. */
const operators = {
  truth: (value: LuaValue) => value !== undefined && value !== false,
  number: (value: LuaValue): number => {
    const number = toNumber(value);
    if (number === undefined) throw new Error(`Lua: ${String(value)} is no number`);
    return number;
  },
  text: (value: LuaValue): string => {
    if (typeof value === 'string') return value;
    if (typeof value === 'number') return numberText(value);
    throw new Error(`Lua: cannot join ${String(value)}`);
  },
  compare: (a: LuaValue, b: LuaValue, operator: string): boolean => {
    if (typeof a !== typeof b || (typeof a !== 'number' && typeof a !== 'string'))
      throw new Error(`Lua: cannot compare ${String(a)} with ${String(b)}`);
    const other = b as typeof a;
    if (operator === '<') return a < other;
    if (operator === '>') return a > other;
    return operator === '<=' ? a <= other : a >= other;
  },
  modulo: (a: LuaValue, b: LuaValue): number => {
    const [dividend, divisor] = [operators.number(a), operators.number(b)];
    return dividend - Math.floor(dividend / divisor) * divisor;
  },
  length: (value: LuaValue): number => {
    if (typeof value === 'string') return Buffer.byteLength(value);
    if (!isTable(value)) throw new Error('Lua: length of what has none');
    let length = 0;
    while (value.get(length + 1) !== undefined) length++;
    return length;
  },
  get: (table: LuaValue, key: LuaValue): LuaValue => {
    if (!isTable(table)) throw new Error(`Lua: ${String(key)} of ${String(table)}`);
    return table.get(key);
  },
  set: (table: LuaValue, key: LuaValue, value: LuaValue): void => {
    if (!isTable(table)) throw new Error(`Lua: ${String(key)} of ${String(table)}`);
    if (value === undefined) table.delete(key);
    else table.set(key, value);
  },
  table: (listed: LuaValue[], named: [LuaValue, LuaValue][]): LuaTable => {
    const table: LuaTable = new Map(named.filter(([, value]) => value !== undefined));
    for (const [at, value] of listed.entries()) if (value !== undefined) table.set(at + 1, value);
    return table;
  },
};

function toNumber(value: LuaValue): number | undefined {
  if (typeof value === 'number') return value;
  if (typeof value !== 'string' || value.trim() === '') return undefined;
  const number = Number(value);
  return Number.isNaN(number) ? undefined : number;
}

/** `%.14g`, as Lua 5.1 prints a number. From 1e14 on it has an exponent and loses digits. */
function numberText(value: number): string {
  if (Number.isInteger(value) && Math.abs(value) < 1e14) return String(value);
  const text = value.toPrecision(14);
  return text.includes('e') ? text.replace(/\.?0+e/, 'e') : text.replace(/\.?0+$/, '');
}

const CLASSES: Readonly<Record<string, string>> = {
  d: '\\d',
  a: '[A-Za-z]',
  w: '[A-Za-z0-9]',
  s: '\\s',
  x: '[0-9a-fA-F]',
};

function regexOf(pattern: LuaValue): RegExp {
  const source = operators.text(pattern).replace(/%(.)|-/g, (whole, letter) => {
    if (letter !== undefined) return CLASSES[letter] ?? `\\${letter}`;
    return whole === '-' ? '*?' : whole;
  });
  return new RegExp(source.replace(/\[([^\]]*)\*\?/g, '[$1-'));
}

/** Widths are filled with zeros (`%02d`). Supports only numbers and texts. */
function format(pattern: LuaValue, ...given: LuaValue[]): LuaValue[] {
  let at = 0;
  const text = operators.text(pattern).replace(/%(0\d+)?(\.\d+)?(.)/g, (whole, width, digits, kind) => {
    if (kind === '%') return '%';
    const value = given[at++];
    if (kind === 's') return operators.text(value);
    if (kind !== 'd' && kind !== 'f') throw new SyntaxError(`Lua: format ${whole}`);
    const places = kind === 'f' ? Number(digits?.slice(1) ?? 6) : 0;
    return operators
      .number(value)
      .toFixed(places)
      .padStart(Number(width ?? 0), '0');
  });
  return [text];
}

function fromJson(value: unknown): LuaValue {
  if (Array.isArray(value)) return operators.table(value.map(fromJson), []);
  if (value === null) return JSON_NULL;
  if (typeof value !== 'object') return value as LuaValue;
  return new Map(Object.entries(value).map(([key, each]) => [key, fromJson(each)]));
}

/** `cjson.null`, which is a light userdata in Lua and so counts as true. */
const JSON_NULL: LuaTable = new Map();

function toJson(value: LuaValue): unknown {
  if (value === JSON_NULL) return null;
  if (!isTable(value)) return value;
  const length = operators.length(value);
  if (length > 0 && length === value.size)
    return Array.from({ length }, (_, at) => toJson(value.get(at + 1)));
  return Object.fromEntries([...value].map(([key, each]) => [operators.text(key), toJson(each)]));
}

const library = (functions: Record<string, LuaFunction>): LuaTable => new Map(Object.entries(functions));

const LIBRARY: Record<string, LuaValue> = {
  tonumber: value => [toNumber(value)],
  tostring: value => [typeof value === 'number' ? numberText(value) : String(value ?? 'nil')],
  type: value => [isTable(value) ? 'table' : value === undefined ? 'nil' : typeof value],
  error: value => {
    throw new Error(String(value));
  },
  ipairs: value => {
    const length = operators.length(value);
    const pairs = Array.from({ length }, (_, at) => [at + 1, operators.get(value, at + 1)]);
    return [pairs as unknown as LuaValue];
  },
  pairs: value => [[...(value as LuaTable)] as unknown as LuaValue],
  unpack: value => Array.from({ length: operators.length(value) }, (_, at) => operators.get(value, at + 1)),
  string: library({
    match: (text, pattern) => {
      const match = regexOf(pattern).exec(operators.text(text));
      return match === null ? [undefined] : match.length > 1 ? match.slice(1) : [match[0]];
    },
    format,
    sub: (text, from, to = -1) => {
      const whole = operators.text(text);
      const place = (at: number) => (at < 0 ? whole.length + at + 1 : at);
      return [whole.slice(Math.max(0, place(Number(from)) - 1), place(Number(to)))];
    },
    len: text => [operators.length(text)],
  }),
  math: library({
    floor: value => [Math.floor(operators.number(value))],
    ceil: value => [Math.ceil(operators.number(value))],
    max: (...values) => [Math.max(...values.map(operators.number))],
    min: (...values) => [Math.min(...values.map(operators.number))],
  }),
  table: library({
    insert: (table, value) => {
      operators.set(table, operators.length(table) + 1, value);
      return [];
    },
    concat: (table, between = '') => {
      const length = operators.length(table);
      const parts = Array.from({ length }, (_, at) => operators.text(operators.get(table, at + 1)));
      return [parts.join(operators.text(between))];
    },
  }),
  cjson: new Map<LuaValue, LuaValue>([
    ['encode', value => [JSON.stringify(toJson(value))]],
    ['decode', text => [fromJson(JSON.parse(operators.text(text)))]],
    ['null', JSON_NULL],
  ]),
};

/** A reply as a script sees it: a null becomes `false`. */
function toLua(reply: RedisReply): LuaValue {
  if (reply === null) return false;
  return Array.isArray(reply) ? operators.table(reply.map(toLua), []) : reply;
}

/** A script's return value as its caller sees it: a number loses its fraction, and a table ends at its first hole. */
function toReply(value: LuaValue): RedisReply {
  if (value === undefined || value === false) return null;
  if (value === true) return 1;
  if (typeof value === 'number') return Math.trunc(value);
  if (isTable(value))
    return Array.from({ length: operators.length(value) }, (_, at) => toReply(value.get(at + 1)));
  return value as string;
}

type Call = (command: string, ...given: string[]) => RedisReply;
export type Compiled = (call: Call, keys: readonly string[], given: readonly string[]) => RedisReply;

/** Throws `SyntaxError` for Lua that lua-parse.ts does not know. */
export function luaScript(source: string): Compiled {
  const run = new Function('$', compileLua(source)) as (scope: object) => LuaValue[];
  return (call, keys, given) => {
    const redis = library({
      call: (command, ...rest) => [
        toLua(call(operators.text(command).toUpperCase(), ...rest.map(operators.text))),
      ],
    });
    const KEYS = operators.table([...keys], []);
    const ARGV = operators.table([...given], []);
    return toReply(run({ ...operators, globals: { ...LIBRARY, redis, KEYS, ARGV } })[0]);
  };
}

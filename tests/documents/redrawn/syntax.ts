/** Parses a content stream (ISO 32000-1, 7.8.2) into operations, each with its operands as they are written. */

export interface Operation {
  operator: string;
  operands: string[];
}

const WHITE = /[\0\t\n\f\r ]/;
const DELIMITER = /[\0\t\n\f\r ()<>[\]{}/%]/;

/** The operations. An inline picture is one operation, `BI`, with all of its content as the operand. */
export function operationsOf(content: string): Operation[] {
  const operations: Operation[] = [];
  let operands: string[] = [];
  for (let at = 0; at < content.length; ) {
    if (WHITE.test(content[at] ?? '')) {
      at++;
      continue;
    }
    if (content[at] === '%') {
      at = endOf(content, at, /[\r\n]/g);
      continue;
    }
    const end = tokenEnd(content, at);
    const token = content.slice(at, end);
    at = end;
    if (token === 'BI') {
      at = inlineEnd(content, end);
      operations.push({ operator: 'BI', operands: [content.slice(end, at - 'EI'.length)] });
      operands = [];
    } else if (/^[+\-.\d(<[/]|^(?:true|false|null)$/.test(token)) operands.push(token);
    else {
      operations.push({ operator: token, operands });
      operands = [];
    }
  }
  return operations;
}

/** The strings and numbers of an array, as they are written. */
export function entriesOf(array: string): string[] {
  const entries: string[] = [];
  for (let at = 1; at < array.length - 1; ) {
    if (WHITE.test(array[at] ?? '')) {
      at++;
      continue;
    }
    const end = tokenEnd(array, at);
    entries.push(array.slice(at, end));
    at = end;
  }
  return entries;
}

function tokenEnd(content: string, at: number): number {
  const first = content[at];
  if (first === '(') return stringEnd(content, at);
  if (first === '[') return nestedEnd(content, at, '[', ']');
  if (content.startsWith('<<', at)) return nestedEnd(content, at, '<<', '>>');
  if (first === '<') return content.indexOf('>', at) + 1 || content.length;
  let end = at + 1;
  while (end < content.length && !DELIMITER.test(content[end] ?? '')) end++;
  return end;
}

function stringEnd(content: string, at: number): number {
  let depth = 0;
  for (let end = at; end < content.length; end++) {
    if (content[end] === '\\') end++;
    else if (content[end] === '(') depth++;
    else if (content[end] === ')' && --depth === 0) return end + 1;
  }
  return content.length;
}

function nestedEnd(content: string, at: number, open: string, close: string): number {
  let end = at + open.length;
  while (end < content.length) {
    if (WHITE.test(content[end] ?? '')) end++;
    else if (content.startsWith(close, end)) return end + close.length;
    else end = tokenEnd(content, end);
  }
  return content.length;
}

function inlineEnd(content: string, at: number): number {
  return endOf(content, at, /[\s\0]EI(?=[\s\0])/g);
}

function endOf(content: string, at: number, what: RegExp): number {
  what.lastIndex = at;
  return what.test(content) ? what.lastIndex : content.length;
}

const ESCAPES: Readonly<Record<string, string>> = { n: '\n', r: '\r', t: '\t', b: '\b', f: '\f' };

/** The bytes of a string operand, one in each character. */
export function bytesOf(string: string): string {
  if (string.startsWith('<')) {
    const digits = string.slice(1, -1).replace(/\s/g, '');
    return (digits.length % 2 ? `${digits}0` : digits).replace(/../g, pair =>
      String.fromCharCode(Number.parseInt(pair, 16)),
    );
  }
  return string
    .slice(1, -1)
    .replace(/\\(?:([0-7]{1,3})|(\r\n|[\s\S]))/g, (_, octal: string | undefined, other: string) => {
      if (octal !== undefined) return String.fromCharCode(Number.parseInt(octal, 8) & 0xff);
      return /^[\r\n]/.test(other) ? '' : (ESCAPES[other] ?? other);
    });
}

export function hex(bytes: string): string {
  return `<${[...bytes].map(byte => byte.charCodeAt(0).toString(16).padStart(2, '0')).join('')}>`;
}

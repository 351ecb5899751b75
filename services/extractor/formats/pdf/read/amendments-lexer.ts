/**
 * The words of content streams, read from the bytes that are at hand; pdf.js asks its stream for each byte and adds
 * each letter to a string. What is not of the usual form is left to pdf.js' own way, from where the word began.
 */
import type { Amendment } from './amendment.ts';

/** Commands are remembered by their bytes, which fit one number up to this many … */
const COMMAND_BYTES_MAX = 4;
/** … and as many as these: operators and the words of the file's structure are fewer, a bomb has more. */
const COMMANDS_MAX = 500;

/** What of the stream was read already: all of it where it lies in memory, else what was decoded of it so far. */
const AT_HAND = `const stream = this.stream;
    const bytes = stream.bytes ?? stream.buffer;
    const limit = stream.end ?? stream.bufferLength;`;

export const LEXER_AMENDMENTS: readonly Amendment[] = [
  {
    reason: 'a number of digits that something else follows is counted together in one go',
    passage: `  getNumber() {
    let ch = this.currentChar;`,
    replacement: `  #usualNumber() {
    ${AT_HAND}
    let at = stream.pos;
    let byte = this.currentChar;
    let sign = 1;
    let divideBy = 0;
    if (byte === 0x2d && at < limit) {
      sign = -1;
      byte = bytes[at++];
    }
    if (byte === 0x2e && at < limit) {
      divideBy = 10;
      byte = bytes[at++];
    }
    if (byte < 0x30 || byte > 0x39) return undefined;
    let value = byte - 0x30;
    while (at < limit) {
      byte = bytes[at++];
      if (byte >= 0x30 && byte <= 0x39) {
        value = value * 10 + (byte - 0x30);
        divideBy *= 10;
      } else if (byte === 0x2e && divideBy === 0) {
        divideBy = 1;
      } else if (byte === 0x2d) {
        return undefined;
      } else {
        stream.pos = at;
        this.currentChar = byte;
        return sign * (divideBy === 0 ? value : value / divideBy);
      }
    }
    return undefined;
  }
  getNumber() {
    const usual = this.#usualNumber();
    if (usual !== undefined) return usual;
    let ch = this.currentChar;`,
  },
  {
    reason: 'pairs of hexadecimal digits and nothing else up to the end of a string are its characters',
    passage: `  getHexString() {
    const strBuf`,
    replacement: `  #usualHexString() {
    ${AT_HAND}
    let text = "";
    let high = hexDigits[this.currentChar];
    for (let at = stream.pos; high < 16 && at + 1 < limit; at += 2) {
      const low = hexDigits[bytes[at]];
      if (low >= 16) break;
      text += String.fromCharCode(high << 4 | low);
      const next = bytes[at + 1];
      if (next === 0x3e) {
        stream.pos = at + 2;
        this.nextChar();
        return text;
      }
      high = hexDigits[next];
    }
    return undefined;
  }
  getHexString() {
    const usual = this.#usualHexString();
    if (usual !== undefined) return usual;
    const strBuf`,
  },
  {
    reason: 'a string without brackets and escapes in it is its bytes',
    passage: `  getString() {
    let numParen = 1;`,
    replacement: `  #usualString() {
    ${AT_HAND}
    let text = "";
    for (let at = stream.pos; at < limit; at++) {
      const byte = bytes[at];
      if (byte === 0x29) {
        stream.pos = at + 1;
        this.nextChar();
        return text;
      }
      if (byte === 0x28 || byte === 0x5c) return undefined;
      text += String.fromCharCode(byte);
    }
    return undefined;
  }
  getString() {
    const usual = this.#usualString();
    if (usual !== undefined) return usual;
    let numParen = 1;`,
  },
  {
    reason: 'so is a name without numbers of characters',
    passage: `  getName() {
    let ch, previousCh;`,
    replacement: `  #usualName() {
    ${AT_HAND}
    let text = "";
    for (let at = stream.pos; at < limit; at++) {
      const byte = bytes[at];
      if (specialChars[byte]) {
        stream.pos = at + 1;
        this.currentChar = byte;
        return Name.get(text);
      }
      if (byte === 0x23) return undefined;
      text += String.fromCharCode(byte);
    }
    return undefined;
  }
  getName() {
    const usual = this.#usualName();
    if (usual !== undefined) return usual;
    let ch, previousCh;`,
  },
  {
    reason: 'the digits as a table',
    passage: `class Lexer {
  constructor`,
    replacement: `const hexDigits = Uint8Array.from({ length: 256 }, (_, byte) => { const digit = toHexDigit(byte); return digit < 0 ? 255 : digit; });
const commandsByBytes = new WeakMap();
const plainCommands = new Map();
class Lexer {
  constructor`,
  },
  {
    reason: 'commands that were met before are known by their bytes',
    passage: `    this.knownCommands = knownCommands;
    this._hexStringNumWarn = 0;`,
    replacement: `    this.knownCommands = knownCommands;
    this.commands = knownCommands === null ? plainCommands : commandsByBytes.getOrInsertComputed(knownCommands, () => new Map());
    this._hexStringNumWarn = 0;`,
  },
  {
    reason:
      'as long as all of their bytes are at hand and nothing but a space, a delimiter or a line end follows',
    passage: `    let str = String.fromCharCode(ch);
    if (ch < 0x20 || ch > 0x7f) {`,
    replacement: `    ${AT_HAND}
    let after = stream.pos;
    let key = ch;
    let length = 1;
    while (after < limit && !specialChars[bytes[after]] && length <= ${COMMAND_BYTES_MAX}) key |= bytes[after++] << 8 * length++;
    if (ch < 0x20 || ch > 0x7f || after >= limit || length > ${COMMAND_BYTES_MAX}) length = 0;
    const met = length > 0 ? this.commands.get(key) : undefined;
    if (met !== undefined) {
      stream.pos = after + 1;
      this.currentChar = bytes[after];
      return met;
    }
    let str = String.fromCharCode(ch);
    if (ch < 0x20 || ch > 0x7f) {`,
  },
  {
    reason: 'which is when they are remembered',
    passage: `      this.beginInlineImagePos = this.stream.pos;
    }
    return Cmd.get(str);`,
    replacement: `      this.beginInlineImagePos = this.stream.pos;
      return Cmd.get(str);
    }
    const command = Cmd.get(str);
    if (str.length === length && this.commands.size < ${COMMANDS_MAX}) this.commands.set(key, command);
    return command;`,
  },
];

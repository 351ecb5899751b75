/** Handles fields (ECMA-376 part 1, 17.16): separates instructions from text, and returns what fields without a result show. */
import { symbolOfField } from '../../story/symbols.ts';

/** Most characters of an instruction that are kept; fields that show their own instruction are short. */
const INSTRUCTION_LENGTH = 2_000;

interface OpenField {
  instruction: string;
  /** What the form field shows. */
  shown: string;
  inResult: boolean;
  hasResult: boolean;
}

/** The complex fields that have begun and not yet ended, innermost last. */
export class Fields {
  private readonly open: OpenField[] = [];
  /** Number of fields whose instruction, rather than their result, is being read. */
  private pending = 0;

  get inInstruction(): boolean {
    return this.pending > 0;
  }

  begin(): void {
    this.open.push({ instruction: '', shown: '', inResult: false, hasResult: false });
    this.pending++;
  }

  instruct(text: string): void {
    const field = this.open.at(-1);
    if (field !== undefined)
      field.instruction += text.slice(0, INSTRUCTION_LENGTH - field.instruction.length);
  }

  /** Notes that there is text outside instructions. */
  noteText(): void {
    const field = this.open.at(-1);
    if (field !== undefined) field.hasResult = true;
  }

  /** Sets what a check box or choice inside the instruction shows; a result, which choices may also have, takes its place. */
  show(text: string): void {
    const field = this.open.at(-1);
    if (field !== undefined) field.shown = text;
  }

  separate(): void {
    const field = this.open.at(-1);
    if (field === undefined || field.inResult) return;
    field.inResult = true;
    this.pending--;
  }

  /** Ends a field, and returns what it shows by itself: nothing if it has a result. */
  end(): string {
    const field = this.open.pop();
    if (field === undefined) return '';
    if (!field.inResult) this.pending--;
    if (field.hasResult) return '';
    return field.shown || shownByItself(field.instruction);
  }

  /** Treats what is open as results: an instruction that its paragraph does not finish is damaged or not supported. */
  giveUpInstructions(): void {
    for (const field of this.open) field.inResult = true;
    this.pending = 0;
  }
}

function shownByItself(instruction: string): string {
  const [, type = '', rest = ''] = /^\s*(\S+)\s*([\s\S]*)$/.exec(instruction) ?? [];
  switch (type.toUpperCase()) {
    case 'MACROBUTTON':
    case 'GOTOBUTTON':
      return rest.replace(/^\S+\s*/, '').trim();
    case 'SYMBOL':
      return symbolOfField(rest);
    case 'EQ':
      return equation(rest);
    default:
      return '';
  }
}

/**
 * The innermost part of an equation: its letter, its options (of which only `up` matters), its arguments (17.16.5.14).
 * White space is matched only together with what follows: if two places could match it, backtracking would double with
 * each option.
 */
const EQUATION_PART =
  /\\([abdfilorsx])((?:\s*\\[a-z]{2}(?:\s*[\d.]+)?(?:\s*\\?[[\]{}<>|])?)*)\s*\(([^()]*)\)/i;
const SWITCH = /\\\*\s*(?:"[^"]*"|[^\s\\]+)|\\[a-z]+(?:\s*[\d.]+)?/gi;
/** Stand for the parentheses of the text itself after its own part was read. */
const OPENED = '\ue000';
const CLOSED = '\ue001';

/** Returns the text of an `EQ` field, with which old programs set readings over words, fractions and roots. */
function equation(rest: string): string {
  let text = rest.replace(/\\\*\s*(?:"[^"]*"|\S+)/g, '');
  for (let part = EQUATION_PART.exec(text); part !== null; part = EQUATION_PART.exec(text)) {
    const [whole, letter = '', options = '', inside = ''] = part;
    const shown = equationPart(letter.toLowerCase(), options, inside.split(/[,;]/));
    text = text.slice(0, part.index) + shown + text.slice(part.index + whole.length);
  }
  // A remaining part is one that does not end, so that none of it is reliable.
  if (/\\[a-z]/i.test(text) && /[()]/.test(text)) return '';
  return text.replace(SWITCH, '').replaceAll(OPENED, '(').replaceAll(CLOSED, ')').trim();
}

function equationPart(letter: string, options: string, parts: readonly string[]): string {
  const [first = '', second = ''] = parts;
  if (letter === 'f') return `${first}/${second}`;
  if (letter === 'r') return second === '' ? `√${first}` : `${first}√${second}`;
  if (letter === 's') return /\\up/i.test(options) ? OPENED + first + CLOSED : first;
  if (letter !== 'o') return parts.join(letter === 'b' ? ', ' : ' ');
  // For overstrikes, a reading over its word follows the word, and a ring around a character is left out.
  if (first.startsWith(OPENED)) return parts.slice(1).join('') + first;
  return parts.length > 1 && RINGS.test(first) ? parts.slice(1).join('') : parts.join('');
}

const RINGS = /^[○◯□△◇〇]$/;

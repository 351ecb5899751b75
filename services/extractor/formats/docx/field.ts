/** Fields (ECMA-376 part 1, 17.16): what is instruction and what is text, and what fields without a result show. */
import { symbolOfField } from '../../story/symbols.ts';

/** Characters of an instruction that are kept; fields that show their own instruction are short. */
const INSTRUCTION_LENGTH = 2_000;

interface OpenField {
  instruction: string;
  /** What the form field shows that it is. */
  shown: string;
  inResult: boolean;
  hasResult: boolean;
}

/** The complex fields that are begun and not yet ended, innermost last. */
export class Fields {
  private readonly open: OpenField[] = [];
  /** Fields whose instruction, rather than its result, is being read. */
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

  /** Text was met outside instructions. */
  noteText(): void {
    const field = this.open.at(-1);
    if (field !== undefined) field.hasResult = true;
  }

  /** Check boxes and choices stand inside the instruction; a result, which choices may have as well, takes their place. */
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

  /** Answers what the field shows by itself: nothing where it has a result. */
  end(): string {
    const field = this.open.pop();
    if (field === undefined) return '';
    if (!field.inResult) this.pending--;
    if (field.hasResult) return '';
    return field.shown || shownByItself(field.instruction);
  }

  /** Takes what is open for results: an instruction that its paragraph does not finish is damaged or beyond us. */
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
 * The innermost part of an equation: its letter, its options, its arguments (17.16.5.14; of options only `up` matters). White space is
 * taken only together with what follows it: where two places could take it, tries double with each option.
 */
const EQUATION_PART =
  /\\([abdfilorsx])((?:\s*\\[a-z]{2}(?:\s*[\d.]+)?(?:\s*\\?[[\]{}<>|])?)*)\s*\(([^()]*)\)/i;
const SWITCH = /\\\*\s*(?:"[^"]*"|[^\s\\]+)|\\[a-z]+(?:\s*[\d.]+)?/gi;
/** Stand for the parentheses that the text itself has once its own part is read. */
const OPENED = '\ue000';
const CLOSED = '\ue001';

/** Old programs set readings over words, fractions and roots with `EQ`. */
function equation(rest: string): string {
  let text = rest.replace(/\\\*\s*(?:"[^"]*"|\S+)/g, '');
  for (let part = EQUATION_PART.exec(text); part !== null; part = EQUATION_PART.exec(text)) {
    const [whole, letter = '', options = '', inside = ''] = part;
    const shown = equationPart(letter.toLowerCase(), options, inside.split(/[,;]/));
    text = text.slice(0, part.index) + shown + text.slice(part.index + whole.length);
  }
  // What is left of a part is one that does not end; nothing of it can be trusted.
  if (/\\[a-z]/i.test(text) && /[()]/.test(text)) return '';
  return text.replace(SWITCH, '').replaceAll(OPENED, '(').replaceAll(CLOSED, ')').trim();
}

function equationPart(letter: string, options: string, parts: readonly string[]): string {
  const [first = '', second = ''] = parts;
  if (letter === 'f') return `${first}/${second}`;
  if (letter === 'r') return second === '' ? `√${first}` : `${first}√${second}`;
  if (letter === 's') return /\\up/i.test(options) ? OPENED + first + CLOSED : first;
  if (letter !== 'o') return parts.join(letter === 'b' ? ', ' : ' ');
  // Overstrikes: a reading over its word follows it, a ring around a character is left out.
  if (first.startsWith(OPENED)) return parts.slice(1).join('') + first;
  return parts.length > 1 && RINGS.test(first) ? parts.slice(1).join('') : parts.join('');
}

const RINGS = /^[○◯□△◇〇]$/;

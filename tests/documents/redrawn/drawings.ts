/** What a content stream draws. Each drawing has everything it needs, so that it can be drawn anywhere and in any other way. */
import { bytesOf, entriesOf, type Operation, operationsOf } from './syntax.ts';

/** The numbers a to f of ISO 32000-1, 8.3.3. */
export type Matrix = readonly [number, number, number, number, number, number];

/** A path operator with its points in the page's user space. */
export interface Segment {
  operator: 'm' | 'l' | 'c' | 'h';
  points: number[];
}

export interface Clip {
  path: Segment[];
  operator: string;
}

/** Colours and other operations as they are written; line width and dashes in the page's user space. */
export interface Look {
  fill: string;
  stroke: string;
  lineWidth: number;
  dashes: number[];
  others: string[];
  clips: Clip[];
}

export interface PathDrawing {
  kind: 'path';
  look: Look;
  path: Segment[];
  operator: string;
}

export type Shown = { text: string } | { gap: number } | { setting: string };

export interface TextDrawing {
  kind: 'text';
  look: Look;
  /** The place of its first letter. */
  matrix: Matrix;
  font: string;
  size: number;
  settings: string[];
  /** Texts, gaps in thousandths of an em, and settings between them. */
  shown: Shown[];
}

/** A picture, a shading or a form. */
export interface OtherDrawing {
  kind: 'other';
  look: Look;
  matrix: Matrix;
  operation: string;
}

export type Drawing = PathDrawing | TextDrawing | OtherDrawing;

interface State extends Look {
  matrix: Matrix;
  font: string;
  size: number;
  leading: number;
  /** Settings by operator. */
  settings: Map<string, string>;
}

const IDENTITY: Matrix = [1, 0, 0, 1, 0, 0];
/** Operators of a text's look; their operands are in text space. */
const TEXT_SETTINGS = new Set(['Tc', 'Tw', 'Tz', 'Ts', 'Tr']);

export function drawingsOf(content: string): Drawing[] {
  const reader = new Reader();
  for (const operation of operationsOf(content)) reader.take(operation);
  return reader.finish();
}

class Reader {
  private readonly drawings: Drawing[] = [];
  private state: State = {
    fill: '0 g',
    stroke: '0 G',
    lineWidth: 1,
    dashes: [],
    others: [],
    clips: [],
    matrix: IDENTITY,
    font: '',
    size: 1,
    leading: 0,
    settings: new Map(),
  };
  private readonly saved: State[] = [];
  private path: Segment[] = [];
  private clip: string | null = null;
  private line: Matrix = IDENTITY;
  /** The text that is being shown; null after a move. */
  private open: TextDrawing | null = null;

  finish(): Drawing[] {
    return this.drawings;
  }

  take({ operator, operands }: Operation): void {
    const numbers = operands.map(Number);
    if (this.takeState(operator, operands, numbers) || this.takePath(operator, numbers)) return;
    if (this.takeText(operator, operands, numbers)) return;
    if (operator === 'Do' || operator === 'sh') this.other(`${operands.join(' ')} ${operator}`);
    else if (operator === 'BI') this.other(`BI${operands[0] ?? ''}EI\n`);
  }

  private other(operation: string): void {
    this.drawings.push({ kind: 'other', look: this.look(), matrix: this.state.matrix, operation });
  }

  private look(): Look {
    const { fill, stroke, lineWidth, dashes, others, clips } = this.state;
    return { fill, stroke, lineWidth, dashes, others, clips };
  }

  private takeState(operator: string, operands: readonly string[], numbers: readonly number[]): boolean {
    const { state } = this;
    const written = `${operands.join(' ')} ${operator}`;
    const scale = Math.sqrt(Math.abs(state.matrix[0] * state.matrix[3] - state.matrix[1] * state.matrix[2]));
    if (operator === 'q') this.saved.push({ ...state, settings: new Map(state.settings) });
    else if (operator === 'Q') this.state = this.saved.pop() ?? state;
    else if (operator === 'cm') state.matrix = product(matrixOf(numbers), state.matrix);
    else if (/^(?:g|rg|k)$/.test(operator)) this.setFill(written);
    else if (operator === 'cs') this.setFill(written);
    else if (/^scn?$/.test(operator)) this.setFill(`${/.* cs/.exec(state.fill)?.[0] ?? ''} ${written}`);
    else if (/^(?:G|RG|K|CS)$/.test(operator)) state.stroke = written;
    else if (/^SCN?$/.test(operator)) state.stroke = `${/.* CS/.exec(state.stroke)?.[0] ?? ''} ${written}`;
    else if (operator === 'w') state.lineWidth = (numbers[0] ?? 1) * scale;
    else if (operator === 'd')
      state.dashes = entriesOf(operands[0] ?? '[]').map(dash => Number(dash) * scale);
    else if (/^(?:J|j|M|gs)$/.test(operator)) state.others = [...state.others, written];
    else if (operator === 'Tf') this.setFont(operands[0] ?? '', numbers[1] ?? 1, written);
    else if (TEXT_SETTINGS.has(operator)) {
      state.settings.set(operator, written);
      this.open?.shown.push({ setting: written });
    } else return false;
    return true;
  }

  private setFill(fill: string): void {
    this.state.fill = fill;
    this.open?.shown.push({ setting: fill });
  }

  private setFont(font: string, size: number, written: string): void {
    this.state.font = font;
    this.state.size = size;
    this.open?.shown.push({ setting: written });
  }

  private takePath(operator: string, numbers: readonly number[]): boolean {
    const [x = 0, y = 0, width = 0, height = 0] = numbers;
    if (operator === 'm' || operator === 'l' || operator === 'c') this.add(operator, numbers);
    else if (operator === 'v') this.addCurve([...this.last(), ...this.placed(numbers)]);
    else if (operator === 'y') this.addCurve(this.placed([...numbers, ...numbers.slice(2)]));
    else if (operator === 'h') this.path.push({ operator: 'h', points: [] });
    else if (operator === 're') {
      this.add('m', [x, y]);
      this.add('l', [x + width, y]);
      this.add('l', [x + width, y + height]);
      this.add('l', [x, y + height]);
      this.path.push({ operator: 'h', points: [] });
    } else if (operator === 'W' || operator === 'W*') this.clip = operator;
    else if (/^(?:[fFSsBbn]|[fBb]\*)$/.test(operator)) this.paint(operator);
    else return false;
    return true;
  }

  private add(operator: 'm' | 'l' | 'c', points: readonly number[]): void {
    this.path.push({ operator, points: this.placed(points) });
  }

  private addCurve(points: number[]): void {
    this.path.push({ operator: 'c', points });
  }

  private last(): number[] {
    return this.path.at(-1)?.points.slice(-2) ?? [0, 0];
  }

  private placed(points: readonly number[]): number[] {
    const [a, b, c, d, e, f] = this.state.matrix;
    return points.flatMap((x, at) => {
      if (at % 2 === 1) return [];
      const y = points[at + 1] ?? 0;
      return [a * x + c * y + e, b * x + d * y + f];
    });
  }

  private paint(operator: string): void {
    const { path, clip } = this;
    if (operator !== 'n') this.drawings.push({ kind: 'path', look: this.look(), path, operator });
    if (clip !== null) this.state.clips = [...this.state.clips, { path, operator: clip }];
    this.path = [];
    this.clip = null;
  }

  private takeText(operator: string, operands: readonly string[], numbers: readonly number[]): boolean {
    const [first = 0, second = 0] = numbers;
    if (operator === 'BT' || operator === 'ET') this.moveTo(IDENTITY);
    else if (operator === 'Tm') this.moveTo(matrixOf(numbers));
    else if (operator === 'Td') this.moveBy(first, second);
    else if (operator === 'TD') {
      this.state.leading = -second;
      this.moveBy(first, second);
    } else if (operator === 'T*') this.moveBy(0, -this.state.leading);
    else if (operator === 'TL') this.state.leading = first;
    else if (operator === 'Tj' || operator === 'TJ') this.show(operands[0] ?? '');
    else if (operator === "'") {
      this.moveBy(0, -this.state.leading);
      this.show(operands[0] ?? '');
    } else return false;
    return true;
  }

  private moveBy(x: number, y: number): void {
    this.moveTo(product([1, 0, 0, 1, x, y], this.line));
  }

  private moveTo(matrix: Matrix): void {
    this.line = matrix;
    this.open = null;
  }

  private show(operand: string): void {
    const { font, size, settings, matrix } = this.state;
    this.open ??= this.begun(product(this.line, matrix), font, size, [...settings.values()]);
    const entries = operand.startsWith('[') ? entriesOf(operand) : [operand];
    for (const entry of entries)
      this.open.shown.push(/^[(<]/.test(entry) ? { text: bytesOf(entry) } : { gap: Number(entry) });
  }

  private begun(matrix: Matrix, font: string, size: number, settings: string[]): TextDrawing {
    const drawing: TextDrawing = { kind: 'text', look: this.look(), matrix, font, size, settings, shown: [] };
    this.drawings.push(drawing);
    return drawing;
  }
}

function matrixOf([a = 1, b = 0, c = 0, d = 1, e = 0, f = 0]: readonly number[]): Matrix {
  return [a, b, c, d, e, f];
}

/** The matrix that applies `one` first and `other` second. */
export function product(one: Matrix, other: Matrix): Matrix {
  const [a, b, c, d, e, f] = one;
  const [A, B, C, D, E, F] = other;
  return [a * A + b * C, a * B + b * D, c * A + d * C, c * B + d * D, e * A + f * C + E, e * B + f * D + F];
}

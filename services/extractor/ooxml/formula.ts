/** Writes formulas (ECMA-376 part 1, 22.1) as plain text: `∑_(n=1)^∞(a/b)`. Two-dimensional constructs get the usual symbols. */
import type { XmlNode } from '../xml/tree.ts';
import { INTEGRAL, MathState } from './formula-state.ts';

/** Walks through a formula; the reader is at the element whose handler is called. */
interface Walker {
  readonly math: MathState;
  readonly reader: {
    /** Depth of the element where it begins, and of the one around it where it ends. */
    readonly depth: number;
    attribute(name: string): string | undefined;
    content(): string;
  };
  write(text: string): void;
  /** Separates what follows from what was written before. */
  separate(): void;
}

type Handler = (walker: Walker) => void;

const CIRCUMFLEX = '\u0302';
const BAR_ABOVE = '\u0305';
const BAR_BELOW = '\u0332';

const beginTermAfter =
  (sign: string): Handler =>
  ({ math }) => {
    math.terms.push({ sign, text: '', isCompound: false });
  };

const beginTerm = beginTermAfter('');

/** Begins a term after the operator that the surrounding element gave. */
const beginTermAsSaid =
  (usual: string): Handler =>
  ({ math }) => {
    math.terms.push({ sign: math.signs.at(-1) ?? usual, text: '', isCompound: false });
  };

const pushSign =
  (sign: string): Handler =>
  ({ math }) => {
    math.signs.push(sign);
  };

const popSign: Handler = ({ math }) => {
  math.signs.pop();
};

const endTerm: Handler = walker => {
  const term = walker.math.terms.pop();
  if (term === undefined || term.text === '') return;
  walker.write(term.sign + (term.isCompound ? `(${term.text})` : term.text));
};

const brackets =
  (begin: string, separator: string, end: string): Handler =>
  ({ math, reader }) => {
    math.brackets.push({ begin, separator, end, begun: 0, depth: reader.depth });
  };

const endBrackets: Handler = walker => walker.write(walker.math.brackets.pop()?.end ?? '');

export const MATH_OPENERS: Record<string, Handler> = {
  'm:t': walker => walker.write(walker.reader.content()),
  'm:oMath': walker => walker.separate(),
  'm:num': beginTerm,
  'm:f': pushSign('/'),
  'm:type': ({ math, reader }) => {
    // As in UnicodeMath: two terms above each other without a bar, such as binomial coefficients.
    if (math.signs.length > 0 && reader.attribute('m:val') === 'noBar')
      math.signs[math.signs.length - 1] = '¦';
  },
  'm:den': beginTermAsSaid('/'),
  'm:sup': beginTermAfter('^'),
  'm:sub': beginTermAfter('_'),
  'm:limUpp': pushSign('^'),
  'm:limLow': pushSign('_'),
  'm:lim': beginTermAsSaid('_'),
  'm:rad': brackets('√', '', ''),
  'm:d': brackets('(', '|', ')'),
  'm:m': brackets('', '; ', ''),
  'm:mr': walker => {
    // The rows of a matrix are elements of it, and have elements of their own.
    beginElement(walker);
    brackets('', ', ', '')(walker);
  },
  'm:eqArr': brackets('', '; ', ''),
  'm:begChr': walker => setBracket(walker, 'begin'),
  'm:endChr': walker => setBracket(walker, 'end'),
  'm:sepChr': walker => setBracket(walker, 'separator'),
  'm:e': walker => beginElement(walker),
  // The summed term is set apart from the limits: the sum of i from 1 to n is not one from 1 to `ni`.
  'm:nary': brackets(' ', '', ''),
  'm:naryPr': walker => {
    walker.math.sign = INTEGRAL;
  },
  'm:accPr': walker => {
    walker.math.sign = CIRCUMFLEX;
  },
  'm:bar': ({ math }) => {
    math.accents.push(BAR_BELOW);
  },
  'm:barPr': ({ math }) => {
    math.sign = BAR_BELOW;
  },
  'm:groupChrPr': ({ math }) => {
    math.sign = '';
  },
  'm:pos': ({ math, reader }) => {
    // For a bar, not for a brace over several terms.
    if (math.sign === BAR_BELOW && reader.attribute('m:val') === 'top')
      math.accents[math.accents.length - 1] = BAR_ABOVE;
  },
  'm:chr': walker => {
    walker.math.sign = walker.reader.attribute('m:val') ?? '';
  },
};

export const MATH_CLOSERS: Record<string, Handler> = {
  'm:num': endTerm,
  'm:den': endTerm,
  'm:sup': endTerm,
  'm:sub': endTerm,
  'm:lim': endTerm,
  'm:fName': walker => walker.write(' '),
  'm:e': walker => {
    if (isRoot(walker) && walker.reader.depth === walker.math.brackets.at(-1)?.depth) endTerm(walker);
  },
  'm:oMath': walker => {
    while (walker.math.terms.length > 0) endTerm(walker); // of a formula that breaks off
    walker.separate();
  },
  'm:naryPr': walker => walker.write(walker.math.sign),
  'm:accPr': walker => {
    walker.math.accents.push(walker.math.sign);
  },
  'm:f': popSign,
  'm:limUpp': popSign,
  'm:limLow': popSign,
  'm:acc': walker => walker.write(walker.math.accents.pop() ?? ''),
  'm:bar': walker => walker.write(walker.math.accents.pop() ?? ''),
  'm:rad': endBrackets,
  'm:d': endBrackets,
  'm:m': endBrackets,
  'm:mr': endBrackets,
  'm:eqArr': endBrackets,
  'm:nary': endBrackets,
};

function setBracket(walker: Walker, side: 'begin' | 'end' | 'separator'): void {
  const open = walker.math.brackets.at(-1);
  if (open !== undefined) open[side] = walker.reader.attribute('m:val') ?? '';
}

/** Begins an element directly between brackets: the first follows the bracket, the others a separator. */
function beginElement(walker: Walker): void {
  const open = walker.math.brackets.at(-1);
  if (open === undefined || walker.reader.depth !== open.depth + 1) return;
  walker.write(open.begun === 0 ? open.begin : open.separator);
  open.begun++;
  if (isRoot(walker)) beginTerm(walker);
}

const isRoot = ({ math }: Walker): boolean => math.brackets.at(-1)?.begin === '√';

/** Returns the text of an `m:oMath` given as a tree. */
export function formulaText(formula: XmlNode): string {
  const walker = new TreeWalker();
  const open: { node: XmlNode; at: number }[] = [];
  const standAt = (node: XmlNode) => Object.assign(walker.reader, { node, depth: open.length });
  const enter = (node: XmlNode) => {
    open.push({ node, at: 0 });
    standAt(node);
    MATH_OPENERS[node.name]?.(walker);
  };
  enter(formula);
  for (let top = open.at(-1); top !== undefined; top = open.at(-1)) {
    const below = top.node.children[top.at++];
    if (below !== undefined) enter(below);
    else {
      open.pop();
      standAt(top.node);
      MATH_CLOSERS[top.node.name]?.(walker);
    }
  }
  return walker.text.trim();
}

class TreeWalker implements Walker {
  readonly math = new MathState();
  readonly reader = new TreeReader();
  text = '';

  write(text: string): void {
    if (!this.math.takes(text)) this.text += text;
  }

  separate(): void {
    this.write(' ');
  }
}

class TreeReader {
  node: XmlNode | undefined;
  depth = 0;

  attribute(name: string): string | undefined {
    return this.node?.attributes[name];
  }

  content(): string {
    return this.node?.text ?? '';
  }
}

/** Formulas (ECMA-376 part 1, 22.1) as flat text: `∑_n=1^∞(a/b)`. What is built in two dimensions gets the usual signs. */
import type { Walker } from './walker.ts';

type Handler = (walker: Walker) => void;

/** Brackets around their content; both have parentheses unless they say otherwise (22.1.2.24). */
interface Brackets {
  begin: string;
  end: string;
  /** Elements between the brackets that have begun. */
  begun: number;
  depth: number;
}

const INTEGRAL = '∫';

/** The brackets that are open and the operator being described, of one walk. */
export class MathState {
  readonly brackets: Brackets[] = [];
  operator = INTEGRAL;
}

export const MATH_OPENERS: Record<string, Handler> = {
  'm:t': walker => walker.write(walker.reader.content()),
  'm:oMath': walker => walker.separate(),
  'm:sup': walker => walker.write('^'),
  'm:sub': walker => walker.write('_'),
  'm:rad': walker => walker.write('√'),
  'm:deg': walker => walker.reader.skip(),
  'm:d': walker => {
    walker.math.brackets.push({ begin: '(', end: ')', begun: 0, depth: walker.reader.depth });
  },
  'm:begChr': walker => setBracket(walker, 'begin'),
  'm:endChr': walker => setBracket(walker, 'end'),
  'm:e': walker => beginElement(walker),
  'm:naryPr': walker => {
    walker.math.operator = INTEGRAL;
  },
  'm:chr': walker => {
    walker.math.operator = walker.reader.attribute('m:val') ?? '';
  },
};

export const MATH_CLOSERS: Record<string, Handler> = {
  'm:num': walker => walker.write('/'),
  'm:oMath': walker => walker.separate(),
  'm:naryPr': walker => walker.write(walker.math.operator),
  'm:d': walker => walker.write(walker.math.brackets.pop()?.end ?? ''),
};

function setBracket(walker: Walker, side: 'begin' | 'end'): void {
  const brackets = walker.math.brackets.at(-1);
  if (brackets !== undefined) brackets[side] = walker.reader.attribute('m:val') ?? '';
}

/** An element directly between brackets: the first follows the bracket, the others a separator. */
function beginElement(walker: Walker): void {
  const brackets = walker.math.brackets.at(-1);
  if (brackets === undefined || walker.reader.depth !== brackets.depth + 1) return;
  walker.write(brackets.begun === 0 ? brackets.begin : ', ');
  brackets.begun++;
}

/** Brackets around their elements; parentheses unless given otherwise (22.1.2.24). */
interface Brackets {
  begin: string;
  separator: string;
  end: string;
  /** Number of elements between the brackets that have begun. */
  begun: number;
  depth: number;
}

/** A numerator, an exponent or the like: set in parentheses where it is more than one term. */
interface Term {
  /** Stands before it if it has text: integrals without limits have empty ones. */
  sign: string;
  text: string;
  isCompound: boolean;
}

export const INTEGRAL = '∫';
/** Operators between terms; one before the first term joins nothing. */
const COMPOUND = /^.+[-+±−×·∙/=<>≤≥≠∈→, ]|^[\p{L}\p{N}.]*\d[\p{L}]|^\p{L}{2}$|^[^(]+\(.*\)$|^\([^()]*\)./u;

/** What is open in the formula, and the operator or accent being described, during one walk. */
export class MathState {
  readonly brackets: Brackets[] = [];
  readonly terms: Term[] = [];
  readonly accents: string[] = [];
  /** What stands between the parts of each open fraction, or before each open limit. */
  readonly signs: string[] = [];
  /** Operator of an n-ary expression, or the accent. */
  sign = INTEGRAL;

  /** Adds text to a term that is still open; returns whether there is one. */
  takes(text: string): boolean {
    const term = this.terms.at(-1);
    if (term === undefined) return false;
    term.isCompound ||= term.text !== '' || COMPOUND.test(text);
    term.text += text;
    return true;
  }
}

/** Brackets around their elements; both are parentheses unless they say otherwise (22.1.2.24). */
interface Brackets {
  begin: string;
  separator: string;
  end: string;
  /** Elements between the brackets that have begun. */
  begun: number;
  depth: number;
}

/** A numerator, an exponent or the like: in parentheses where it is more than one term. */
interface Term {
  /** Stands before it where it says anything: integrals without limits have empty ones. */
  sign: string;
  text: string;
  isCompound: boolean;
}

export const INTEGRAL = '∫';
/** Signs between terms; a sign before the first one joins nothing. */
const COMPOUND = /^.+[-+±−×·∙/=<>≤≥≠∈→, ]|^[\p{L}\p{N}.]*\d[\p{L}]|^\p{L}{2}$|^[^(]+\(.*\)$|^\([^()]*\)./u;

/** What is open in the formula, and the operator or accent being described, of one walk. */
export class MathState {
  readonly brackets: Brackets[] = [];
  readonly terms: Term[] = [];
  readonly accents: string[] = [];
  /** What stands between the parts of each fraction, or before each limit, that is open. */
  readonly signs: string[] = [];
  /** Operator of an n-ary sign, or the accent. */
  sign = INTEGRAL;

  /** Whether the text went into a term that is still open. */
  takes(text: string): boolean {
    const term = this.terms.at(-1);
    if (term === undefined) return false;
    term.isCompound ||= term.text !== '' || COMPOUND.test(text);
    term.text += text;
    return true;
  }
}

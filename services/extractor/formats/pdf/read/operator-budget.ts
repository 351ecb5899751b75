/**
 * How many operators pdf.js goes through in one file. A content stream draws forms, and these draw others: forty of
 * them, each drawing the next ten times, are a few kilobytes and 10^40 operators (ISO 32000-1, 8.10.1 forbids only
 * that a form draws itself).
 */
import { ceilingCrossed } from '../../../allowance.ts';

/** More for each page that is begun: many pages may draw the same letterhead or map. */
const PAGE_OPERATORS = 30_000;
/** To draw a form costs pdf.js as much as so many operators, though it may be empty. */
const FORM_OPERATORS = 30;

export class OperatorBudget {
  private left: number;

  constructor(operators: number) {
    this.left = operators;
  }

  beginPage(): void {
    this.left += PAGE_OPERATORS;
  }

  /** Called from inside pdf.js (patches/). Throws once the budget is spent: pdf.js then ends the stream. */
  spend(operators: number): void {
    this.left -= operators;
    if (this.left < 0) throw new Error('The budget of operators is spent.');
  }

  /** Likewise, for each form that is drawn. */
  spendForm(): void {
    this.spend(FORM_OPERATORS);
  }

  /** pdf.js goes on with what it has of a broken stream. Throws where that was not all. */
  check(): void {
    if (this.left < 0) throw ceilingCrossed('operators');
  }
}

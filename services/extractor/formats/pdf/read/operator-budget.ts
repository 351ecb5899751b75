/**
 * Limits the operators that pdf.js processes in one file. A content stream draws forms, and these draw others: forty of
 * them, each drawing the next ten times, are a few kilobytes and 10^40 operators (ISO 32000-1, 8.10.1 only forbids a
 * form to draw itself).
 */
import { ceilingCrossed } from '../../../allowance.ts';

/** Added for each page that is begun: many pages may draw the same letterhead or map. */
const PAGE_OPERATORS = 30_000;
/** Drawing a form costs pdf.js as much as this many operators, even if the form is empty. */
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

  /** Called in the same way for each form that is drawn. */
  spendForm(): void {
    this.spend(FORM_OPERATORS);
  }

  /** Throws if the budget is spent: pdf.js itself continues with what it has of an ended stream. */
  check(): void {
    if (this.left < 0) throw ceilingCrossed('operators');
  }
}

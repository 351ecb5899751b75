/** The rules of a page in the order of their positions, so that a few are found among many. */

import type { Rule } from '../../page/content.ts';
import { between } from '../../page/geometry.ts';

export interface PageRules {
  horizontal: readonly Rule[];
  vertical: readonly Rule[];
}

export function pageRules(rules: readonly Rule[]): PageRules {
  const sorted = rules.toSorted((one, other) => one.position - other.position);
  return {
    horizontal: sorted.filter(rule => rule.orientation === 'horizontal'),
    vertical: sorted.filter(rule => rule.orientation === 'vertical'),
  };
}

/** Those of one direction from one position to another. */
export function rulesBetween(rules: readonly Rule[], from: number, to: number): Rule[] {
  return between(rules, rule => rule.position, from, to);
}

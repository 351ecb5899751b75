/** What tells a displayed equation from a sentence. */

const NUMBER = /^\((?:\p{Lu}\.?)?\d{1,3}(?:\.\d{1,3}){0,3}\p{Ll}?\)$/u;
const RELATION = /[=≠≈≡≤≥<>∈∼≃≅∝⊂⊆→⇒⇔↦]/u;

/** `(7)`, `(2.7)`, `(A.1)`, `(3b)`. */
export const isEquationNumber = (text: string): boolean => NUMBER.test(text);

/** Whether a sign stands between two sides. */
export const hasRelation = (text: string): boolean => RELATION.test(text);

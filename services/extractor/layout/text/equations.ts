/** Distinguishes a displayed equation from a sentence. */

const NUMBER = /^\((?:\p{Lu}\.?)?\d{1,3}(?:\.\d{1,3}){0,3}\p{Ll}?\)$/u;
const RELATION = /[=≠≈≡≤≥<>∈∼≃≅∝⊂⊆→⇒⇔↦]/u;

/** Whether a text is an equation number: `(7)`, `(2.7)`, `(A.1)`, `(3b)`. */
export const isEquationNumber = (text: string): boolean => NUMBER.test(text);

/** Whether a text contains a relation sign. */
export const hasRelation = (text: string): boolean => RELATION.test(text);

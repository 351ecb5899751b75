import type { Element } from '../../../schemas/api.ts';

/** The text that `format=text` returns: the elements' texts, separated by blank lines. */
export function plainText(elements: readonly Element[]): string {
  return elements
    .map(({ text }) => text)
    .filter(text => text !== '')
    .join('\n\n');
}

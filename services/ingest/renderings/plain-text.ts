import type { Element } from '../../../schemas/api.ts';

/** The text that `format=text` has: the elements' own, parted by a blank line. */
export function plainText(elements: readonly Element[]): string {
  return elements
    .map(({ text }) => text)
    .filter(text => text !== '')
    .join('\n\n');
}

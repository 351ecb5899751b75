/**
 * Converts between the order on the page (visual) and the reading order (logical): right-to-left text is reversed,
 * while numbers and foreign words inside it keep their own direction.
 */
import { isRightToLeft, tokensOf } from './direction-tokens.ts';
import { groupsOf } from './foreign-words.ts';

export const reversed = (text: string): string => [...text].reverse().join('');

/** Returns a text in the other order. A text without right-to-left letters is the same in both. */
export function turnedText(text: string): string {
  if (!isRightToLeft(text)) return text;
  return groupsOf(tokensOf(text))
    .reverse()
    .map(group =>
      group.map(({ text: part, kind }) => (kind === 'right-to-left' ? reversed(part) : part)).join(''),
    )
    .join('');
}

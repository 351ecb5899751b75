/**
 * From the order on the page (visual) to the order of reading (logical) and back: right-to-left text is turned
 * around, the numbers and foreign words inside it keep their own direction.
 */
import { isRightToLeft, tokensOf } from './direction-tokens.ts';
import { groupsOf } from './foreign-words.ts';

export const reversed = (text: string): string => [...text].reverse().join('');

/** A text in the other order; what has no right-to-left letter is the same in both. */
export function turnedText(text: string): string {
  if (!isRightToLeft(text)) return text;
  return groupsOf(tokensOf(text))
    .reverse()
    .map(group =>
      group.map(({ text: part, kind }) => (kind === 'right-to-left' ? reversed(part) : part)).join(''),
    )
    .join('');
}

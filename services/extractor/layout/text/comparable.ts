/** Titles as they are compared. */

/** Letters and digits alone: outlines drop or add numbers' points, spaces and quotes. */
export function comparable(text: string): string {
  return text
    .normalize('NFKC')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]/gu, '');
}

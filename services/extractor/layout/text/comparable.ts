/** Makes titles comparable. */

/** Returns only letters and digits: outlines drop or add the punctuation of numbers, spaces and quotes. */
export function comparable(text: string): string {
  return text
    .normalize('NFKC')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]/gu, '');
}

/** Brackets and quotes whose shape is mirrored in right-to-left text. */
const PAIRS = '()[]{}<>«»‹›';

export function mirrored(sign: string): string {
  const at = PAIRS.indexOf(sign);
  return at < 0 ? sign : (PAIRS[at ^ 1] ?? sign);
}

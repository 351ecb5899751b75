/** Print in a Latin language whose model is not loaded: it reads well and surely, but for every accent. */
import type { RecognizedLine } from './engine.ts';

/** Tesseract's code, and words that are frequent there and rare in the others, as they read without their accents. */
const LISTED = [
  ['eng', 'the of and to in is for that with as was it be are this by from at or not'],
  ['deu', 'der die das und ist nicht mit von zu den ein eine einen dem im auf sich auch wird werden'],
  ['fra', 'les des est une dans pour que qui sur pas avec par aux du et le la plus ce sont'],
  ['spa', 'los las el del una por con para que se su como es al lo mas sus son y la'],
  ['ita', 'il di che della per una sono con nel gli alla dei delle anche del si le da'],
  ['por', 'uma os nao com para que da do dos das em mais um ao na no por foi sao'],
  ['nld', 'het een van dat niet zijn voor met op aan er ook door bij werd naar om wordt'],
] as const;
const FREQUENT_WORDS: ReadonlyMap<string, ReadonlySet<string>> = new Map(
  LISTED.map(([code, words]) => [code, new Set(words.split(' '))]),
);
/** Fewer words, or a smaller share of frequent ones, are a form, a table, a receipt: running text has .25 and more. */
const LEAST_WORDS = 30;
const LEAST_SHARE = 0.14;
/** … and so many times the share of the models' own: what is foreign on a page may be a quotation. */
const LEAST_LEAD = 2;

/** Whether the page is likely in a language that is none of `codes`. */
export function isForeign(lines: readonly RecognizedLine[], codes: readonly string[]): boolean {
  const words = lines.flatMap(line =>
    line.words.flatMap(({ text }) => text.toLowerCase().match(/\p{L}+/gu) ?? []),
  );
  if (words.length < LEAST_WORDS) return false;
  let [own, other] = [0, 0];
  for (const [code, known] of FREQUENT_WORDS) {
    const share = words.filter(word => known.has(word)).length / words.length;
    if (codes.includes(code)) own = Math.max(own, share);
    else other = Math.max(other, share);
  }
  return other >= LEAST_SHARE && other >= LEAST_LEAD * own && codes.some(code => FREQUENT_WORDS.has(code));
}

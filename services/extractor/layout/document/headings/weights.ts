/**
 * How much each sign of a heading counts, in log odds: the sum, with the bias, says how likely a block is a heading.
 * Fitted by `bench/heading-weights.ts` on documents whose headings are known (outlines, tags, generators, people) and
 * checked on sets that a fit had not seen (`docs/notebook/pdf-structure.md`). The signs are defined in `signs.ts`.
 */
import type { SignName } from './signs.ts';

export const BIAS = -3.13;

export const WEIGHTS: Record<SignName, number> = {
  'slightly larger than body': 0.12,
  'larger than body': 1.17,
  'much larger than body': 1.45,
  'smaller than body': -2.33,
  'bold where the body is not': 1.08,
  'bold where the body is too': 2.42,
  italic: 0.4,
  capitals: 0.79,
  monospaced: -0.8,
  'another colour than the body': 0.53,
  'another font than the body': -0.15,
  'one word': 0.71,
  'two to eight words': 0.9,
  'nine to fifteen words': 0.29,
  'more than twenty words': -0.56,
  'two lines': -0.56,
  'three lines or more': -0.25,
  'ends like a sentence': -1.56,
  'ends in the middle of one': -0.99,
  'ends with a colon': -0.6,
  'ends with a question mark': 1.78,
  'starts in lower case': -1.8,
  'starts with a sign': -1.84,
  'starts like a list item': -1.47,
  'section number': 0.55,
  'section number of two levels or more': 1.53,
  'section number that counts': 1.48,
  'chapter word': 1.21,
  'no word in it': -2.47,
  'address or link': -0.88,
  'many commas': -0.74,
  'many digits': -2.1,
  'ends with a page number': -0.18,
  'sentence inside': -0.18,
  'first of the document': 0.67,
  'first of its page': 0.2,
  'largest type of its page': 1.22,
  'page of few words': 0.21,
  'before a figure': -0.51,
  'in a figure': -0.78,
  'gap above': 1.17,
  'starts its column': 0.68,
  'gap below': -0.61,
  'ends its column': -1.08,
  'before running text': 0.79,
  'term over its definition': -0.79,
  equation: -0.48,
  'before a table': -0.5,
  'before the same style': -1.72,
  'after the same style': -1.55,
  'style of paragraphs': -1.54,
  'style of much text': -0.18,
  'style seen once': -0.56,
  'style of many blocks': 0.45,
  'nearer to what follows': 0.18,
  'nearer to what it follows': -0.63,
  'gap above beyond the usual': 0.3,
  'short beside its neighbours': 0.42,
  'flush with running text below': 0.41,
  'short pieces on its row': -1.57,
  'before lower case': -1.99,
  'rare size': 1.09,
  'bold before running text': 0.85,
  'before a list': 0.74,
};

/** Weights of the second pass: of the block's own signs, and of the other blocks of its style together. */
export const OWN_WEIGHT = 1.01;
export const STYLE_WEIGHT = 0.44;
export const STYLE_BIAS = 0.05;

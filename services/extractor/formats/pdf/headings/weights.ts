/**
 * What each sign of a heading is worth, in log odds: the sum, with the bias, is how likely a block is a heading.
 * Fitted by `bench/heading-weights.ts` on documents whose headings are known (outlines, tags, generators, people);
 * checked on the half and on the sets that a fit had not seen. A sign's meaning is in `signs.ts`.
 */
import type { SignName } from './signs.ts';

export const BIAS = -1.18;

export const WEIGHTS: Record<SignName, number> = {
  'slightly larger than body': 1.2,
  'larger than body': 2.12,
  'much larger than body': 1.9,
  'smaller than body': -1.24,
  'bold where the body is not': 0.94,
  'bold where the body is too': 2.39,
  italic: 0.17,
  capitals: 0.34,
  monospaced: -1.59,
  'another colour than the body': 0.84,
  'another font than the body': 0.14,
  'one word': 0.06,
  'two to eight words': 0.2,
  'nine to fifteen words': -0.47,
  'more than twenty words': -0.84,
  'two lines': -0.85,
  'three lines or more': -0.59,
  'ends like a sentence': -1.71,
  'ends in the middle of one': -1.35,
  'ends with a colon': -0.57,
  'ends with a question mark': 0.84,
  'starts in lower case': -2.45,
  'starts with a sign': -2.15,
  'starts like a list item': -1.73,
  'section number': 0.72,
  'section number of two levels or more': 1.06,
  'section number that counts': 0.79,
  'chapter word': 0.08,
  'no word in it': -2.22,
  caption: -2.81,
  'source or note': -0.47,
  'label of a hint': -2.78,
  'address or link': -0.71,
  'many commas': -0.92,
  'many digits': -0.58,
  'ends with a page number': 0.07,
  'leaders to a page number': 0.0,
  'sentence inside': -0.83,
  'in an edge band': -2.66,
  'first of the document': 0.44,
  'first of its page': 0.66,
  'largest type of its page': 0.91,
  'page of few words': 0.13,
  'page of contents': 0.0,
  'every word a capital': 0.31,
  'before a figure': -0.46,
  'in a figure': -0.87,
  'gap above': 0.94,
  'starts its column': -0.1,
  'gap below': -1.2,
  'ends its column': -1.9,
  'before running text': 0.99,
  'term over its definition': -1.8,
  equation: -1.5,
  'before a table': -0.41,
  'before larger type': -1.09,
  'before the same style': -2.07,
  'after the same style': -1.56,
  'style of paragraphs': -1.32,
  'style of much text': -0.74,
  'style seen once': -0.9,
  'style of many blocks': 0.59,
  'bullet alone': 0,
};

/** Second look: what the block itself says, and what the other blocks of its style say on the whole. */
export const OWN_WEIGHT = 1.03;
export const STYLE_WEIGHT = 0.6;
export const STYLE_BIAS = -0.04;

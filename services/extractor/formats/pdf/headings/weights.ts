/**
 * What each sign of a heading is worth, in log odds: the sum, with the bias, is how likely a block is a heading.
 * Fitted by logistic regression on documents whose headings are known (outlines, tags, generators, people), each
 * document counting alike; checked by fitting on one half and reading the other. A sign's meaning is in `signs.ts`.
 */
import type { SignName } from './signs.ts';

export const BIAS = -1.81;

export const WEIGHTS: Record<SignName, number> = {
  'slightly larger than body': 1.18,
  'larger than body': 2.12,
  'much larger than body': 2.09,
  'smaller than body': -1.02,
  'bold where the body is not': 0.73,
  'bold where the body is too': 0.26,
  italic: 0.37,
  capitals: 0.74,
  monospaced: -1.18,
  'another colour than the body': 0.6,
  'another font than the body': -0.15,
  'one word': 0.23,
  'two to eight words': 0.49,
  'nine to fifteen words': 0.07,
  'more than twenty words': -0.6,
  'two lines': -0.49,
  'three lines or more': -0.55,
  'ends like a sentence': -1.12,
  'ends in the middle of one': -0.55,
  'ends with a colon': -0.1,
  'ends with a question mark': 0.51,
  'starts in lower case': -1.37,
  'starts with a sign': -1.63,
  'starts like a list item': -1.14,
  'section number': 0.51,
  'section number of two levels or more': 0.88,
  'chapter word': -0.49,
  'no word in it': -1.34,
  caption: -0.62,
  'source or note': -0.06,
  'address or link': -0.54,
  'many commas': -0.43,
  'many digits': -0.56,
  'ends with a page number': 0.33,
  'leaders to a page number': -0.35,
  'sentence inside': -0.51,
  'in an edge band': -0.86,
  'first of the document': 0.78,
  'in a figure': 0.0,
  'gap above': 0.7,
  'starts its column': 0.32,
  'gap below': -0.41,
  'ends its column': -1.51,
  'before running text': 1.04,
  'before a table': 0.0,
  'before larger type': -0.25,
  'before the same style': -1.13,
  'after the same style': -0.93,
  'style of paragraphs': -1.14,
  'style of much text': -1.14,
  'style seen once': -0.49,
  'style of many blocks': -0.41,
  'bullet alone': -0.0,
};

/** Second look: what the block itself says, and what the other blocks of its style say on the whole. */
export const OWN_WEIGHT = 0.93;
export const STYLE_WEIGHT = 0.54;
export const STYLE_BIAS = 0.06;

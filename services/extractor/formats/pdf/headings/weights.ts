/**
 * What each sign of a heading is worth, in log odds: the sum, with the bias, is how likely a block is a heading.
 * Fitted by logistic regression on documents whose headings are known (outlines, tags, generators, people), each
 * document counting alike; checked by fitting on one half and reading the other. A sign's meaning is in `signs.ts`.
 */
import type { SignName } from './signs.ts';

export const BIAS = -1.84;

export const WEIGHTS: Record<SignName, number> = {
  'slightly larger than body': 1.25,
  'larger than body': 1.99,
  'much larger than body': 1.48,
  'smaller than body': -0.79,
  'bold where the body is not': 0.76,
  'bold where the body is too': 1.11,
  italic: 0.3,
  capitals: 0.9,
  monospaced: -1.29,
  'another colour than the body': 0.61,
  'another font than the body': -0.18,
  'one word': 0.49,
  'two to eight words': 0.5,
  'nine to fifteen words': -0.01,
  'more than twenty words': -0.42,
  'two lines': -0.64,
  'three lines or more': -0.39,
  'ends like a sentence': -1.34,
  'ends in the middle of one': -0.59,
  'ends with a colon': 0.0,
  'ends with a question mark': 0.45,
  'starts in lower case': -1.34,
  'starts with a sign': -1.64,
  'starts like a list item': -1.17,
  'section number': 0.47,
  'section number of two levels or more': 0.88,
  'chapter word': -0.46,
  'no word in it': -1.4,
  caption: -1.03,
  'source or note': -0.07,
  'label of a hint': -3,
  'address or link': -0.56,
  'many commas': -0.52,
  'many digits': -0.45,
  'ends with a page number': 0.34,
  'leaders to a page number': -0.25,
  'sentence inside': -0.67,
  'in an edge band': -0.98,
  'first of the document': 0.57,
  'first of its page': 0.69,
  'largest type of its page': 0.67,
  'page of few words': 0.47,
  'page of contents': -0.85,
  'every word a capital': 0.37,
  'before a figure': -0.14,
  'in a figure': -0.69,
  'gap above': 0.72,
  'starts its column': -0.07,
  'gap below': -0.41,
  'ends its column': -1.47,
  'before running text': 1.03,
  'before a table': 0.62,
  'before larger type': -0.37,
  'before the same style': -1.24,
  'after the same style': -1.02,
  'style of paragraphs': -1.46,
  'style of much text': -1.03,
  'style seen once': -0.57,
  'style of many blocks': 0.36,
  'bullet alone': -0.0,
};

/** Second look: what the block itself says, and what the other blocks of its style say on the whole. */
export const OWN_WEIGHT = 0.94;
export const STYLE_WEIGHT = 0.56;
export const STYLE_BIAS = 0.05;

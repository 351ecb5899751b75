/** Text of figures. */
export const FIGURES = {
  /** A picture over more of the page is its background. */
  backgroundShare: 0.6,
  /** Labels outside a drawing: at most this share of the body's size, and this many words, … */
  labelSizeMax: 0.95,
  labelWordsMax: 4,
  /** … within these points. */
  labelReachX: 25,
  labelReachY: 15,
  /** Lines with more words than this are prose. */
  lineWordsMax: 3,
  /** Labels of one row differ in baseline by less. */
  rowEm: 0.6,
} as const;

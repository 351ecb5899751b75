/** Running heads, feet and page numbers. */
export const FURNITURE = {
  /** Depth of the bands searched for repetition, as a share of the page's height: articles' heads end at .121; */
  bandShare: 0.123,
  /** for lines beside page numbers: heads of LaTeX's books end at .137. */
  numberedBandShare: 0.15,
  /** Points; furniture stands at the same height on every page, give or take half of this. */
  depthStep: 4,
  /** Running heads are set at most this much larger than the body. */
  headSizeMax: 1.1,
  /** They stand at least this far from the text … */
  apartEm: 1,
  /** … and farther than its rows from each other, by this factor: paragraphs of one line each stand apart, too, … */
  apartFactor: 1.2,
  stepMaxEm: 3,
  /** … on this share of the pages that have a line at their height. */
  apartShare: 0.8,
  /** On a page that stands alone, a line this close to text in the same type belongs to it. */
  runOnEm: 0.6,
  /** Pages a line must recur on … */
  pagesMin: 3,
  /** … or the share of a short document's pages. */
  pagesShare: 0.5,
  /** Bands of a page that stands alone, as shares of its height, and the lines a block in them may have. */
  headerShare: 0.075,
  footerShare: 0.915,
  headerLinesMax: 2,
  footerLinesMax: 3,
  /** Type this much larger than the body is a title wherever it stands; bold type is one where it is larger at all. */
  titleSize: 1.5,
  boldTitleSize: 1.06,
} as const;

export const FOOTNOTES = {
  /** Size at most this share of the body's. */
  sizeMax: 0.95,
  /** Notes stand in the lower part of the page, from this share of its height. */
  zoneTop: 0.4,
  /** Points; the rule above notes is at least this long … */
  ruleMin: 30,
  /** … at most this share of the page's width … */
  ruleShare: 0.5,
  /** … begins where the notes do, within these points, */
  ruleIndent: 30,
  /** and stands within these points above them. */
  reach: 250,
  /** Underlines lie this close below their words. */
  underlineEm: 0.3,
  /** What shares more than this of the narrower one's width stands in its column. */
  columnShare: 0.2,
  /** Raised marks are smaller than this share of their note. */
  markSizeMax: 0.85,
} as const;

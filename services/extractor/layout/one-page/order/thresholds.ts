/** Reading order. */
export const ORDER = {
  /** Points; gutters of 9 are common in 10-point type, narrower ones occur. */
  gutterMin: 4,
  /** Points; overlap of boxes that is rounding. */
  tolerance: 1,
  /** Points; a line that parts a region begins and ends within this of its text. */
  ruleTolerance: 6,
  /** Pages of more lines are forms and plans. */
  rulesMax: 600,
  /** A line this near below text, as a share of its height, is an underline. */
  underlineShare: 0.6,
  /** Points; less is no gap between bands. */
  gapMin: 0.2,
  /** What is wider than this share of its region may span columns. */
  spanShare: 0.6,
  /** Lines on each side of a gutter; one less beside a wide one, one more beside a narrow one. */
  columnLinesMin: 3,
  /** Lines of each column from which a line over both is their running head. */
  headedLinesMin: 8,
  /** Points. */
  wideGutter: 60,
  narrowGutter: 12,
  /** Row labels are narrower than this share of what they label, or than this share of one column of texts … */
  labelWidthShare: 0.25,
  labelTextShare: 0.45,
  /** … and nearly all stand on one of its rows, give or take these points. */
  alignedShare: 0.8,
  rowTolerance: 4,
  /** Points; texts that end this near to each other are set flush right … */
  flushTolerance: 2,
  /** … where their beginnings lie at least this far apart. */
  raggedMin: 6,
  /** Share of the lower side's height that columns have in common. */
  besideShare: 0.25,
  /** Boxes that share this much of the lower one's height are one row. */
  sameRowShare: 0.5,
  /** Points; text whose extent reaches further into a box runs around it. */
  surroundMin: 4,
  /** Tags are believed where they know this share of the boxes and keep this share of neighbours in order … */
  taggedShare: 0.7,
  taggedAgreement: 0.6,
  /** … looking so many boxes ahead. */
  taggedReach: 20,
} as const;

/** Thresholds of headings; what each sign is worth stands in `weights.ts`. */

export const HEADINGS = {
  /** Log odds from which a block is a heading: a missed heading costs more than a false one. */
  scoreMin: -0.5,
  /** Log odds that a heading's tag, or a title in the outline, adds; a block is tagged from this share of its words. */
  taggedWorth: 6,
  outlineWorth: 6,
  taggedShare: 0.8,
  /** Tags are no word on headings where more than this share of what they call one are paragraphs. */
  taggedLongShare: 0.2,
  /** Neighbours that share this much of their height stand on one row. */
  sameRowShare: 0.5,
  /** Left edges this close are one. */
  flushEm: 0.4,
  /** Labels of forms and charts have at most so many words; the row of one is looked for among so many pieces. */
  shortWordsMax: 8,
  rowReach: 12,
  /** A gap is wider than another from this factor, and this many points, on. */
  widerGap: 1.25,
  widerGapPoints: 1,
  /** Blocks of a style are never all sure to be headings, or not; and so many say all that they can. */
  doubt: 0.02,
  opinionBlocks: 4,
  /** Longer blocks are text. */
  wordsMax: 30,
  /** Running text has more words than this. */
  runningWordsMin: 12,
  /** The label of a hint is at most this much larger than the body; a section may be called `Notice`, too. */
  hintSizeMax: 1.35,
  /** A definition stands in from its term by this much. */
  definitionEm: 1,
} as const;

/** What makes headings of nearly one size stand out, in points of size: less than a step of sizes, one less than the other. */
export const PROMINENCE = { bold: 0.2, capitals: 0.1, upright: 0.05 } as const;

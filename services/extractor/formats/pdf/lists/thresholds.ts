/** Lists; points, or ems of the text at hand. */
export const LISTS = {
  /** A marker's neighbour in the count stands within so many pieces of the page. */
  reachPieces: 12,
  /** A number without a point stands this far from its text, where it has the same colour, and on its baseline. */
  bareGapEm: 0.6,
  bareRaiseEm: 0.1,
  /** A nested item stands in at least this far. */
  indentEm: 0.7,
  /** What belongs to an item begins where its text does, give or take this. */
  hangingEm: 0.6,
  /** Paragraphs that an item holds at most before the next one: more are a text with numbers between. */
  heldMax: 3,
  /** Points; drawn bullets are at least and at most this wide and high, and about as wide as high. */
  bulletMin: 1.2,
  bulletMax: 14,
  bulletAspectMax: 1.6,
  /** Points; a frame's corner touches its lines but for this. */
  cornerSlack: 1.5,
  /** A drawn bullet stands this close before its text, its middle at most this far above the baseline. */
  bulletGapEm: 2.5,
  bulletRiseEm: 0.75,
  /** … and at most this high: pictures of bullets have a rim. */
  bulletHeightEm: 1.3,
} as const;

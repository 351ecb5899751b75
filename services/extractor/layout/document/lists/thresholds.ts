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
} as const;

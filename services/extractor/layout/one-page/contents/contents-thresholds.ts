/** Tables of contents. */

/** Tables of contents. */
export const CONTENTS = {
  /** Entries a page holds at least, and as a share of its rows. */
  entriesMin: 4,
  entriesShare: 0.5,
  /** Share of the page numbers that do not go back. */
  countingShare: 0.85,
  /** Pieces of one row differ in baseline by less. */
  rowEm: 0.35,
  /** Entries that are links, with this share of their words, count where so many stand on a page. */
  linkedShare: 0.8,
  linkedMin: 3,
  /** The middle of a word's letters above its base line: where a link must lie on it. */
  linkHeightEm: 0.3,
  /** Pages with more links than this are indexes and maps. */
  linksMax: 500,
  /** Lines with leaders that make a list within a page; its rows follow each other this closely, … */
  ledMin: 3,
  pitchEm: 3,
  /** … and its chapters stand out from its sections by no more. */
  outdentEm: 4,
} as const;

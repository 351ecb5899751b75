/** Structure tags as evidence. */
export const TAGS = {
  /** Tags that leave out more of the lines than the rest of this say nothing of the document. */
  taggedShare: 0.7,
  /** Pairs of lines on which tags and text contradict each other, at most. */
  flawShare: 0.1,
  /** Lines that are compared: from one to the next in running text. */
  stepMinEm: 0.8,
  stepMaxEm: 1.8,
  /** … which begins within this of it. */
  columnEm: 2,
  /** Lines of one element may be this much further apart than lines that only look like one paragraph. */
  leadingSlack: 1.3,
  /** Lists are believed where they hold this share of the document's bullets. */
  bulletsShare: 0.7,
  /** Items without any sign in front are such in lists of at least so many … */
  unmarkedItemsMin: 2,
  /** … of so many words at most in the middle: longer ones are sections laid out as a list. */
  unmarkedWordsMedian: 60,
  /** Entries of a table of contents have at most so many words, and do not come alone. */
  entryWordsMax: 40,
  entriesMin: 2,
  /** Characters of a replacement text; longer ones are no texts that stand for a few glyphs. */
  actualCharactersMax: 2_000,
  /** Log odds that a tag for other text takes off a heading. */
  otherWorth: 1.5,
  /** A tagged table fills this share of its grid, and holds at most so many words a cell: pages are laid out in more. */
  gridShare: 0.9,
  cellWordsMean: 25,
  cellWordsMax: 150,
  /** Surer than what is found by lines and gaps. */
  tableScore: 20,
  /** Spans beyond this are broken; so are tables of more cells, or over more places of their grid. */
  spanMax: 200,
  tableCellsMax: 5_000,
  gridPlacesMax: 100_000,
  /** Artifacts within this share of the page's height from its edges are running heads and feet. */
  furnitureShare: 0.15,
  /** Levels given by the file count where this share of the headings has one. */
  levelsShare: 0.6,
} as const;

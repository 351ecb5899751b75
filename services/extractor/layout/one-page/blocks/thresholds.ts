/** From lines to blocks. */
export const BLOCKS = {
  /** How far below a line its neighbour may begin to be looked at. */
  reachEm: 2.2,
  /** Baselines closer than this are one row. */
  sameRowEm: 0.5,
  /** Part of the narrower line that must lie above or below the other. */
  overlapShare: 0.3,
  /** A line that lies over this much of the next one is what stands above it. */
  coverShare: 0.7,
  /** Larger steps in size are headings, captions, notes. */
  sizeRatioMax: 1.12,
  /** A line counts as bold from this share of its characters. */
  boldShare: 0.8,
  /** A title in capitals ends before this share of the line below it: a paragraph's own first line fills its column … */
  titleWidthShare: 0.8,
  /** … and has this many words of capitals, more than an acronym or an initial. */
  titleWordsMin: 2,
  /** A rule between two lines covers at least this much of what they share … */
  ruleShare: 0.6,
  /** … and lies deeper than an underline. */
  underlineEm: 0.3,
  /** A line that stands in or out by more begins at another edge; by less it stands at the same one. */
  indentEm: 0.8,
  edgeEm: 0.3,
  /** Room for the next word and this much more on a line says that its paragraph ended there; lines that need not
   * be full may end earlier … */
  roomEm: 1.5,
  roomJustifiedEm: 0.5,
  /** Lines of justified text end this close to the right edge, this share of them. */
  justifiedEm: 0.3,
  justifiedShare: 0.5,
  /** First lines stand in by less. */
  firstIndentEm: 3,
  /** So many first lines that stand in say how paragraphs begin. */
  indentsMin: 3,
  /** First lines stand out where that explains so many lines, and so many times as many as any other reading. */
  hangingMin: 2,
  hangingFactor: 2,
  /** A line that stands in by more from both edges is centred: no first line, however short its paragraph. */
  centredEm: 3,
  /** Paragraphs stand apart by this much more than their lines. */
  airEm: 0.12,
  /** … where so many lines show how wide the column is. */
  columnLinesMin: 4,
  /** Baseline distance of ordinary running text, where a page has too few lines to tell. */
  leadingUsualEm: 1.25,
  /** … of Chinese, Japanese and Korean, whose letters fill their squares. */
  leadingEastAsianEm: 1.65,
  /** … of Arabic, whose letters reach far below and above their line. */
  leadingArabicEm: 1.75,
  leadingSamplesMin: 5,
  /** Lines belong together up to this factor, or this much, beyond the usual distance; */
  leadingSlack: 1.2,
  leadingSlackEm: 0.2,
  /** at least up to this distance (single spacing with sub- and superscripts) … */
  leadingMinEm: 1.5,
  /** … and never beyond it (double spacing with a large font box). */
  leadingMaxEm: 2.6,
} as const;

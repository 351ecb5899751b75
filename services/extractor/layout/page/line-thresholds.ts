/** Thresholds of lines: from words to lines, and rows of forms. */

/** Values of form fields that are read without being drawn. */
export const FIELDS = {
  valueCharactersMax: 20_000,
  /** Points; where the field leaves the size to the viewer. */
  sizeUsual: 10,
  leadingEm: 1.2,
  characterEm: 0.5,
  paddingPoints: 2,
  /** Of its box, where the field leaves the size to the viewer; and from the middle of a line to its baseline. */
  heightShare: 0.8,
  middleEm: 0.35,
  /** A value stands this far from its label at most; their baselines differ by less: fields are placed by eye. */
  labelGapEm: 14,
  rowEm: 0.6,
  /** Printed labels: so many of at most so many words, each with what stands up to this far from it on its row, … */
  labelsMin: 3,
  labelsMax: 200,
  labelWordsMax: 8,
  valueGapEm: 22,
  valueNearEm: 0.8,
  nearLabelWordsMax: 3,
  formShare: 0.6,
  labelRowEm: 0.2,
  /** … which begins where others do, within points. */
  columnStep: 2,
  /** What looks like a column of a table is one of values where this share of its rows has a label. */
  labelledShare: 0.5,
} as const;

/** From words to lines. */
export const LINES = {
  /** Words that follow each other in the stream go on one line up to this gap: the em after a run-in head or a
   * number, justified spaces. From 1.3 to 2.2 alike; below, run-in heads and appendix letters stand alone. */
  streamGapEm: 1.6,
  /** Words drawn at different times join only when they nearly touch: gutters of .9 em exist. */
  touchGapEm: 0.35,
  touchOverlapEm: 0.3,
  /** Letters drawn late fill a gap this closely, in this nearly the same size, on this nearly the same baseline. */
  fillingEm: 0.1,
  /** Text may step back this far and still go on (accents, fractions, negative kerning). */
  overlapMaxEm: 0.5,
  /** One line's words differ in baseline by less. */
  baselineEm: 0.35,
  /** The words whose baseline is the line's have its commonest size, give or take this share of it. */
  hostSizeShare: 0.1,
  /** A superscript is at most this much of its host's size … */
  scriptSizeMax: 0.85,
  /** … and set off by less than this of the host's em. */
  scriptShiftEm: 0.75,
  /** Tall signs hang from so far above their line. */
  hangingRiseEm: 1.6,
  /** The mark of a note is raised, and at most this share of the note's size. */
  noteMarkMax: 0.85,
  /** Words a script may have before the line comes back to its baseline. */
  scriptWordsMax: 6,
  /** Justified lines may stretch their spaces up to this, where all of them are stretched alike, … */
  stretchedGapEm: 12,
  stretchedEvenness: 0.6,
  /** Gaps after a comma or a sentence are at most so many times as wide. */
  stretchedPause: 4,
  /** … beside a line of so many words in the same type that ends within this of it, next above or below, … */
  stretchedWordsMin: 3,
  stretchedEdgeEm: 0.15,
  stretchedLeadingEm: 2.2,
  /** … and begins there but for the indent of a first line. */
  stretchedIndentEm: 3,
  /** A gap inside a line that is this wide, and so many times as wide as its others, behind so many words, … */
  gutterGapEm: 0.7,
  gutterGapFactor: 1.8,
  gutterWordsMin: 3,
  /** … parts columns where so many lines end before it, within points, … */
  gutterEndsMin: 4,
  gutterStep: 0.5,
  /** … and what follows is smaller than this share, or so many lines begin there. */
  gutterNoteSize: 0.95,
  gutterStartsMin: 3,
  /** Baselines and sizes that differ by less are the same. */
  baselineShiftEm: 0.05,
  /** A marker stands at most this far before its text, … */
  markerGapEm: 4.5,
  /** … or this far before a line of so many words whose next line, so far below, begins under the marker. */
  markerFarEm: 12,
  markedWordsMin: 6,
  markedLeadingEm: 2.2,
  /** A letter this many times as large as the text, as high as two lines, opens a paragraph … */
  dropCapMin: 1.7,
  /** … when it stands this close before its text. */
  dropCapGapEm: 1.2,
  /** Height of capitals. */
  capitalEm: 0.7,
  /** A letter that serves as a bullet stands this far before its text. */
  bulletGapEm: 0.6,
  /** … and this many times as far as its words from each other. */
  bulletGapFactor: 1.5,
  /** A gap this wide separates words that the stream does not connect. */
  spaceEm: 0.11,
  /** A line is letter-spaced when most of its "words" are single letters … */
  singleLetterShare: 0.5,
  shortWordShare: 0.8,
  /** … and there are enough of them to see a rhythm; */
  letterSpacingWordsMin: 5,
  /** its word gaps exceed the usual letter gap by this factor. */
  letterSpacingFactor: 1.6,
} as const;

/**
 * The thresholds of the PDF rules, with their units in their names and their reasons beside them; tables, boxes and the
 * reading order have their own. An em is the font size of the text in question. The values stand in the middle of
 * plateaus: a fifth more or less changes little.
 */

/** From glyphs to words. */
export const READING = {
  /** A gap this wide is a space: fonts draw spaces of .2 to .33 em, justified lines shrink them to half. */
  wordGapEm: 0.11,
  /** Between two Chinese or Japanese letters only more than this is a space, unless one was drawn. */
  eastAsianGapEm: 0.2,
  /** … and between a closing sign and a figure or before an opening sign, whose squares are half empty, more than this. */
  eastAsianSignGapEm: 0.7,
  /** A glyph this close to the same glyph before it is painted twice: the narrowest letters are a fifth wide. */
  paintedAgainEm: 0.1,
  /** Characters guessed from unexplained codes are text if this share of them are letters of running text. */
  plausibleShare: 0.4,
  /** … and there are enough of them, as of glyphs without any meaning, to judge their font. */
  judgedGlyphsMin: 8,
  /** An invisible word is a second reading of drawn ones that cover this share of it. */
  coveredShare: 0.5,
  /** Glyphs may overlap this far (kerning, italics, accents drawn apart); further back is a new start. */
  overlapMaxEm: 0.5,
  /** Letter-spacing set for a whole operator counts as no gap up to this much. */
  trackingMaxEm: 0.6,
  /** … in strings longer than this. */
  trackedGlyphsMin: 3,
  /** Glyphs of one word share their baseline this closely. */
  baselineShiftEm: 0.08,
  /** Superscripts and subscripts stay with their word when raised or lowered by less. */
  scriptShiftEm: 0.8,
  /** Rounded matrices tilt upright text by less than this. */
  uprightDegrees: 2,
  /** A page is turned when this share of its characters stands at the same quarter turn. */
  turnedShare: 0.6,
} as const;

/** Text that nobody sees: written for search engines and machines, or by accident. */
export const UNSEEN = {
  /** Points; the smallest print that anyone sets on purpose is two to three times as large. */
  tinySize: 1,
  /** Places within a word that are looked at: shares of its width, heights above its baseline. */
  across: [0.15, 0.5, 0.85],
  heightsEm: [0.08, 0.5],
  /** Points that a word must lie outside its clip. */
  clipSlack: 0.5,
  /** Levels of 255 by which the channels of two colours differ at most that no eye tells apart. */
  colorLevels: 6,
  /** Paints times words: beyond it, far from any page made to be read, words are taken as seen. */
  looksMax: 10_000_000,
  /** Pictures over this share of the page make it a scan, whose text layer may lie under them. */
  scanShare: 0.5,
} as const;

/** Values of form fields that are read without being drawn. */
export const FIELDS = {
  valueCharactersMax: 20_000,
  /** Points; where the field leaves the size to the viewer. */
  sizeUsual: 10,
  leadingEm: 1.2,
  characterEm: 0.5,
  paddingPoints: 2,
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

/** East Asian text from top to bottom, character by character. */
export const VERTICAL = {
  /** Share of a page's characters that stand right below the one drawn before, and the least number of them. */
  stackedShare: 0.5,
  charactersMin: 10,
  /** From one character to the next below it, set solid to widely spaced; columns' middles agree. */
  stepMinEm: 0.7,
  stepMaxEm: 1.6,
  shiftMaxEm: 0.3,
  /** Characters of one run are apart by no more. */
  gapMaxEm: 0.4,
  /** Of an em square, above the baseline; and from the middle of a line of Latin letters to its baseline. */
  ascentEm: 0.88,
  middleEm: 0.35,
} as const;

/** Small readings over words. */
export const RUBY = {
  /** Half the size of their word as a rule. */
  sizeMax: 0.6,
  /** Their baseline above that of the word, in its ems. */
  riseMinEm: 0.7,
  riseMaxEm: 1.4,
  /** Kana spread over a wide word are apart by less than this, in their own ems, and level within this. */
  gapMaxEm: 1,
  levelEm: 0.2,
  /** A reading may stick out of its word by this much of its own em. */
  rimEm: 0.6,
} as const;

/** Structure tags as evidence. */
export const TAGS = {
  /** Tags that leave out more of the lines than the rest of this say nothing of the document. */
  taggedShare: 0.7,
  /** Pairs of lines on which tags and text contradict each other, at most. */
  flawShare: 0.1,
  /** Lines that are compared: from one to the next in running text. */
  stepMinEm: 0.8,
  stepMaxEm: 1.8,
  /** A line belongs to an element with this share of its characters. */
  lineShare: 0.6,
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

/** Right-to-left text. */
export const DIRECTION = {
  /** Words of one line were drawn with at most so many others between them. */
  lineWordsMax: 60,
} as const;

/** From words to lines. */
export const LINES = {
  /** Words that follow each other in the stream go on one line up to this gap: the em after a run-in head or a
   * number, justified spaces. From 1.3 to 2.2 alike; below, run-in heads and appendix letters stand alone. */
  streamGapEm: 1.6,
  /** Words drawn at different times join only when they nearly touch: gutters of .9 em exist. */
  touchGapEm: 0.35,
  touchOverlapEm: 0.3,
  /** Text may step back this far and still go on (accents, fractions, negative kerning). */
  overlapMaxEm: 0.5,
  /** One line's words differ in baseline by less. */
  baselineEm: 0.35,
  /** Small capitals are at least this much of the full ones. */
  smallCapitalsMin: 0.65,
  /** A superscript is at most this much of its host's size … */
  scriptSizeMax: 0.85,
  /** … and set off by less than this of the host's em. */
  scriptShiftEm: 0.75,
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
  /** A marker stands at most this far before its text. */
  markerGapEm: 4.5,
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
  /** So many first lines that stand in say how paragraphs begin. */
  indentsMin: 3,
  /** First lines stand out where that explains so many lines, and so many times as many as any other reading. */
  hangingMin: 2,
  hangingFactor: 2,
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

export const FONTS = {
  /** Points; sizes are told apart in these steps. */
  sizeStep: 0.5,
  /** A size rivals the commonest one from this share of its characters. */
  bodyShare: 0.5,
  /** Points; where there is no text to tell. */
  bodySizeUsual: 10,
} as const;

export const HEADINGS = {
  /** A block is bold, italic or monospaced from this share of its characters. */
  boldShare: 0.8,
  /** Log odds from which a block is a heading: a missed heading costs more than a false one. */
  scoreMin: -0.5,
  /** Log odds that a heading's tag, or a title in the outline, adds; a block is tagged from this share of its words. */
  taggedWorth: 6,
  outlineWorth: 6,
  taggedShare: 0.8,
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
  /** Longer blocks are text. */
  wordsMax: 30,
  /** Running text has more words than this. */
  runningWordsMin: 12,
  /** A definition stands in from its term by this much. */
  definitionEm: 1,
} as const;

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

/** Joining what columns and pages part. */
export const ASSEMBLY = {
  /** A line is full when it ends this close to the right edge of its block. */
  fullLineEm: 1.5,
  /** First lines stand in by no more. */
  indentMaxEm: 2.5,
  /** Paragraphs begin with an indent where so many of them do, and this share of all that have so many words. */
  indentedMin: 5,
  indentedShare: 0.5,
  paragraphWordsMin: 12,
  /** Lines of justified text end this close to the edge, where so many of them show it. */
  justifiedEm: 0.2,
  justifiedLinesMin: 3,
  /** Sizes of one paragraph's parts differ by at most this share. */
  sizeTolerance: 0.04,
  /** A block is code from this share of characters of fixed pitch. */
  codeShare: 0.9,
  /** Spaces that stand for one gap at most. */
  codeColumnsMax: 200,
} as const;

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

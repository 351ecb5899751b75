/** Thresholds of what is read from a page: from glyphs to words, and what nobody sees. */

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
  /** … and their size, but for rounding: a share of it. */
  sizeRounding: 0.01,
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

/** Points of a scatter plot. */
export const PLOT_MARKS = {
  /** Fewer signs alone are bullets, ticks and stars. */
  marksMin: 50,
  /** Lines and rows lie further below each other; those of two columns side by side do so every second time. */
  stepEm: 0.5,
  closeShare: 0.75,
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
  /** Letters set side by side, from one to the next, level within this; and how wide the last of them is. */
  besideMaxEm: 1.3,
  besideShiftEm: 0.05,
  latinEm: 0.5,
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

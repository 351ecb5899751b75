/**
 * Every threshold of the PDF rules, with its unit in its name and its reason beside it. An em is the font size of
 * the text in question. The values stand in the middle of plateaus: a fifth more or less changes little.
 */

/** From glyphs to words. */
export const READING = {
  /** A gap this wide is a space: fonts draw spaces of .2 to .33 em, justified lines shrink them to half. */
  wordGapEm: 0.13,
  /** Glyphs may overlap this far (kerning, italics, accents drawn apart); further back is a new start. */
  overlapMaxEm: 0.5,
  /** Letter-spacing set for a whole operator counts as no gap up to this much. */
  trackingMaxEm: 0.6,
  /** Glyphs of one word share their baseline this closely. */
  baselineShiftEm: 0.08,
  /** Superscripts and subscripts stay with their word when raised or lowered by less. */
  scriptShiftEm: 0.7,
  /** Rounded matrices tilt upright text by less than this. */
  uprightDegrees: 2,
} as const;

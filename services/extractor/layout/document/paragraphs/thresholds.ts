/** Joining what columns and pages part. */
export const ASSEMBLY = {
  /** A line is full when it ends this close to the right edge of its block. */
  fullLineEm: 1.5,
  /** First lines stand in by no more, and where a paragraph begins anew by more. */
  indentMaxEm: 2.5,
  indentMinEm: 0.8,
  /** Paragraphs begin with an indent where so many of them do, and this share of all that have so many words. */
  indentedMin: 5,
  indentedShare: 0.5,
  paragraphWordsMin: 12,
  /** Lines of justified text end this close to the edge, where so many of them show it. */
  justifiedEm: 0.2,
  justifiedLinesMin: 3,
} as const;

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

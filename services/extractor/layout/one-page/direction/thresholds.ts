/** Right-to-left text. */
export const DIRECTION = {
  /** Words of one line were drawn with at most so many others between them. */
  lineWordsMax: 60,
} as const;

/** The middle value, of an even count the upper one of the two; 0 of nothing. */
export const median = (values: readonly number[]): number =>
  [...values].sort((a, b) => a - b)[values.length >> 1] ?? 0;

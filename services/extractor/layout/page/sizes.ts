/** Sizes of type, which rounding and scaling make differ where they are the same. */

/** Sizes are one that differ by less than this share of each other. */
const SAME_SIZE_SHARE = 0.05;

interface Sized {
  /** Points. */
  size: number;
}

export const isSameSize = (one: Sized, other: Sized): boolean =>
  Math.abs(one.size - other.size) < SAME_SIZE_SHARE * other.size;

/** Compares sizes of type, which rounding and scaling make different where they are the same. */

/** Sizes that differ by less than this share are the same. */
const SAME_SIZE_SHARE = 0.05;

interface Sized {
  /** In points. */
  size: number;
}

export const isSameSize = (one: Sized, other: Sized): boolean =>
  Math.abs(one.size - other.size) < SAME_SIZE_SHARE * other.size;

/**
 * Weighs signs for and against a table: a sum of small reasons instead of one hard test. Each sign is a share or a yes
 * (1) or no (0); a table needs `ACCEPTED_SCORE`. The weights say how surely a sign alone distinguishes tables from what
 * looks like them: prose, side boxes, page frames, charts, lists.
 */

export const ACCEPTED_SCORE = 2.5;
/** Without any lines, more is required of the text. */
export const UNRULED_SCORE = 3.5;

export const WEIGHTS = {
  /** Closed cells on all sides: hardly anything but tables is drawn like this. */
  grid: 2.5,
  /** Edges of equal width above, below and between; counted up to three. */
  edge: 0.75,
  /** The lines themselves are drawn cell by cell. */
  joints: 1.5,
  /** Two columns may be a label beside its text, three hardly. */
  twoColumns: 0.5,
  manyColumns: 1,
  threeRows: 0.5,
  /** Numbers, amounts and percentages stand in tables. */
  numeric: 2,
  /** Every row begins with a label. */
  labelled: 0.5,
  /** Cells of a column are aligned at the left, right or middle. */
  aligned: 1.5,
  /** Most cells are short. */
  terse: 0.5,
  /** Two rows may stand side by side by chance. */
  twoRows: -1,
  /** Labels with one value below each, which differ in type. */
  record: 2,
  /** The first row is set off from the others. */
  head: 0.75,
  /** Words without numbers, no farther apart than in justified prose. */
  cramped: -4,
  /** Neither rows nor columns are filled: drawings and frames that contain a word by chance. */
  hollow: -3,
  /** A grid with far fewer cells than its edges allow: lines of a circuit or a plan begin and end anywhere. */
  patchy: -2.5,
  /** The first of two columns contains bullets or numbers of a list. */
  markers: -6,
  /** Program text in boxes: nearly all of it is in a fixed-pitch font. */
  code: -5,
  /** Curves or bars of a chart fill the region. */
  figure: -6,
  /** Bands of colour from one side of the page to the other: heads and feet of slides. */
  bleeds: -3,
  /** A column counts down to zero in equal steps: the scale of a chart. */
  scale: -6,
  /** Rows without lines at their sides are much higher than their text: charts, and boxes of a diagram. */
  airy: -3,
  /** Half of at least six columns are too narrow for any text: sides of bars and boxes that begin anywhere. */
  slivers: -5,
  /** One column whose lines no rule separates: labels beside a text. */
  unparted: -6,
  /** One column of texts, each centred in a box. */
  boxes: -4,
  /** Cells of more than eight words are probably text in columns; of more than twenty, certainly. */
  wordy: -1.5,
  verbose: -2.5,
  /** Share of text lines from side to side: of a list's lines, or across the columns of a table. */
  prose: -4,
  crossing: -5,
  /** At most three rows without lines, numbers and head: letterheads and page feet look like this. */
  few: -1,
  /** Texts side by side that were drawn from top to bottom, one after the other. */
  blocks: -4,
  /** Share of rows whose texts continue beyond the rules: these underline sums, or the labels of some columns. */
  beyond: -9,
  /** Most labels of two columns end in a colon: what stands beside them was filled in. */
  colons: -1.5,
  /** Share of rows whose texts continue across a side of drawn cells, word by word. */
  cut: -10,
  /** The rules are fields to be filled in. */
  fields: -5,
  /** Share of texts that continue the ones above: lines of prose in columns. */
  flowing: -4,
  /** Share of lines over several cells whose spaces between cells are no wider than those inside: justified prose. */
  justified: -5,
  /** Share of rows that are numbered equations. */
  equations: -6,
  /** Share of rows whose texts extend across columns that the other rows keep, without lines that show it. */
  ragged: -3,
} as const;

export type Sign = keyof typeof WEIGHTS;

/** The value of each sign: a share or number, or a yes or no; absent for signs that were not computed. */
export type Signs = Partial<Record<Sign, number | boolean>>;

export function weigh(signs: Signs): number {
  let score = 0;
  for (const [sign, value] of Object.entries(signs)) {
    const part = WEIGHTS[sign as Sign] * Number(value);
    // A share of nothing is no number and would make the sum neither larger nor smaller than any least score.
    if (Number.isFinite(part)) score += part;
  }
  return score;
}

/**
 * Weighs what speaks for and against a table: a sum of small reasons instead of one hard test. Each sign is a
 * share or a yes (1) or no (0); a table needs `ACCEPTED_SCORE`. The weights say how surely a sign alone tells
 * tables from what looks like them: prose, side boxes, page frames, charts, lists.
 */

export const ACCEPTED_SCORE = 2.5;
/** Without any line the text has to say more. */
export const UNRULED_SCORE = 3.5;

export const WEIGHTS = {
  /** Closed cells on all sides: hardly anything but tables is drawn so. */
  grid: 2.5,
  /** Edges of equal extent above, below and between; counted up to three. */
  edge: 0.75,
  /** The lines themselves are drawn cell by cell. */
  joints: 1.5,
  /** Two columns may be a label beside its text, three hardly. */
  twoColumns: 0.5,
  manyColumns: 1,
  threeRows: 0.5,
  /** Numbers, amounts and shares stand in tables. */
  numeric: 2,
  /** Every row begins with a label. */
  labelled: 0.5,
  /** Cells of a column begin, end or are centred at the same place. */
  aligned: 1.5,
  /** Most cells are short. */
  terse: 0.5,
  /** Two rows may stand side by side by chance. */
  twoRows: -1,
  /** Labels and one value below each of them, set apart by their type. */
  record: 2,
  /** The first row is set off from the others. */
  head: 0.75,
  /** Words without numbers, no farther apart than justified prose sets them. */
  cramped: -4,
  /** Neither rows nor columns are filled: drawings and frames that caught a word. */
  hollow: -3,
  /** A grid of far fewer cells than its edges could part: lines of a circuit or a plan begin and end anywhere. */
  patchy: -2.5,
  /** The first of two columns holds bullets or numbers of a list. */
  markers: -6,
  /** Program text in boxes: nearly all of it in a font of one width. */
  code: -5,
  /** Curves or bars of a chart fill the region. */
  figure: -6,
  /** Bands of colour from one side of the page to the other: heads and feet of slides. */
  bleeds: -3,
  /** A column counts down to zero in equal steps: the scale of a chart. */
  scale: -6,
  /** Rows without lines at their sides are much higher than their text: charts, and boxes of a diagram. */
  airy: -3,
  /** Half of six columns or more are too narrow for any text: sides of bars and boxes that begin anywhere. */
  slivers: -5,
  /** One column whose lines no rule parts: labels beside a text. */
  unparted: -6,
  /** One column of texts, each in the middle of a box. */
  boxes: -4,
  /** Cells of more than eight words are text in columns, of more than twenty surely. */
  wordy: -1.5,
  verbose: -2.5,
  /** Share of text lines that run from side to side: of a list's lines, of a table's across its columns. */
  prose: -4,
  crossing: -5,
  /** Three rows or fewer without lines, numbers and head: letterheads and feet of pages stand so. */
  few: -1,
  /** Texts side by side that were drawn from top to bottom, one after the other. */
  blocks: -4,
  /** Share of rows whose texts go on beyond the rules: these underline sums or labels of some columns. */
  beyond: -9,
  /** Most labels of two columns end in a colon: what stands beside them was filled in. */
  colons: -1.5,
  /** Share of rows whose texts run on over a side of drawn cells, word by word. */
  cut: -10,
  /** The rules are fields to be filled in. */
  fields: -5,
  /** Share of texts that go on from the ones above: lines of prose in columns. */
  flowing: -4,
  /** Share of lines over several cells whose spaces between these are no wider than those inside: justified prose. */
  justified: -5,
  /** Share of rows that are numbered equations. */
  equations: -6,
  /** Share of rows whose texts run across columns that the others keep, though no line says so. */
  ragged: -3,
} as const;

export type Sign = keyof typeof WEIGHTS;

/** What was found of each: a share or a number, a yes or a no; nothing for those not asked for. */
export type Signs = Partial<Record<Sign, number | boolean>>;

export function weigh(signs: Signs): number {
  let score = 0;
  for (const [sign, value] of Object.entries(signs)) {
    const part = WEIGHTS[sign as Sign] * Number(value);
    // A share of nothing says nothing; as a sum it would be neither above nor below any least score.
    if (Number.isFinite(part)) score += part;
  }
  return score;
}

/**
 * Places drawn check boxes beside what they stand for; without them, nobody could tell which answer of a printed form
 * was chosen. Boxes of form fields are handled in fields.ts; those that are letters of a font are text already, unless
 * something is drawn or typed over them.
 */
import type { Rectangle, TextItem } from '../../../layout/page/content.ts';
import {
  boxOfRule,
  contains,
  heightOf,
  holdsCentre,
  middleY,
  widthOf,
} from '../../../layout/page/geometry.ts';
import { TICKED, UNTICKED } from '../../../tick-signs.ts';
import type { Stamp } from '../vectors/stamps.ts';
import { isLight, isWhite } from '../vectors/state.ts';
import type { Drawn } from '../vectors/vectors.ts';
import { endOf, isWithin, type Place, Places } from './box-places.ts';
import { type BoxShape, boxOf, openBoxes } from './box-shapes.ts';

/** Space between a box and its label. */
const SPACE_EM = 0.25;
/** A tick has its middle in the box, and its size relative to the box is between these. */
const TICK_SHARE_MIN = 0.35;
const TICK_SHARE_MAX = 1.6;
/**
 * A fill with every channel from `GROUND_MIN` on is only the box's ground, and so is one from `SHADE_MIN` on that lies
 * in at least `SHADED_SHARE` of a page's boxes.
 */
const GROUND_MIN = 0xe0;
const SHADE_MIN = 0xb0;
const SHADED_SHARE = 0.5;
/** An open box and a filled one differ by less than this share of a side. */
const LIKE_SHARE = 0.2;
/** If fewer than this share of boxes have a label, they are marks of a plot or keys of its legend. */
const LABELLED_SHARE = 0.5;
/**
 * A fill that is the box's ground has at least this share of its size; boxes of a legend have such fills from this
 * share of them on.
 */
const KEY_SHARE = 0.75;
const KEYS_SHARE = 0.75;
/** Most letters of a page that are boxes, and most words that may stand beside one; each is compared with each. */
const BOXES_CEILING = 600;
/** What a box is drawn with is within this many points around it: its line has a thickness. */
const RIM_PT = 1.5;
/** Rings of one choice stand in a row or below each other within this tolerance. */
const ALIGNED_PT = 1.5;

const TICKS = /^[xX×✓✔✗✘✕✖√☑☒■●•]$/u;
/** Letters of fonts that are open boxes. */
const BOX_LETTER = /^[□❏❑❒☐]$/u;
/** Height of such a letter, and its depth below the baseline. */
const LETTER_RISE_EM = 0.8;
const LETTER_DROP_EM = 0.15;

export interface DrawnBox extends BoxShape, Place {
  isTicked: boolean;
  /** Its tick, if that is a letter. */
  ticks: readonly TextItem[];
  /** The shapes that draw it. */
  shapes: readonly object[];
}

/** Returns the boxes with a word beside them, and nothing in them but ticks; without those of `fields`. */
export function boxesAmong(
  drawn: Drawn,
  items: readonly TextItem[],
  fields: readonly Rectangle[] = [],
): DrawnBox[] {
  const { rules, stamps } = drawn;
  const letters = items.filter(({ text }) => BOX_LETTER.test(text));
  const open = openBoxes(rules, stamps).filter(box => !fields.some(field => holdsCentre(field, box)));
  const count = open.length + letters.length;
  const shade = shadeOf(open, stamps);
  const painted = stamps.filter(
    ({ isFilled, color }) => !(isFilled && (isLight(color, GROUND_MIN) || color === shade)),
  );
  const fills = painted.filter(stamp => stamp.isFilled && boxOf(stamp) !== null);
  if (count + fills.length === 0 || count + fills.length > BOXES_CEILING) return [];
  const ticked = withWhiteTick(fills, stamps);
  const boxes = [...open, ...filledLike(open, fills, ticked)];
  // Bullets and pictures are fills as well; most pages end here.
  if (boxes.length + letters.length === 0) return [];
  const marks = painted.filter(isMark);
  const places = new Places(boxes, items, rules);
  const labelled = isLegend(boxes, fills, ticked)
    ? []
    : boxes.flatMap(box => labelledBox(box, places, marks) ?? []);
  const isForm = labelled.length >= LABELLED_SHARE * boxes.length;
  const isOpen = labelled.some(box => box.isApart && !box.isTicked);
  const chosen = isForm ? labelled.filter(isToTick).filter(box => isOpen || !box.isApart) : [];
  return [...chosen, ...tickedLetters(letters, items, marks)].map(box => ({
    ...box,
    shapes: shapesOf(box, drawn),
  }));
}

type Labelled = Omit<DrawnBox, 'shapes'>;

function labelledBox(box: BoxShape, places: Places, marks: readonly Stamp[]): Labelled | null {
  const within = places.itemsWithin(box);
  const place = places.of(box);
  if (place === null || !within.every(({ text }) => TICKS.test(text))) return null;
  const isTicked = within.length > 0 || marks.some(mark => ticks(box, mark));
  return { ...box, ...place, isTicked, ticks: within };
}

/**
 * Whether a box is one to tick. A single box after a word may be an ornament of it. Rings stand before their words,
 * several in a row or below each other, one of them filled; others are nodes of a graph, or letters.
 */
function isToTick(box: Labelled, _: number, boxes: readonly Labelled[]): boolean {
  const others = boxes.filter(other => other !== box && other.isRound === box.isRound);
  if (!box.isRound || box.isApart) return box.isBefore || others.length > 0;
  const isAligned = (other: Labelled) =>
    other.isBefore &&
    (Math.abs(middleY(other) - middleY(box)) < ALIGNED_PT || Math.abs(other.left - box.left) < ALIGNED_PT);
  return box.isBefore && others.some(isAligned) && boxes.some(each => each.isRound && each.isTicked);
}

/**
 * Returns completely filled boxes as large as the open ones: browsers fill ticked boxes, and printed answer keys fill
 * the right ones.
 */
function filledLike(
  open: readonly BoxShape[],
  fills: readonly Stamp[],
  ticked: readonly Stamp[],
): BoxShape[] {
  const isLike = (one: Rectangle, other: Rectangle) =>
    Math.abs(widthOf(one) - widthOf(other)) < LIKE_SHARE * widthOf(one) &&
    Math.abs(heightOf(one) - heightOf(other)) < LIKE_SHARE * heightOf(one);
  return fills.flatMap(fill => {
    const box = boxOf(fill);
    if (box === null || box.isRound || open.some(other => holdsCentre(other, box))) return [];
    const isOne = ticked.includes(fill) || open.some(other => !other.isRound && isLike(other, box));
    return isOne ? [box] : [];
  });
}

/** Returns fills with a white stroke on them. With a white fill on it, a shape may be a picture of anything. */
function withWhiteTick(fills: readonly Stamp[], stamps: readonly Stamp[]): Stamp[] {
  const whites = stamps.filter(stamp => !stamp.isFilled && isWhite(stamp.color) && boxOf(stamp) === null);
  return fills.filter(fill => whites.some(white => ticks(fill, white)));
}

/** Whether boxes are keys to a chart or its marks: each filled with a colour of its own, or (nearly) all of them filled. */
function isLegend(boxes: readonly BoxShape[], fills: readonly Stamp[], ticked: readonly Stamp[]): boolean {
  const grounds = boxes.flatMap(
    box => fills.find(fill => holdsCentre(box, fill) && widthOf(fill) > KEY_SHARE * widthOf(box)) ?? [],
  );
  if (grounds.every(ground => ticked.includes(ground))) return false;
  const colors = new Set(grounds.map(({ color }) => color));
  const isMixed = colors.size > 1 || colors.has(null);
  const most = isMixed ? KEYS_SHARE * boxes.length : boxes.length - 1;
  return (isMixed && colors.size === grounds.length) || grounds.length > most;
}

/** Returns the grey in most open boxes, if they have one: it ticks none of them. */
function shadeOf(open: readonly BoxShape[], stamps: readonly Stamp[]): number | undefined {
  const greys = stamps.filter(
    ({ isFilled, color }) => isFilled && isLight(color, SHADE_MIN) && !isLight(color, GROUND_MIN),
  );
  const inBoxes = greys.filter(grey => open.some(box => holdsCentre(box, grey)));
  return [...Map.groupBy(inBoxes, ({ color }) => color ?? undefined)].find(
    ([, same]) => same.length > 1 && same.length > SHADED_SHARE * open.length,
  )?.[0];
}

/** Whether a stamp may tick a box it lies in: any fill that is left, and strokes that are no boxes themselves. */
const isMark = (stamp: Stamp): boolean => stamp.isFilled || (boxOf(stamp) === null && !isWhite(stamp.color));

/** Returns boxes that are letters of a font with a tick typed or drawn over them, as in a form that was filled in and printed. */
function tickedLetters(
  letters: readonly TextItem[],
  items: readonly TextItem[],
  marks: readonly Stamp[],
): Labelled[] {
  return letters.flatMap((label): Labelled[] => {
    const { left, baseline, size } = label;
    const [top, bottom] = [baseline - LETTER_RISE_EM * size, baseline + LETTER_DROP_EM * size];
    const box = { left, right: endOf(label), top, bottom, isRound: false };
    const typed = items.filter(item => item !== label && TICKS.test(item.text) && isWithin(item, box));
    if (typed.length === 0 && !marks.some(mark => ticks(box, mark))) return [];
    return [{ ...box, label, isBefore: true, isApart: true, isTicked: true, ticks: [label, ...typed] }];
  });
}

function shapesOf(box: Rectangle, { rules, curves, shadings }: Drawn): object[] {
  return [
    ...rules.filter(rule => contains(box, boxOfRule(rule), RIM_PT)),
    ...[...curves, ...shadings].filter(shape => contains(box, shape, RIM_PT)),
  ];
}

/** Returns the words with the boxes among them, each beside its label; letters that tick a box are removed. */
export function withDrawnBoxes(items: TextItem[], boxes: readonly DrawnBox[]): TextItem[] {
  if (boxes.length === 0) return items;
  const ticks = new Set(boxes.flatMap(box => box.ticks));
  const before = Map.groupBy(
    boxes.filter(box => box.isBefore),
    ({ label }) => label,
  );
  const behind = Map.groupBy(
    boxes.filter(box => !box.isBefore),
    ({ label }) => label,
  );
  return items
    .flatMap(item => {
      const opening = before.get(item) ?? [];
      const word = opening.length > 0 ? { ...item, spaceBefore: true } : item;
      const words = ticks.has(item) ? [] : [word];
      return [...opening.map(itemOf), ...words, ...(behind.get(item) ?? []).map(itemOf)];
    })
    .map((item, index) => ({ ...item, index }));
}

/** Returns the item of a box, placed a space away from its label: at a larger distance, it could be taken for another column. */
function itemOf({ label, isTicked, isBefore, isApart, ticks, ...box }: DrawnBox): TextItem {
  const width = Math.min(widthOf(box), label.size);
  const apart = SPACE_EM * label.size;
  const left = isApart ? box.left : isBefore ? label.left - apart - width : endOf(label) + apart;
  // It is drawn, not written, so that whatever covers it, its own tick included, does not hide it.
  const drawn = { operator: undefined, isSpaceLeftOpen: undefined, spaceBefore: true };
  const item = { ...label, ...drawn, text: isTicked ? TICKED : UNTICKED, left, width };
  // It does not have the tag of its row's words; but a letter that it replaces was tagged for it.
  const isOwnTag = !isApart || ticks.includes(label);
  return isOwnTag ? item : { ...item, markedContent: undefined, element: undefined };
}

/** Whether its middle lies in the box, and it is neither a speck in it nor much larger. */
function ticks(box: Rectangle, mark: Rectangle): boolean {
  const shares = [widthOf(mark) / widthOf(box), heightOf(mark) / heightOf(box)];
  const isFitting = shares.every(share => share > TICK_SHARE_MIN && share < TICK_SHARE_MAX);
  return isFitting && holdsCentre(box, mark);
}

/**
 * Boxes to tick that are drawn, beside what they stand for: without them nobody could tell which answer of a printed form was chosen.
 * Those of a form's own fields are in fields.ts; those that are letters of a font are text already, but for what is drawn or typed
 * over them.
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

/** Between a box and its label. */
const SPACE_EM = 0.25;
/** What it is ticked with has its middle in it, and is between these large beside it. */
const TICK_SHARE_MIN = 0.35;
const TICK_SHARE_MAX = 1.6;
/** Every channel of a fill that is no more than the box's ground, and of one that is where it lies in so many of a page's boxes. */
const GROUND_MIN = 0xe0;
const SHADE_MIN = 0xb0;
const SHADED_SHARE = 0.5;
/** A box and one that is filled differ by less than this share of a side. */
const LIKE_SHARE = 0.2;
/** Boxes of which fewer have a label are marks of a plot, or keys of its legend. */
const LABELLED_SHARE = 0.5;
/** A fill is no smaller beside the box that it is the ground of; of a legend's boxes so many have one. */
const KEY_SHARE = 0.75;
const KEYS_SHARE = 0.75;
/** Letters of a page that are boxes, and words that may stand beside one: each is held against each. */
const BOXES_CEILING = 600;
/** What a box is drawn with lies around it within so many points: its line has a thickness. */
const RIM_PT = 1.5;
/** Rings of one choice stand in a row or below each other, but for this. */
const ALIGNED_PT = 1.5;

const TICKS = /^[xX×✓✔✗✘✕✖√☑☒■●•]$/u;
/** Of fonts' letters, those that are open. */
const BOX_LETTER = /^[□❏❑❒☐]$/u;
/** How high such a letter is, and how far it reaches below the baseline. */
const LETTER_RISE_EM = 0.8;
const LETTER_DROP_EM = 0.15;

export interface DrawnBox extends BoxShape, Place {
  isTicked: boolean;
  /** Its tick, where that is a letter. */
  ticks: readonly TextItem[];
  /** What it is drawn with. */
  shapes: readonly object[];
}

/** Boxes with a word beside them, and nothing in them but what ticks them; not those of `fields`. */
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
  // Bullets and pictures are fills as well: most pages end here.
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
 * One box alone behind a word is an ornament of it as soon as a box; rings stand before their words, some in a row or below each
 * other, and one of the page's is filled: others are nodes of a graph, or letters.
 */
function isToTick(box: Labelled, _: number, boxes: readonly Labelled[]): boolean {
  const others = boxes.filter(other => other !== box && other.isRound === box.isRound);
  if (!box.isRound || box.isApart) return box.isBefore || others.length > 0;
  const isAligned = (other: Labelled) =>
    other.isBefore &&
    (Math.abs(middleY(other) - middleY(box)) < ALIGNED_PT || Math.abs(other.left - box.left) < ALIGNED_PT);
  return box.isBefore && others.some(isAligned) && boxes.some(each => each.isRound && each.isTicked);
}

/** Boxes that are filled altogether, as large as the open ones: browsers fill those that are ticked, and who prints answers the right ones. */
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

/** Fills with a stroke of white on them: filled with white, it may be a picture of anything. */
function withWhiteTick(fills: readonly Stamp[], stamps: readonly Stamp[]): Stamp[] {
  const whites = stamps.filter(stamp => !stamp.isFilled && isWhite(stamp.color) && boxOf(stamp) === null);
  return fills.filter(fill => whites.some(white => ticks(fill, white)));
}

/**
 * Whether boxes are keys to a chart, or its marks: filled with several colours, each for itself, or hardly one, or none, that is not
 * filled.
 */
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

/** The grey in most open boxes, where they have one: it ticks none of them. */
function shadeOf(open: readonly BoxShape[], stamps: readonly Stamp[]): number | undefined {
  const greys = stamps.filter(
    ({ isFilled, color }) => isFilled && isLight(color, SHADE_MIN) && !isLight(color, GROUND_MIN),
  );
  const inBoxes = greys.filter(grey => open.some(box => holdsCentre(box, grey)));
  return [...Map.groupBy(inBoxes, ({ color }) => color ?? undefined)].find(
    ([, same]) => same.length > 1 && same.length > SHADED_SHARE * open.length,
  )?.[0];
}

/** What may tick a box that it lies in: any fill that is left, and strokes that are no boxes themselves. */
const isMark = (stamp: Stamp): boolean => stamp.isFilled || (boxOf(stamp) === null && !isWhite(stamp.color));

/** Boxes that are letters of a font, with a tick that was typed or drawn over them: a form that was filled in and printed. */
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

/** The words with the boxes among them, each beside its label; letters that tick a box are taken out. */
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

/** Beside its label, a space away: what stands as far off as a box may be another column. */
function itemOf({ label, isTicked, isBefore, isApart, ticks, ...box }: DrawnBox): TextItem {
  const width = Math.min(widthOf(box), label.size);
  const apart = SPACE_EM * label.size;
  const left = isApart ? box.left : isBefore ? label.left - apart - width : endOf(label) + apart;
  // Drawn, not written: what it stands on, its own tick among that, does not hide it.
  const drawn = { operator: undefined, isSpaceLeftOpen: undefined, spaceBefore: true };
  const item = { ...label, ...drawn, text: isTicked ? TICKED : UNTICKED, left, width };
  // What its row's words are tagged as, it is not; a letter that it takes the place of was tagged for it.
  const isOwnTag = !isApart || ticks.includes(label);
  return isOwnTag ? item : { ...item, markedContent: undefined, element: undefined };
}

/** Whether its middle lies in the box, and it is neither a speck in it nor much larger. */
function ticks(box: Rectangle, mark: Rectangle): boolean {
  const shares = [widthOf(mark) / widthOf(box), heightOf(mark) / heightOf(box)];
  const isFitting = shares.every(share => share > TICK_SHARE_MIN && share < TICK_SHARE_MAX);
  return isFitting && holdsCentre(box, mark);
}

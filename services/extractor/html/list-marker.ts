/** Markers of lists as browsers draw them (HTML 4.4.5, CSS Counter Styles 3). */
import { BULLET, type Marker } from '../../../schemas/growing-list.ts';
import { formatNumber } from '../ooxml/number-format.ts';
import { attribute, type HtmlElement, isElement } from './tree.ts';

const ROMAN: readonly (readonly [number, string])[] = [
  ...([
    [1000, 'm'],
    [900, 'cm'],
    [500, 'd'],
    [400, 'cd'],
    [100, 'c'],
    [90, 'xc'],
  ] as const),
  ...([
    [50, 'l'],
    [40, 'xl'],
    [10, 'x'],
    [9, 'ix'],
    [5, 'v'],
    [4, 'iv'],
    [1, 'i'],
  ] as const),
];
/** Roman numerals end here; browsers continue in decimal. */
const ROMAN_CEILING = 3_999;

/** LibreOffice writes each bullet twice. */
const BULLET_SIGN = /^([•◦▪▫■□●○‣⁃∙·–—*-])\1?$/;
/** A label of its own at the left of the item. */
const LABEL_STYLE = /^display:block;float:left/;
const NUMBER = /^\(?(?:(\d{1,6})|[\p{L}\d]{1,5}(?:\.[\p{L}\d]{1,5})*)[.)]$/u;

/** Returns the marker of a line that consists only of one; null for any other line. */
export function writtenMarker(line: string): Marker | null {
  if (BULLET_SIGN.test(line)) return BULLET;
  const found = NUMBER.exec(line);
  if (found === null) return null;
  return { text: line, bullet: false, count: found[1] === undefined ? null : Number(found[1]), gap: ' ' };
}

/** Whether a label floats before the text of an item, as in LibreOffice's XHTML. */
export function beginsWithLabel(item: HtmlElement): boolean {
  const paragraph = item.childNodes.find(isElement);
  const label = paragraph?.tagName === 'p' ? paragraph.childNodes[0] : undefined;
  return label !== undefined && isElement(label) && LABEL_STYLE.test(attribute(label, 'style') ?? '');
}

/** The numbering of a list whose items have bullets. */
export const BULLETS = 'bullets';
/** The `type` of a list by its `list-style-type`, as editors of pages and mails write it. Other lists keep the element's own. */
const STYLES: Record<string, string | undefined> = {
  __proto__: null as never,
  disc: BULLETS,
  circle: BULLETS,
  square: BULLETS,
  decimal: '1',
  'lower-alpha': 'a',
  'lower-latin': 'a',
  'upper-alpha': 'A',
  'upper-latin': 'A',
  'lower-roman': 'i',
  'upper-roman': 'I',
  // By Office's names for the same numberings.
  'decimal-leading-zero': 'decimalZero',
  'lower-greek': 'greekLower',
  'cjk-ideographic': 'chineseCounting',
  'simp-chinese-informal': 'chineseCounting',
  'trad-chinese-informal': 'chineseCounting',
  'japanese-informal': 'chineseCounting',
  'simp-chinese-formal': 'chineseLegalSimplified',
  'trad-chinese-formal': 'ideographLegalTraditional',
  'cjk-decimal': 'ideographDigital',
  'cjk-heavenly-stem': 'ideographTraditional',
  'cjk-earthly-branch': 'ideographZodiac',
  katakana: 'aiueoFullWidth',
  'katakana-iroha': 'irohaFullWidth',
  hebrew: 'hebrew1',
  thai: 'thaiNumbers',
  devanagari: 'hindiNumbers',
  'arabic-indic': 'arabicIndic',
  persian: 'persian',
};
/** An East Asian comma follows these. */
const EAST_ASIAN = /^(?:chinese|ideograph|aiueo|iroha)/;
export const numberingOf = (style: string): string | undefined => STYLES[style];

/** The `type` by the class that docutils and Sphinx set, whose style sheet defines the meaning. */
const CLASSES: Record<string, string | undefined> = {
  __proto__: null as never,
  loweralpha: 'a',
  upperalpha: 'A',
  lowerroman: 'i',
  upperroman: 'I',
};
const STYLE = /(?:^|[;\s])list-style(?:-type)?\s*:\s*([^;]*)/i;

/** Returns the numbering that the style of a list or an item gives; undefined where it gives none. */
export function styledNumbering(element: HtmlElement): string | undefined {
  const style = attribute(element, 'style');
  const said = style === undefined ? undefined : STYLE.exec(style)?.[1];
  if (said !== undefined) return numberingNamed(said.toLowerCase(), STYLES);
  const classes = element.tagName === 'ol' ? attribute(element, 'class') : undefined;
  return classes === undefined ? undefined : numberingNamed(classes, CLASSES);
}

const numberingNamed = (names: string, meanings: Record<string, string | undefined>): string | undefined =>
  names
    .split(/[\s!]+/)
    .map(name => meanings[name])
    .find(meaning => meaning !== undefined);

/**
 * Returns the marker of a number. `numbering` is the list's `type` (1, a, A, i or I) or the name of other numerals;
 * anything else counts in decimal.
 */
export function orderedMarker(number: number, numbering: string): string {
  return `${numeral(number, numbering)}${EAST_ASIAN.test(numbering) ? '、' : '.'}`;
}

function numeral(number: number, numbering: string): string {
  if (number < 1) return String(number);
  if (numbering === 'a') return letters(number);
  if (numbering === 'A') return letters(number).toUpperCase();
  if (numbering === 'i' && number <= ROMAN_CEILING) return roman(number);
  if (numbering === 'I' && number <= ROMAN_CEILING) return roman(number).toUpperCase();
  return formatNumber(number, numbering);
}

/** Returns a … z, aa, ab, … */
function letters(number: number): string {
  let text = '';
  for (let rest = number; rest > 0; rest = Math.floor((rest - 1) / 26)) {
    text = String.fromCharCode(97 + ((rest - 1) % 26)) + text;
  }
  return text;
}

function roman(number: number): string {
  let rest = number;
  let text = '';
  for (const [value, digits] of ROMAN) {
    for (; rest >= value; rest -= value) text += digits;
  }
  return text;
}

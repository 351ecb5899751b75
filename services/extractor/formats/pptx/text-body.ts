/** Reads paragraphs of a shape's text, with inherited bullets and numbers. */

import type { Block, Code, Paragraph } from '../../../../schemas/document.ts';
import { BULLET, isTickBox, type Marker } from '../../../../schemas/growing-list.ts';
import type { Package } from '../../archive/package.ts';
import { paragraphText, sourceText } from '../../ooxml/drawing-text.ts';
import { formatNumber } from '../../ooxml/number-format.ts';
import { flattenFlow } from '../../story/cell-text.ts';
import { gatherBlocks, type NumberedParagraph } from '../../story/flow.ts';
import { isMonospaced } from '../../story/monospaced.ts';
import { attributeOf, child, childrenNamed, type XmlNode } from '../../xml/tree.ts';
import { onlyCounts } from './counter-fields.ts';
import { type Design, levelStyle, placeholderOf, placeholderType } from './design.ts';

const LEVEL_MAX = 8;

type ShapeParagraph = Paragraph | Code | NumberedParagraph;

/** Returns the text of `body`, a `p:txBody` of `shape`, as paragraphs and lists. */
export function textBlocks(body: XmlNode, shape: XmlNode, { office, design, page }: TextPlace): Block[] {
  const flow = paragraphs(body, listStyles(body, shape, design), page);
  for (const { text } of flow) office.allowance.spend('textCharacters', text.length);
  return gatherBlocks(flow).map(loneLine);
}

interface TextPlace {
  office: Pick<Package, 'allowance'>;
  design: Design;
  page: number;
}

/** Returns the text of a table's cell: a line for each paragraph, with the bullets and numbers that are shown. */
export const cellText = (body: XmlNode, design: Design, page: number): string =>
  flattenFlow(paragraphs(body, plainStyles(body, design), page));

function paragraphs(body: XmlNode, styles: ListStyles, page: number): ShapeParagraph[] {
  const counters = new Counters();
  const inherited = new InheritedStyles(styles);
  const flow: ShapeParagraph[] = [];
  for (const paragraph of childrenNamed(body, 'a:p')) {
    const source = sourceText(paragraph);
    const text = source.trim();
    if (text === '' || onlyCounts(paragraph)) continue;
    const own = child(paragraph, 'a:pPr');
    const level = Math.min(LEVEL_MAX, Math.max(0, Number(attributeOf(own, 'lvl') ?? 0) || 0));
    const bullet = seen(bulletIn(own) ?? inherited.bullet(level));
    if (isProgram(paragraph, bullet === undefined ? inherited.font(level) : undefined)) {
      flow.push({ kind: 'code', text: source.trimEnd(), page });
      continue;
    }
    const marker = counters.marker(bullet, level);
    if (marker === null) flow.push({ kind: 'paragraph', text, page });
    else flow.push({ kind: 'numbered', text, page, list: attributeOf(bullet, 'type') ?? '', level, marker });
  }
  return flow;
}

/** Whether every run is set in a fixed-pitch font; `inherited` is the font of runs that name none. */
function isProgram(paragraph: XmlNode, inherited: string | undefined): boolean {
  const runs = childrenNamed(paragraph, 'a:r');
  return runs.length > 0 && runs.every(run => isMonospaced(fontOf(child(run, 'a:rPr')) ?? inherited));
}

const fontOf = (properties: XmlNode | undefined): string | undefined =>
  attributeOf(child(properties, 'a:latin'), 'typeface');

/**
 * Returns the font of the shape's own list style or its placeholder's, as for a program box. The master's font applies
 * to all text and does not count.
 */
const inheritedFont = ({ boxes }: ListStyles, level: number): string | undefined =>
  boxes.map(style => fontOf(child(levelStyle(style, level), 'a:defRPr'))).find(font => font !== undefined);

/** Turns a single line in such a font, which is a name or a path, into a paragraph. */
const loneLine = (block: Block): Block =>
  block.kind === 'code' && !block.text.includes('\n')
    ? { ...block, kind: 'paragraph', text: block.text.trim() }
    : block;

/** Returns the paragraphs that contain text other than counters. */
export const readParagraphs = (body: XmlNode): XmlNode[] =>
  childrenNamed(body, 'a:p').filter(one => paragraphText(one) !== '' && !onlyCounts(one));

/** Where a paragraph's properties come from, after its own, nearest first (21.1.2.4.12). */
export interface ListStyles {
  /** The shape's own and those of the placeholders from which it inherits. */
  boxes: (XmlNode | undefined)[];
  /** The master's for text of the kind. */
  master: XmlNode | undefined;
}

export const allOf = ({ boxes, master }: ListStyles): (XmlNode | undefined)[] => [...boxes, master];

export function listStyles(body: XmlNode, shape: XmlNode, design: Design): ListStyles {
  const placeholder = placeholderOf(shape);
  if (placeholder === undefined) return plainStyles(body, design);
  const inherited = design.ancestors(placeholder).map(one => child(child(one, 'p:txBody'), 'a:lstStyle'));
  const type = placeholderType(placeholder);
  const master = /title$/i.test(type) && type !== 'subTitle' ? 'p:titleStyle' : 'p:bodyStyle';
  return { boxes: [child(body, 'a:lstStyle'), ...inherited], master: design.textStyle(master) };
}

/** Returns the styles of text in no placeholder: a text box, a cell. */
const plainStyles = (body: XmlNode, design: Design): ListStyles => ({
  boxes: [child(body, 'a:lstStyle')],
  master: design.textStyle('p:otherStyle'),
});

const BULLETS = new Set(['a:buNone', 'a:buChar', 'a:buAutoNum', 'a:buBlip']);

/** Returns what properties say about a bullet; undefined where they say nothing. */
const bulletIn = (properties: XmlNode | undefined): XmlNode | undefined =>
  properties?.children.find(({ name }) => BULLETS.has(name));

/** Bullets and fonts of a body's levels by the nearest list style that gives one; most paragraphs have the same level. */
class InheritedStyles {
  private readonly styles: ListStyles;
  private readonly bullets: (XmlNode | null | undefined)[] = [];
  private readonly fonts: (string | null | undefined)[] = [];

  constructor(styles: ListStyles) {
    this.styles = styles;
  }

  bullet(level: number): XmlNode | undefined {
    this.bullets[level] ??= this.nearest(level) ?? null;
    return this.bullets[level] ?? undefined;
  }

  font(level: number): string | undefined {
    this.fonts[level] ??= inheritedFont(this.styles, level) ?? null;
    return this.fonts[level] ?? undefined;
  }

  private nearest(level: number): XmlNode | undefined {
    for (const style of allOf(this.styles)) {
      const bullet = bulletIn(levelStyle(style, level));
      if (bullet !== undefined) return bullet;
    }
    return undefined;
  }
}

/** Returns undefined for no bullet, and for a space, which only keeps the indentation. */
const seen = (bullet: XmlNode | undefined): XmlNode | undefined =>
  bullet === undefined || isUnseen(bullet) ? undefined : bullet;

const isUnseen = ({ name, attributes }: XmlNode): boolean =>
  name === 'a:buNone' || (name === 'a:buChar' && /^[\s\u200b]*$/.test(attributes.char ?? ''));

/** Numbers continue while paragraphs of the same level and scheme follow each other (21.1.2.4.1). */
class Counters {
  private readonly levels: ({ scheme: string; value: number } | undefined)[] = [];

  marker(bullet: XmlNode | undefined, level: number): Marker | null {
    this.levels.length = Math.min(this.levels.length, level + 1);
    if (bullet?.name !== 'a:buAutoNum') {
      this.levels[level] = undefined;
      return bullet === undefined ? null : bulletOf(bullet);
    }
    const scheme = bullet.attributes.type ?? 'arabicPeriod';
    const before = this.levels[level];
    const start = Number(bullet.attributes.startAt ?? 1) || 1;
    const value = before?.scheme === scheme ? before.value + 1 : start;
    this.levels[level] = { scheme, value };
    return { ...schemeMarker(scheme, value), bullet: false, gap: ' ' };
  }
}

function bulletOf({ attributes }: XmlNode): Marker {
  const text = attributes.char ?? '';
  return isTickBox(text) ? { ...BULLET, text } : BULLET;
}

const SCHEMES: Record<string, string> = {
  alphaLc: 'lowerLetter',
  alphaUc: 'upperLetter',
  romanLc: 'lowerRoman',
  romanUc: 'upperRoman',
  arabic: 'decimal',
  circleNum: 'decimalEnclosedCircle',
  ea1Chs: 'chineseCounting',
  ea1Cht: 'chineseCounting',
  ea1JpnChs: 'chineseCounting',
  ea1JpnKor: 'chineseCounting',
  arabic1: 'arabicAlpha',
  arabic2: 'arabicAbjad',
  hebrew2: 'hebrew2',
  thaiAlpha: 'thaiLetters',
  thaiNum: 'thaiNumbers',
  hindiAlpha: 'hindiVowels',
  hindiAlpha1: 'hindiConsonants',
  hindiNum: 'hindiNumbers',
};

/**
 * Returns the marker of a scheme. Scheme names consist of a numeral system and the punctuation around it:
 * `alphaLcParenBoth` is (a), (b) (20.1.10.61).
 */
function schemeMarker(scheme: string, value: number): { text: string; count: number | null } {
  const [, system = '', around = ''] =
    /^(.*?)(ParenBoth|ParenR|Period|Plain|Minus|Db|WdBlackPlain|WdWhitePlain){0,2}$/.exec(scheme) ?? [];
  const format = SCHEMES[system] ?? 'decimal';
  const number = formatNumber(value, format);
  const text =
    { ParenBoth: `(${number})`, ParenR: `${number})`, Period: `${number}.`, Minus: `${number}-` }[around] ??
    number;
  return { text, count: format === 'decimal' ? value : null };
}

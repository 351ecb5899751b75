/** What a style of an OpenDocument file says about a paragraph's meaning and a list's numbers (part 3, 16). */
import type { HeadingLevel } from '../../../../schemas/document.ts';
import { headingByStyleName, headingLevel } from '../../story/style-names.ts';
import { isSymbolFont } from '../../story/symbols.ts';
import { child, type XmlNode } from '../../xml/tree.ts';

/** One level of a list style; null for bullets. */
export interface LevelNumbers {
  /** `1`, `a`, `A`, `i`, `I`, or empty for a number that is not shown. */
  format: string;
  /** Whether letters are repeated after `z`: `aa`, `bb` instead of `aa`, `ab`. */
  isLetterRepeated: boolean;
  prefix: string;
  suffix: string;
  start: number;
  /** Number of levels shown, the own one last: 2 for `1.1`. */
  displayLevels: number;
}

/** How text looks. */
export interface Look {
  bold: boolean;
  points: number;
}

export interface SpanStyle {
  isHidden: boolean;
  /** 20.398: `super 58%`, `33% 58%`. */
  isRaised: boolean;
  /** Without the numbers that programs add to several declarations of one font (`Wingdings1`). */
  symbolFont: string | undefined;
  /** Returns the look of text in it, given the look around it. */
  look: (around: Look) => Look;
}

/** Used where not even the default style gives a look. */
const PLAIN: Look = { bold: false, points: 12 };
const POINTS_BY_UNIT: Readonly<Record<string, number>> = {
  pt: 1,
  pc: 12,
  px: 0.75,
  in: 72,
  cm: 28.35,
  mm: 2.835,
};
const BOLD_WEIGHT_MIN = 600;

/** Longest chain of styles based on styles: deeper than any real one, and the end of a circular one. */
const CHAIN_LENGTH = 20;
/** Names that LibreOffice and others give, with spaces written as `_20_`; a renamed style keeps its parent. */
const CODE_NAME = /^(?:preformatted text|source code|source text|code|html preformatted)$/;

export class Styles {
  private readonly paragraphs = new Map<string, XmlNode>();
  private readonly texts = new Map<string, XmlNode>();
  private readonly lists = new Map<string, XmlNode>();
  private readonly looks = new Map<string | undefined, Look>();
  private readonly spans = new Map<string | undefined, SpanStyle>();
  private usual = PLAIN;
  private outline: XmlNode | undefined;

  /** Adds the styles of `group`, an `office:styles` or `office:automatic-styles`. */
  addAll(group: XmlNode | undefined): void {
    this.looks.clear();
    this.spans.clear();
    for (const node of group?.children ?? []) this.add(node);
  }

  /** Returns the level of the heading that a paragraph of this style is; null for text. */
  heading(name: string | undefined): HeadingLevel | null {
    for (const node of this.chain(name)) {
      const level = Number(node.attributes['style:default-outline-level']);
      const heading = level >= 1 ? headingLevel(level) : headingByStyleName(nameOf(node));
      if (heading !== null) return heading;
    }
    return null;
  }

  isCode(name: string | undefined): boolean {
    return this.chain(name).some(node => CODE_NAME.test(nameOf(node)));
  }

  /** Whether the style of a paragraph hides its text (20.190: `text:display`). */
  hides(name: string | undefined): boolean {
    return textProperty(this.chain(name), 'text:display') === 'none';
  }

  /** Returns what the style of a span does to its text. */
  span(name: string | undefined): SpanStyle {
    let span = this.spans.get(name);
    if (span === undefined) {
      span = spanStyle(this.chain(name, this.texts));
      this.spans.set(name, span);
    }
    return span;
  }

  /** Returns how the text of a paragraph looks unless its spans say otherwise. */
  look(name: string | undefined): Look {
    let look = this.looks.get(name);
    if (look === undefined) {
      look = changed(this.usual, this.chain(name));
      this.looks.set(name, look);
    }
    return look;
  }

  /** Returns how the list style numbers its level (from 1); null for bullets and where it does not say. */
  numbers(listStyle: string | undefined, level: number): LevelNumbers | null {
    const style = listStyle === undefined ? undefined : this.lists.get(listStyle);
    return numbersOf(style, level, 'text:list-level-style-number');
  }

  /** Returns how the chapters of a level (from 1) are numbered; null where they are not. */
  outlineNumbers(level: number): LevelNumbers | null {
    return numbersOf(this.outline, level, 'text:outline-level-style');
  }

  /** Whether a list has the style of the chapters, and not a list style of the same name. */
  isOutline(listStyle: string | undefined): boolean {
    return (
      listStyle !== undefined &&
      listStyle === this.outline?.attributes['style:name'] &&
      !this.lists.has(listStyle)
    );
  }

  /** Whether headings of a style are counted with the chapters: not if it names another list, or none. */
  followsOutline(style: string | undefined): boolean {
    const list = this.chain(style)
      .map(node => node.attributes['style:list-style-name'])
      .find(name => name !== undefined);
    return list === undefined || list === this.outline?.attributes['style:name'];
  }

  private add(node: XmlNode): void {
    if (node.name === 'text:outline-style') this.outline = node;
    const isForParagraphs = node.attributes['style:family'] === 'paragraph';
    if (node.name === 'style:default-style' && isForParagraphs) this.usual = changed(PLAIN, [node]);
    const name = node.attributes['style:name'];
    if (name === undefined) return;
    if (node.name === 'text:list-style') this.lists.set(name, node);
    else if (node.name === 'style:style') {
      const family = node.attributes['style:family'];
      if (family === 'paragraph') this.paragraphs.set(name, node);
      else if (family === 'text') this.texts.set(name, node);
    }
  }

  private chain(name: string | undefined, styles = this.paragraphs): XmlNode[] {
    const chain: XmlNode[] = [];
    let node = name === undefined ? undefined : styles.get(name);
    while (node !== undefined && chain.length < CHAIN_LENGTH) {
      chain.push(node);
      node = styles.get(node.attributes['style:parent-style-name'] ?? '');
    }
    return chain;
  }
}

function spanStyle(chain: readonly XmlNode[]): SpanStyle {
  const position = textProperty(chain, 'style:text-position') ?? '';
  const font = textProperty(chain, 'style:font-name') ?? '';
  const saysLook = ['fo:font-weight', 'fo:font-size'].some(name => textProperty(chain, name) !== undefined);
  return {
    isHidden: textProperty(chain, 'text:display') === 'none',
    isRaised: position.startsWith('super') || Number.parseFloat(position) > 0,
    symbolFont: [font, font.replace(/\d+$/, '')].find(isSymbolFont),
    look: saysLook ? around => changed(around, chain) : around => around,
  };
}

/** Returns a look changed by styles, the most basic one last (20.183, 20.191: `fo:font-size`, `fo:font-weight`). */
function changed(around: Look, chain: readonly XmlNode[]): Look {
  let { bold, points } = around;
  for (const node of chain.toReversed()) {
    const { attributes } = child(node, 'style:text-properties') ?? {};
    const weight = attributes?.['fo:font-weight'];
    if (weight !== undefined) bold = weight === 'bold' || Number(weight) >= BOLD_WEIGHT_MIN;
    points = pointsOf(attributes?.['fo:font-size'] ?? '', points);
  }
  return { bold, points };
}

/** Reads `12pt`, or `150%` of the style on which it is based. */
function pointsOf(size: string, around: number): number {
  const value = Number.parseFloat(size);
  if (!(value > 0)) return around;
  if (size.endsWith('%')) return (around * value) / 100;
  return value * (POINTS_BY_UNIT[size.slice(-2)] ?? 1);
}

/** Returns the property of the nearest style that has it. */
const textProperty = (chain: readonly XmlNode[], property: string): string | undefined =>
  chain
    .map(node => child(node, 'style:text-properties')?.attributes[property])
    .find(value => value !== undefined);

const nameOf = ({ attributes }: XmlNode): string =>
  (attributes['style:display-name'] ?? attributes['style:name'] ?? '').replaceAll('_20_', ' ').toLowerCase();

function numbersOf(style: XmlNode | undefined, level: number, kind: string): LevelNumbers | null {
  const node = style?.children.find(one => Number(one.attributes['text:level']) === level);
  if (node?.name !== kind) return null;
  const { attributes } = node;
  return {
    format: attributes['style:num-format'] ?? '',
    prefix: attributes['style:num-prefix'] ?? '',
    suffix: attributes['style:num-suffix'] ?? '',
    isLetterRepeated: attributes['style:num-letter-sync'] === 'true',
    start: Number(attributes['text:start-value'] ?? 1) || 1,
    displayLevels: Number(attributes['text:display-levels'] ?? 1) || 1,
  };
}

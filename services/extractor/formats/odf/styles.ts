/** What a style of an OpenDocument file says of a paragraph's meaning and of a list's numbers (part 3, 16). */
import type { HeadingLevel } from '../../../../schemas/document.ts';
import { headingByStyleName, headingLevel } from '../../story/style-names.ts';
import { isSymbolFont } from '../../story/symbols.ts';
import { child, type XmlNode } from '../../xml/tree.ts';

/** One level of a list style; null for bullets. */
export interface LevelNumbers {
  /** `1`, `a`, `A`, `i`, `I`, or empty for a number that is not shown. */
  format: string;
  /** Behind `z` comes `bb` after `aa`, not `ab`. */
  isLetterRepeated: boolean;
  prefix: string;
  suffix: string;
  start: number;
  /** Levels shown, the own one last: 2 for `1.1`. */
  displayLevels: number;
}

/** Styles based on styles: deeper than any real chain, and the end of a circular one. */
const CHAIN_LENGTH = 20;
/** Names that LibreOffice and others give, spaces written as `_20_`; a renamed style keeps its parent. */
const CODE_NAME = /^(?:preformatted text|source code|source text|code|html preformatted)$/;

export class Styles {
  private readonly paragraphs = new Map<string, XmlNode>();
  private readonly texts = new Map<string, XmlNode>();
  private readonly lists = new Map<string, XmlNode>();
  private outline: XmlNode | undefined;

  /** `group`: an `office:styles` or `office:automatic-styles`. */
  addAll(group: XmlNode | undefined): void {
    for (const node of group?.children ?? []) this.add(node);
  }

  /** The level of the heading that a paragraph of this style is; null for text. */
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

  /** Whether the style of a paragraph or a span hides its text (20.190: `text:display`). */
  hides(family: 'paragraph' | 'text', name: string | undefined): boolean {
    const nodes = this.chain(name, family === 'text' ? this.texts : this.paragraphs);
    return textProperty(nodes, 'text:display') === 'none';
  }

  /** Whether the style of a span raises its text (20.398: `super 58%`, `33% 58%`). */
  raises(name: string | undefined): boolean {
    const position = textProperty(this.chain(name, this.texts), 'style:text-position') ?? '';
    return position.startsWith('super') || Number.parseFloat(position) > 0;
  }

  /** The font of symbols that the style of a span sets. Programs count the declarations of one font (`Wingdings1`). */
  symbolFont(name: string | undefined): string | undefined {
    const font = textProperty(this.chain(name, this.texts), 'style:font-name') ?? '';
    return [font, font.replace(/\d+$/, '')].find(isSymbolFont);
  }

  /** How the list style numbers its level (from 1); null for bullets and where it does not say. */
  numbers(listStyle: string | undefined, level: number): LevelNumbers | null {
    const style = listStyle === undefined ? undefined : this.lists.get(listStyle);
    return numbersOf(style, level, 'text:list-level-style-number');
  }

  /** How the chapters of a level (from 1) are numbered; null where they are not. */
  outlineNumbers(level: number): LevelNumbers | null {
    return numbersOf(this.outline, level, 'text:outline-level-style');
  }

  /** Whether a list has the style of the chapters, and not one of its own by that name. */
  isOutline(listStyle: string | undefined): boolean {
    return (
      listStyle !== undefined &&
      listStyle === this.outline?.attributes['style:name'] &&
      !this.lists.has(listStyle)
    );
  }

  /** A heading whose style names another list, or none, is not counted with the chapters. */
  followsOutline(style: string | undefined): boolean {
    const list = this.chain(style)
      .map(node => node.attributes['style:list-style-name'])
      .find(name => name !== undefined);
    return list === undefined || list === this.outline?.attributes['style:name'];
  }

  private add(node: XmlNode): void {
    if (node.name === 'text:outline-style') this.outline = node;
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

/** What the nearest style says that says anything. */
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

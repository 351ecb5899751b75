/** What a paragraph's style says about its meaning (ECMA-376 part 1, 17.7), inherited through `basedOn`. */
import type { HeadingLevel } from '../../../../schemas/document.ts';
import { headingByStyleName, headingLevel } from '../../story/style-names.ts';
import { child, childrenNamed, path, type XmlNode } from '../../xml/tree.ts';
import { latinFont } from './font.ts';
import { isOn } from './on-off.ts';

export interface ParagraphStyle {
  heading: HeadingLevel | null;
  /** Numbering definition and level of the style. */
  numbering: { id: string; level: number | null } | null;
  /** `pasted`: code by the styles that come with anything pasted from web pages. */
  role: 'code' | 'pasted' | 'caption' | null;
}

/** How text looks unless its runs say otherwise. */
export interface Look {
  bold: boolean;
  points: number;
  font: string | undefined;
}

/** Word's size where none is given (17.3.2.38). */
const USUAL_POINTS = 10;
/** Longest chain of styles based on styles: deeper than any real one, and the end of a circular one. */
const CHAIN_LENGTH = 20;
const BODY_TEXT_OUTLINE = 9;
const PLAIN: ParagraphStyle = { heading: null, numbering: null, role: null };

const CODE_NAME = /^(?:source code|code|code block|verbatim|macro text)$/;
const PASTED_NAME = /^(?:html preformatted|preformatted text)$/;

export class Styles {
  private readonly nodes = new Map<string, XmlNode>();
  private readonly resolved = new Map<string, ParagraphStyle>();
  private readonly firstRows = new Map<string, boolean>();
  private readonly looks = new Map<string, Look>();
  private readonly hiding = new Map<string, boolean>();
  private readonly defaults: XmlNode | undefined;
  private readonly fallback: string | undefined;

  constructor(root: XmlNode | undefined) {
    for (const node of childrenNamed(root, 'w:style')) {
      const id = node.attributes['w:styleId'];
      if (id !== undefined && !this.nodes.has(id)) this.nodes.set(id, node);
    }
    this.defaults = path(root, 'w:docDefaults', 'w:rPrDefault', 'w:rPr');
    this.fallback = [...this.nodes].find(([, node]) => isDefaultParagraph(node))?.[0];
  }

  /** Returns the style of a paragraph that names `id`, or none. */
  paragraph(id: string | undefined): ParagraphStyle {
    const key = id ?? this.fallback;
    if (key === undefined) return PLAIN;
    let style = this.resolved.get(key);
    if (style === undefined) {
      style = this.resolve(key);
      this.resolved.set(key, style);
    }
    return style;
  }

  /** Returns the look that the paragraph style `id`, or none, gives to runs. */
  look(id: string | undefined): Look {
    const key = id ?? this.fallback ?? '';
    let look = this.looks.get(key);
    if (look === undefined) {
      const properties = [...this.chain(key).map(node => child(node, 'w:rPr')), this.defaults];
      const nearest = (name: string) =>
        properties.map(one => child(one, name)).find(node => node !== undefined);
      const half = Number(nearest('w:sz')?.attributes['w:val']);
      const font = latinFont(name => nearest('w:rFonts')?.attributes[name]);
      look = { bold: isOn(nearest('w:b')), points: half > 0 ? half / 2 : USUAL_POINTS, font };
      this.looks.set(key, look);
    }
    return look;
  }

  /**
   * Whether the styles hide a run: text that is not printed (17.3.2.41). If both the paragraph's style and the
   * character's say so, the run is visible (17.7.3).
   */
  hideRun(paragraph: string | undefined, character: string | undefined): boolean {
    return this.hides(paragraph ?? this.fallback) !== this.hides(character);
  }

  private hides(id: string | undefined): boolean {
    if (id === undefined) return false;
    let hides = this.hiding.get(id);
    if (hides === undefined) {
      hides = isOn(
        this.chain(id)
          .map(vanishOf)
          .find(property => property !== undefined),
      );
      this.hiding.set(id, hides);
    }
    return hides;
  }

  /** Whether the table style sets its first row apart, so that it reads as a header. */
  marksFirstRow(id: string): boolean {
    let marks = this.firstRows.get(id);
    if (marks === undefined) {
      marks = this.chain(id).some(node =>
        childrenNamed(node, 'w:tblStylePr').some(part => part.attributes['w:type'] === 'firstRow'),
      );
      this.firstRows.set(id, marks);
    }
    return marks;
  }

  private resolve(id: string): ParagraphStyle {
    const chain = this.chain(id);
    if (chain.length === 0) return { ...PLAIN, heading: headingByStyleName(id) };
    const style: ParagraphStyle = { ...PLAIN, heading: headingOf(chain), numbering: numberingOf(chain) };
    const names = chain.map(nameOf);
    if (names.some(name => CODE_NAME.test(name))) style.role = 'code';
    else if (names.some(name => PASTED_NAME.test(name))) style.role = 'pasted';
    else if (names.some(name => name === 'caption')) style.role = 'caption';
    return style;
  }

  private chain(id: string | undefined): XmlNode[] {
    const chain: XmlNode[] = [];
    let node = id === undefined ? undefined : this.nodes.get(id);
    while (node !== undefined && chain.length < CHAIN_LENGTH) {
      chain.push(node);
      const base = child(node, 'w:basedOn')?.attributes['w:val'];
      node = base === undefined ? undefined : this.nodes.get(base);
    }
    return chain;
  }
}

function isDefaultParagraph({ attributes }: XmlNode): boolean {
  return attributes['w:type'] === 'paragraph' && /^(?:1|true|on)$/.test(attributes['w:default'] ?? '');
}

const vanishOf = (node: XmlNode): XmlNode | undefined => path(node, 'w:rPr', 'w:vanish');

/**
 * Returns the name of a style. Built-in styles keep their English name in the file whatever the language of the program
 * (17.7.4.9).
 */
const nameOf = (node: XmlNode): string => (child(node, 'w:name')?.attributes['w:val'] ?? '').toLowerCase();

/** Returns the level by the nearest style that decides: by its built-in name, or by an outline level of its own. */
function headingOf(chain: XmlNode[]): HeadingLevel | null {
  for (const [at, node] of chain.entries()) {
    const name = nameOf(node);
    if (name === 'title' && isSetSmaller(chain, at)) return null;
    const byName = headingByStyleName(name);
    if (byName !== null) return byName;
    const outline = path(node, 'w:pPr', 'w:outlineLvl')?.attributes['w:val'];
    if (outline !== undefined) return headingOfOutline(Number(outline));
  }
  return null;
}

/**
 * Whether a style is smaller than the title style on which it is based: then it stands below the title, as subtitle,
 * author or date (pandoc).
 */
function isSetSmaller(chain: readonly XmlNode[], title: number): boolean {
  const [own, titles] = [chain.slice(0, title), chain.slice(title)].map(nodes =>
    nodes.map(node => Number(path(node, 'w:rPr', 'w:sz')?.attributes['w:val'])).find(half => half > 0),
  );
  return own !== undefined && titles !== undefined && own < titles;
}

/** Returns the level of an outline level, which counts from 0; 9 is body text (17.3.1.20). */
export function headingOfOutline(outline: number): HeadingLevel | null {
  return outline >= 0 && outline < BODY_TEXT_OUTLINE ? headingLevel(outline + 1) : null;
}

function numberingOf(chain: XmlNode[]): ParagraphStyle['numbering'] {
  let level: number | null = null;
  for (const node of chain) {
    const numbering = path(node, 'w:pPr', 'w:numPr');
    const ownLevel = child(numbering, 'w:ilvl')?.attributes['w:val'];
    if (level === null && ownLevel !== undefined) level = Number(ownLevel);
    const id = child(numbering, 'w:numId')?.attributes['w:val'];
    if (id !== undefined) return { id, level };
  }
  return null;
}

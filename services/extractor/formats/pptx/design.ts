/** What a slide inherits: a placeholder from its layout, the layout's from its master (ECMA-376 part 1, 19.3.1.36). */
import type { Package } from '../../archive/package.ts';
import { child, descendants, path, type XmlNode } from '../../xml/tree.ts';

export interface Design {
  /** The shapes that a placeholder inherits from, nearest first. */
  ancestors(placeholder: XmlNode): XmlNode[];
  /** The master's `p:titleStyle`, `p:bodyStyle` or `p:otherStyle`. */
  textStyle(name: string): XmlNode | undefined;
}

/** `p:ph` of a shape, if it is a placeholder. */
export function placeholderOf(shape: XmlNode): XmlNode | undefined {
  const properties = shape.children.find(node => /^p:nv\w*Pr$/.test(node.name));
  return path(properties, 'p:nvPr', 'p:ph');
}

export const placeholderType = (placeholder: XmlNode): string => placeholder.attributes.type ?? 'obj';

/** Layouts and masters, each read once however many slides use it. */
export class Designs {
  private readonly office: Package;
  private readonly shapes = new Map<string, Map<XmlNode, XmlNode>>();
  private readonly roots = new Map<string, XmlNode | undefined>();

  constructor(office: Package) {
    this.office = office;
  }

  of(slide: string): Design {
    const layout = this.office.related(slide, 'slideLayout');
    const master = layout === undefined ? undefined : this.office.related(layout, 'slideMaster');
    return {
      ancestors: placeholder => this.ancestors(placeholder, layout, master),
      textStyle: name => path(this.root(master), 'p:txStyles', name),
    };
  }

  private ancestors(placeholder: XmlNode, layout: string | undefined, master: string | undefined): XmlNode[] {
    const inLayout = this.find(layout, node => sameSlot(node, placeholder));
    // Masters have one placeholder a type; the layout's tells the type where the slide's own gives only an index.
    const type = masterType(placeholderType(inLayout?.[0] ?? placeholder));
    const inMaster = this.find(master, node => masterType(placeholderType(node)) === type);
    return [inLayout?.[1], inMaster?.[1]].filter(shape => shape !== undefined);
  }

  private find(part: string | undefined, matches: (placeholder: XmlNode) => boolean) {
    return [...this.placeholders(part)].find(([placeholder]) => matches(placeholder));
  }

  private placeholders(part: string | undefined): Map<XmlNode, XmlNode> {
    if (part === undefined) return new Map();
    let found = this.shapes.get(part);
    if (found === undefined) {
      found = new Map();
      const tree = path(this.root(part), 'p:cSld', 'p:spTree');
      for (const shape of tree === undefined ? [] : descendants(tree, node => node.name !== 'p:sp')) {
        const placeholder = shape.name === 'p:sp' ? placeholderOf(shape) : undefined;
        if (placeholder !== undefined) found.set(placeholder, shape);
      }
      this.shapes.set(part, found);
    }
    return found;
  }

  private root(part: string | undefined): XmlNode | undefined {
    if (part === undefined) return undefined;
    if (!this.roots.has(part)) this.roots.set(part, this.office.tree(part));
    return this.roots.get(part);
  }
}

function sameSlot(own: XmlNode, wanted: XmlNode): boolean {
  const index = wanted.attributes.idx;
  if (index !== undefined && index !== '0') return own.attributes.idx === index;
  return masterType(placeholderType(own)) === masterType(placeholderType(wanted));
}

function masterType(type: string): string {
  if (type === 'ctrTitle') return 'title';
  return ['title', 'dt', 'ftr', 'sldNum'].includes(type) ? type : 'body';
}

/** Paragraph properties of a level (from 0) in a list style. */
export const levelStyle = (style: XmlNode | undefined, level: number): XmlNode | undefined =>
  child(style, `a:lvl${level + 1}pPr`);

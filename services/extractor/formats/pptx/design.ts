/**
 * What a slide inherits: a placeholder inherits from its layout's, the layout's from its master's (ECMA-376 part 1,
 * 19.3.1.36).
 */
import type { Package } from '../../archive/package.ts';
import { attributeOf, child, descendants, path, type XmlNode } from '../../xml/tree.ts';

export interface Design {
  /** Returns the shapes from which a placeholder inherits, nearest first. */
  ancestors(placeholder: XmlNode): XmlNode[];
  /** Returns the master's `p:titleStyle`, `p:bodyStyle` or `p:otherStyle`. */
  textStyle(name: string): XmlNode | undefined;
}

/** Returns `p:ph` of a shape, if it is a placeholder. */
export function placeholderOf(shape: XmlNode): XmlNode | undefined {
  for (const properties of shape.children)
    if (properties.name.startsWith('p:nv') && properties.name.endsWith('Pr'))
      return child(child(properties, 'p:nvPr'), 'p:ph');
  return undefined;
}

export const placeholderType = (placeholder: XmlNode): string => attributeOf(placeholder, 'type') ?? 'obj';

const placeholderIndex = (placeholder: XmlNode): string => attributeOf(placeholder, 'idx') ?? '0';

/** The placeholders of a layout or master; of equal ones, the first. */
interface Slots {
  byIndex: Map<string, Slot>;
  byType: Map<string, Slot>;
}

interface Slot {
  placeholder: XmlNode;
  shape: XmlNode;
}

/** Layouts and masters, each read once however many slides use it. */
export class Designs {
  private readonly office: Package;
  /** The master of every layout, if the presentation has only one: then no layout needs to be read for it. */
  private readonly onlyMaster: string | undefined;
  private readonly slots = new Map<string, Slots>();
  private readonly roots = new Map<string, XmlNode | undefined>();

  /** Reads the designs of `presentation`, the main part. */
  constructor(office: Package, presentation: string) {
    this.office = office;
    const masters = office.relationships(presentation).filter(({ type }) => type === 'slideMaster');
    const [{ target, external } = { target: '', external: true }] = masters;
    this.onlyMaster = masters.length === 1 && !external && office.has(target) ? target : undefined;
  }

  of(slide: string): Design {
    const layout = this.office.related(slide, 'slideLayout');
    const master = layout === undefined ? undefined : this.masterOf(layout);
    return {
      ancestors: placeholder => this.ancestors(placeholder, layout, master),
      textStyle: name => path(this.root(master), 'p:txStyles', name),
    };
  }

  /** Returns the layout and the master whose own drawings the slide shows (`showMasterSp`, 19.3.1.38 and 19.3.1.39). */
  backdrops(slide: string, root: XmlNode): XmlNode[] {
    const layout = this.office.related(slide, 'slideLayout');
    if (layout === undefined) return [];
    const shown: XmlNode[] = [];
    let above: XmlNode | undefined = root;
    // A set, because broken files name a layout as its own master.
    for (const part of new Set([layout, this.masterOf(layout)])) {
      if (part === undefined || /^(?:0|false)$/.test(attributeOf(above, 'showMasterSp') ?? '')) break;
      above = this.root(part);
      if (above !== undefined) shown.push(above);
    }
    return shown;
  }

  private masterOf(layout: string): string | undefined {
    return this.onlyMaster ?? this.office.related(layout, 'slideMaster');
  }

  private ancestors(placeholder: XmlNode, layout: string | undefined, master: string | undefined): XmlNode[] {
    const index = placeholderIndex(placeholder);
    const type = masterType(placeholderType(placeholder));
    const inLayout = this.slotsOf(layout);
    const slot = index === '0' ? inLayout.byType.get(type) : inLayout.byIndex.get(index);
    // Masters have one placeholder for each type; the layout's gives the type where the slide's own gives only an
    // index.
    const inherited = slot === undefined ? type : masterType(placeholderType(slot.placeholder));
    const inMaster = this.slotsOf(master).byType.get(inherited);
    return [slot?.shape, inMaster?.shape].filter(shape => shape !== undefined);
  }

  private slotsOf(part: string | undefined): Slots {
    let slots = this.slots.get(part ?? '');
    if (slots === undefined) {
      const tree = path(this.root(part), 'p:cSld', 'p:spTree');
      slots = tree === undefined ? { byIndex: new Map(), byType: new Map() } : slotsIn(tree);
      this.slots.set(part ?? '', slots);
    }
    return slots;
  }

  private root(part: string | undefined): XmlNode | undefined {
    if (part === undefined) return undefined;
    if (!this.roots.has(part)) this.roots.set(part, this.office.tree(part));
    return this.roots.get(part);
  }
}

const WITHOUT_SHAPES = new Set(['p:sp', 'p:pic', 'p:cxnSp', 'p:graphicFrame']);

/** Whether shapes with text (`p:sp`) may be inside. */
export const mayHoldShapes = ({ name }: XmlNode): boolean => !WITHOUT_SHAPES.has(name);

function slotsIn(tree: XmlNode): Slots {
  const slots: Slots = { byIndex: new Map(), byType: new Map() };
  for (const shape of descendants(tree, mayHoldShapes)) {
    const placeholder = shape.name === 'p:sp' ? placeholderOf(shape) : undefined;
    if (placeholder === undefined) continue;
    const index = placeholderIndex(placeholder);
    const type = masterType(placeholderType(placeholder));
    if (!slots.byIndex.has(index)) slots.byIndex.set(index, { placeholder, shape });
    if (!slots.byType.has(type)) slots.byType.set(type, { placeholder, shape });
  }
  return slots;
}

/** Types that masters have in addition to the body. */
const OWN_PLACES = new Set(['title', 'dt', 'ftr', 'sldNum']);

function masterType(type: string): string {
  if (type === 'ctrTitle') return 'title';
  return OWN_PLACES.has(type) ? type : 'body';
}

const LEVEL_STYLES = Array.from({ length: 9 }, (_, level) => `a:lvl${level + 1}pPr`);

/** Returns paragraph properties of a level (from 0) in a list style. */
export const levelStyle = (style: XmlNode | undefined, level: number): XmlNode | undefined =>
  child(style, LEVEL_STYLES[level] ?? '');

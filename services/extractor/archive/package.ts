/** An Office document as a package of parts and relationships (Open Packaging Conventions, ECMA-376 part 2). */
import type { Warning } from '../../../schemas/document.ts';
import type { WarningCode } from '../../../schemas/warnings.ts';
import type { Allowance } from '../allowance.ts';
import { ExtractionError, type Source } from '../format.ts';
import { warn } from '../warn.ts';
import { END, MalformedXml, OPEN, XmlReader } from '../xml/reader.ts';
import { readSlideTree, readTree, type XmlNode } from '../xml/tree.ts';
import { plainRelationships, type Relationship, relationshipOf } from './relationships.ts';
import { Archive } from './zip.ts';

export class Package {
  readonly allowance: Allowance;
  readonly warnings: Warning[] = [];
  private readonly archive: Archive;
  private readonly relationshipsOf = new Map<string, Relationship[]>();
  /**
   * Targets within the package by relationship id, for each part; a map, because a part may have many drawings that
   * refer to them.
   */
  private readonly targetsOf = new Map<string, Map<string, string>>();

  constructor({ bytes, directory }: Pick<Source, 'bytes' | 'directory'>, allowance: Allowance) {
    this.allowance = allowance;
    this.archive = new Archive(bytes, allowance, directory);
  }

  has(part: string): boolean {
    return this.archive.has(part);
  }

  names(): string[] {
    return this.archive.names();
  }

  /**
   * A part by name; undefined if the package has none or, with a warning, if it is damaged: a document is worth reading
   * without its styles or a comment. Throws for encrypted parts and exceeded ceilings.
   */
  read(part: string): Buffer | undefined {
    return this.unlessDamaged(() => this.archive.read(part));
  }

  /** Like `read`, but the buffer is valid only until the next part is read. */
  private readBriefly(part: string): Buffer | undefined {
    return this.unlessDamaged(() => this.archive.readBriefly(part));
  }

  private unlessDamaged(read: () => Buffer | undefined): Buffer | undefined {
    try {
      return read();
    } catch (error) {
      if (!(error instanceof ExtractionError) || error.bomb || error.code === 'encrypted') throw error;
      this.warn('damaged-part');
      return undefined;
    }
  }

  /** A reader for a part; undefined if the package has none of that name. */
  reader(part: string): XmlReader | undefined {
    const bytes = this.readBriefly(part);
    return bytes === undefined ? undefined : new XmlReader(bytes, this.allowance);
  }

  /** A part as a tree; undefined if it is missing. If it is not well-formed, as far as it can be read, with a warning. */
  tree(part: string | undefined): XmlNode | undefined {
    return this.treeBy(readTree, part);
  }

  /** Like `tree`, for a slide. */
  slideTree(part: string): XmlNode | undefined {
    return this.treeBy(readSlideTree, part);
  }

  private treeBy(read: typeof readSlideTree, part: string | undefined): XmlNode | undefined {
    const bytes = part === undefined ? undefined : this.readBriefly(part);
    if (bytes === undefined) return undefined;
    const { root, damaged } = read(bytes, this.allowance, () => this.warn('malformed-part'));
    if (damaged) this.warn('malformed-part');
    return root;
  }

  warn(code: WarningCode, page: number | null = null): void {
    warn(this.warnings, code, page);
  }

  /** Relationships of a part in their order; the empty name means the package itself. */
  relationships(part: string): Relationship[] {
    let found = this.relationshipsOf.get(part);
    if (found === undefined) {
      found = this.readRelationships(part);
      this.relationshipsOf.set(part, found);
    }
    return found;
  }

  private readRelationships(part: string): Relationship[] {
    const bytes = this.readBriefly(relationshipsPart(part));
    if (bytes === undefined) return [];
    const folder = folderOf(part);
    const plain = plainRelationships(bytes);
    if (plain === undefined) return this.relationshipsIn(bytes, folder);
    this.allowance.spend('elements', plain.length + 1);
    return plain.map(attributes => relationshipOf(attributes, folder));
  }

  private relationshipsIn(bytes: Buffer, folder: string): Relationship[] {
    const reader = new XmlReader(bytes, this.allowance);
    const found: Relationship[] = [];
    try {
      for (let token = reader.next(); token !== END; token = reader.next())
        if (token === OPEN && reader.depth === 2 && reader.name === 'rel:Relationship')
          found.push(relationshipOf(reader.allAttributes(), folder));
    } catch (error) {
      if (!(error instanceof MalformedXml)) throw error;
      this.warn('malformed-part');
    }
    return found;
  }

  /** Name of the first part that is related to `part` by this type. */
  related(part: string, type: string): string | undefined {
    return this.relationships(part).find(one => one.type === type && !one.external)?.target;
  }

  /** Name of the part that a relationship's id refers to. */
  target(part: string, id: string | undefined): string | undefined {
    let targets = this.targetsOf.get(part);
    if (targets === undefined) {
      targets = new Map();
      for (const one of this.relationships(part))
        if (!one.external && !targets.has(one.id)) targets.set(one.id, one.target);
      this.targetsOf.set(part, targets);
    }
    return id === undefined ? undefined : targets.get(id);
  }

  /** The main part according to the package's relationships; by its usual name if they do not tell. */
  mainPart(usual: string): string | undefined {
    const related = this.related('', 'officeDocument');
    if (related !== undefined && this.has(related)) return related;
    return this.has(usual) ? usual : undefined;
  }
}

const folderOf = (part: string): string => part.slice(0, part.lastIndexOf('/') + 1);

function relationshipsPart(part: string): string {
  const folder = folderOf(part);
  return `${folder}_rels/${part.slice(folder.length)}.rels`;
}

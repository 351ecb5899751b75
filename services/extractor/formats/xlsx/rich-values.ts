/**
 * Reads what cells show that older programs do not support: pictures placed in cells, results of IMAGE, data types
 * ([MS-XLSX] 2.3.6). The cell itself contains `#VALUE!` for those programs, and `vm` counts from 1 into the workbook's
 * metadata.
 */
import type { Package } from '../../archive/package.ts';
import { authoredAlt } from '../../ooxml/alt-text.ts';
import { childrenNamed, descendants, type XmlNode } from '../../xml/tree.ts';

const METADATA_TYPE = 'XLRICHVALUE';
/** The key of the text by which a value of any kind is shown. */
const SHOWN = '_DisplayString';
/** Pictures in the workbook and from the web; their alternative text has this key. */
const PICTURES = new Set(['_localImage', '_webimage']);
const ALTERNATIVE_TEXT = 'Text';

interface Structure {
  type: string;
  keys: readonly string[];
}

export class RichValues {
  /** By `vm` - 1; undefined where a value does not say how it is shown. */
  private readonly shown: readonly (string | undefined)[];

  constructor(office: Package, main: string) {
    this.shown = readShown(office, main);
  }

  /** Returns what the cell shows by its attribute `vm`; undefined means its value as stored. */
  shownBy(vm: string | undefined): string | undefined {
    return this.shown.length === 0 ? undefined : this.shown[Number(vm) - 1];
  }
}

function readShown(office: Package, main: string): (string | undefined)[] {
  const values = childrenNamed(office.tree(office.related(main, 'rdRichValue')), 'xlrd:rv');
  const metadata = values.length === 0 ? undefined : office.tree(office.related(main, 'sheetMetadata'));
  if (metadata === undefined) return [];
  const structures = childrenNamed(office.tree(office.related(main, 'rdRichValueStructure')), 'xlrd:s').map(
    structureOf,
  );
  const texts = values.map(value => shownText(value, structures[Number(value.attributes.s)]));
  return valuesOf(metadata).map(value => texts[value]);
}

/** Returns the rich value of each block of metadata, NaN where it has none. */
function valuesOf(metadata: XmlNode): number[] {
  const nodes = (parent: string, name: string) =>
    childrenNamed(metadata, parent).flatMap(node => childrenNamed(node, name));
  const types = nodes('s:metadataTypes', 's:metadataType').map(type => type.attributes.name);
  const blocks = childrenNamed(metadata, 's:futureMetadata')
    .filter(node => node.attributes.name === METADATA_TYPE)
    .flatMap(node => childrenNamed(node, 's:bk'))
    .map(block => Number([...descendants(block)].find(node => node.name === 'xlrd:rvb')?.attributes.i));
  return nodes('s:valueMetadata', 's:bk').map(block => {
    const records = childrenNamed(block, 's:rc').map(({ attributes }) => attributes);
    const record = records.find(({ t }) => types[Number(t) - 1] === METADATA_TYPE);
    return blocks[Number(record?.v)] ?? Number.NaN;
  });
}

const structureOf = (node: XmlNode): Structure => ({
  type: node.attributes.t ?? '',
  keys: childrenNamed(node, 'xlrd:k').map(key => key.attributes.n ?? ''),
});

function shownText(value: XmlNode, structure: Structure | undefined): string | undefined {
  if (structure === undefined) return undefined;
  const { type, keys } = structure;
  const fields = childrenNamed(value, 'xlrd:v');
  const textOf = (key: string) => fields[keys.indexOf(key)]?.text;
  return PICTURES.has(type) ? authoredAlt(textOf(ALTERNATIVE_TEXT) ?? '') : textOf(SHOWN);
}

/** Reads pictures in cells as WPS Office stores them: a cell's text is a formula that names one of the workbook's pictures. */
import type { Package } from '../../archive/package.ts';
import { altOf } from '../../ooxml/alt-text.ts';
import { child, descendants } from '../../xml/tree.ts';

const PICTURE_FORMULA = /^=(?:_xlfn\.)?DISPIMG\("([^"]+)",\d+\)$/;

/** Alternative texts by the pictures' names. */
export type CellImages = ReadonlyMap<string, string>;

export function readCellImages(office: Package, main: string): CellImages {
  const root = office.tree(office.related(main, 'cellImage'));
  const pictures = root === undefined ? [] : [...descendants(root)].filter(node => node.name === 'xdr:pic');
  return new Map(
    pictures.map(picture => {
      const properties = child(child(picture, 'xdr:nvPicPr'), 'xdr:cNvPr');
      return [properties?.attributes.name ?? '', altOf(picture, 'xdr')];
    }),
  );
}

/** Returns the text of a cell, or the description of the picture that it shows instead. */
export function shownInCell(text: string, images: CellImages): string {
  if (images.size === 0) return text;
  const name = PICTURE_FORMULA.exec(text)?.[1];
  return name === undefined ? text : (images.get(name) ?? text);
}

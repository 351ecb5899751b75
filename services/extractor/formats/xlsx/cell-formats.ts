/** The number formats of a workbook's cells, by the index of their style (ECMA-376 part 1, 18.8.10). */
import { getFormatFromId } from 'numfmt';
import { LOCALE, type Show, showAs, showGeneral } from '../../ooxml/number-code.ts';
import { attributeOf, child, childrenNamed, type XmlNode } from '../../xml/tree.ts';

/** Days between the two date systems. */
const DAYS_1904 = 1462;
/** Decimals that are stored as they would be shown, as in most cells. */
const PLAIN_DECIMAL = /^-?(?:0|[1-9]\d{0,8})(?:\.\d{0,5}[1-9])?$/;

/** What the part of the styles says about numbers. */
interface Styles {
  /** `cellXfs`. */
  cells: readonly XmlNode[];
  /** The workbook's own formats, by their ids. */
  codes: ReadonlyMap<string, string>;
}

export class CellFormats {
  /** By index into `cellXfs`, built when first used. */
  private readonly shows: (Show | undefined)[] = [];
  private readonly readPart: () => XmlNode | undefined;
  private read: Styles | undefined;
  private readonly shift: number;

  /** `readPart` returns the root of the styles, which a workbook with only texts never needs. */
  constructor(readPart: () => XmlNode | undefined, dates1904: boolean) {
    this.shift = dates1904 ? DAYS_1904 : 0;
    this.readPart = readPart;
  }

  /** Returns the number `stored` in cell style `style` as shown; `stored` itself where it is no number. */
  show(stored: string, style: number): string {
    const show = this.showOf(style);
    if (show === showGeneral && PLAIN_DECIMAL.test(stored)) return stored;
    const value = stored === '' ? Number.NaN : Number(stored);
    if (!Number.isFinite(value)) return stored;
    return show(value) || showGeneral(value);
  }

  /** Returns the display of a style; one that the workbook does not have is treated as none. */
  private showOf(style: number): Show {
    let show = this.shows[style];
    if (show === undefined) {
      this.read ??= stylesIn(this.readPart());
      const xf = this.read.cells[style];
      if (xf === undefined) return showGeneral;
      show = this.build(attributeOf(xf, 'numFmtId') ?? '0', this.read);
      this.shows[style] = show;
    }
    return show;
  }

  private build(id: string, { codes }: Styles): Show {
    return showAs(codes.get(id) ?? getFormatFromId(Number(id), LOCALE), this.shift);
  }
}

function stylesIn(root: XmlNode | undefined): Styles {
  const formats = childrenNamed(child(root, 's:numFmts'), 's:numFmt');
  return {
    cells: childrenNamed(child(root, 's:cellXfs'), 's:xf'),
    codes: new Map(formats.map(({ attributes }) => [attributes.numFmtId ?? '', attributes.formatCode ?? ''])),
  };
}

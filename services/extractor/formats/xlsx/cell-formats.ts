/** The number formats of a workbook's cells, by the index of their style (ECMA-376 part 1, 18.8.10). */
import { getFormatFromId } from 'numfmt';
import { LOCALE, type Show, showAs, showGeneral } from '../../ooxml/number-code.ts';
import { child, childrenNamed, type XmlNode } from '../../xml/tree.ts';

/** Days between the two date systems. */
const DAYS_1904 = 1462;
/** Decimals that are written as they would be shown: the most of all cells. */
const PLAIN_DECIMAL = /^-?(?:0|[1-9]\d{0,8})(?:\.\d{0,5}[1-9])?$/;

export class CellFormats {
  /** By index into `cellXfs`, built when first used. */
  private readonly shows: (Show | undefined)[] = [];
  private readonly styles: readonly XmlNode[];
  private readonly codes = new Map<string, string>();
  private readonly shift: number;

  constructor(styles: XmlNode | undefined, dates1904: boolean) {
    this.shift = dates1904 ? DAYS_1904 : 0;
    for (const { attributes } of childrenNamed(child(styles, 's:numFmts'), 's:numFmt')) {
      this.codes.set(attributes.numFmtId ?? '', attributes.formatCode ?? '');
    }
    this.styles = childrenNamed(child(styles, 's:cellXfs'), 's:xf');
  }

  /** The number written `stored` in cell style `style`; as it is written where it is no number. */
  show(stored: string, style: number): string {
    const show = this.showOf(style);
    if (show === showGeneral && PLAIN_DECIMAL.test(stored)) return stored;
    const value = stored === '' ? Number.NaN : Number(stored);
    if (!Number.isFinite(value)) return stored;
    return show(value) || showGeneral(value);
  }

  /** A style that the workbook does not have is none. */
  private showOf(style: number): Show {
    let show = this.shows[style];
    if (show === undefined) {
      const xf = this.styles[style];
      if (xf === undefined) return showGeneral;
      show = this.build(xf.attributes.numFmtId ?? '0');
      this.shows[style] = show;
    }
    return show;
  }

  private build(id: string): Show {
    return showAs(this.codes.get(id) ?? getFormatFromId(Number(id), LOCALE), this.shift);
  }
}

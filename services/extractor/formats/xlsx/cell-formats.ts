/** Shows numbers as their cell's format does (ECMA-376 part 1, 18.8.30 and 18.8.31), in English (US). */
import { format, getFormatFromId, isDateFormat, isValidFormat } from 'numfmt';
import { child, childrenNamed, type XmlNode } from '../../xml/tree.ts';

type Show = (value: number) => string;

const LOCALE = 'en-US';
/** Days between the two date systems. */
const DAYS_1904 = 1462;
/** What a binary fraction is worth in decimal; programs show no more. */
const SIGNIFICANT_DIGITS = 15;

/**
 * Formats that follow the reader's own locale, which a file does not tell: short date (14), date and time (22), and
 * the system's long date and time. ISO 8601 is the spelling that nobody misreads.
 */
const ISO_BY_ID: Record<string, string> = { 14: 'yyyy-mm-dd', 22: 'yyyy-mm-dd hh:mm' };
const SYSTEM_DATE = /^\[\$-F800\]/i;
const SYSTEM_TIME = /^\[\$-F400\]/i;

export class CellFormats {
  /** By index into `cellXfs`, built when first used. */
  private readonly shows: (Show | undefined)[] = [];
  private readonly formatIds: string[];
  private readonly codes = new Map<string, string>();
  private readonly shift: number;

  constructor(styles: XmlNode | undefined, dates1904: boolean) {
    this.shift = dates1904 ? DAYS_1904 : 0;
    for (const { attributes } of childrenNamed(child(styles, 's:numFmts'), 's:numFmt')) {
      this.codes.set(attributes['numFmtId'] ?? '', attributes['formatCode'] ?? '');
    }
    this.formatIds = childrenNamed(child(styles, 's:cellXfs'), 's:xf').map(
      xf => xf.attributes['numFmtId'] ?? '0',
    );
  }

  /** A number in cell style `style`, as it is displayed; never empty, whatever the format hides. */
  show(value: number, style: number): string {
    let show = this.shows[style];
    if (show === undefined) {
      show = this.build(this.formatIds[style] ?? '0');
      this.shows[style] = show;
    }
    return show(value) || showGeneral(value);
  }

  private build(id: string): Show {
    const code = this.code(id);
    if (code === undefined || /^(?:general|@)?$/i.test(code) || !isValidFormat(code)) return showGeneral;
    const shift = isDateFormat(code) ? this.shift : 0;
    return value => format(code, value + shift, { locale: LOCALE, throws: false }).trim();
  }

  private code(id: string): string | undefined {
    const own = this.codes.get(id);
    if (own === undefined) return ISO_BY_ID[id] ?? getFormatFromId(Number(id), LOCALE);
    if (SYSTEM_DATE.test(own)) return 'yyyy-mm-dd';
    return SYSTEM_TIME.test(own) ? 'hh:mm:ss' : own;
  }
}

/** Without a format: all digits that mean something, not only those that fit the column. */
export function showGeneral(value: number): string {
  if (Number.isInteger(value)) return String(value);
  return String(Number(value.toPrecision(SIGNIFICANT_DIGITS)));
}

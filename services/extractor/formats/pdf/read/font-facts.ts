/** What the structure rules ask of a font, from what pdf.js exports of it. */
import type { FontStyle } from '../../../layout/page/content.ts';
import { lettersByOrder, type SaidLetters } from './glyph-order.ts';
import { isGreekOrder } from './greek-numbers.ts';
import { type MisnamedSigns, misnamedSigns } from './misnamed-signs.ts';
import { type Pictorial, pictorialKind } from './pictorial.ts';
import { emsToSize } from './type3-size.ts';
import { unsaidGlyphs } from './unsaid-glyphs.ts';

export interface FontFacts {
  style: FontStyle;
  /** Glyph widths times this are ems: .001 but for odd Type 1 and Type 3 fonts. */
  widthScale: number;
  /** An em to the size it is set at: 1 but for letters drawn as procedures in a unit of their own. */
  emScale: number;
  /** Its codes may have several bytes (ISO 32000-2, 9.7). */
  isComposite: boolean;
  /** Set from top to bottom (CJK). */
  vertical: boolean;
  /** A composite font that tells no width: every letter takes the default (DW, ISO 32000-2, 9.7.4.3), and the next is moved. */
  isUnmeasured: boolean;
  /** Its code points may be places in a symbol set rather than letters. */
  symbolic: boolean;
  /** A font of pictures at the places of letters. */
  pictorial: Pictorial;
  /** Its codes were taken for Unicode because the file says nothing of them. */
  guessed: boolean;
  /** Its codes lead to glyphs by a map (CIDToGIDMap, ISO 32000-2, 9.7.4.2): they are no numbers of glyphs themselves. */
  hasGlyphMap: boolean;
  /** Its codes are read as numbers of glyphs; see `withGlyphNumbers`. */
  isNumbered: boolean;
  /** Letters drawn as procedures: the codes that neither a map nor their names explain; they are taken for Unicode. */
  isUnexplained: ((code: number) => boolean) | null;
  /** Codes that the font's map leaves out, of two bytes or counted: they are places of glyphs, and pdf.js takes them for letters. */
  isUnmapped: ((code: number) => boolean) | null;
  /** Greek letters stand where Microsoft's core fonts have them; and their glyphs are read by that. */
  hasGreekOrder?: boolean;
  isGreekNumbered?: boolean;
  /** Letters of India that its map says wrongly, and glyphs that Quartz does not know, by their codes. */
  corrected?: ReadonlyMap<number, string> | null;
  /** Its signs bear the names of other characters. */
  misnamed?: MisnamedSigns | null;
  /** pdf.js could not load the font: what it draws is not to be known from there. */
  isRefused?: boolean;
}

interface ExportedFont {
  /** Why pdf.js refuses the font: it gives no glyph for any code. */
  error?: unknown;
  /** By patches/, 28-handed-over. */
  extra?: {
    name?: string;
    isMonospace?: boolean;
    type?: string;
    composite?: boolean;
    hasGlyphMap?: boolean;
    /** Names a usual encoding, or differences from one. */
    hasEncoding?: boolean;
    toUnicode?: ToUnicode;
    /** By code; thousandths of an em. */
    widths?: Readonly<Record<number, number>>;
    bold?: boolean;
    vertical?: boolean;
    /** From its glyphs' units to ems. */
    fontMatrix?: readonly number[];
  };
}

interface ToUnicode extends SaidLetters {
  has?: (code: number) => boolean;
}

export const UNKNOWN_FONT: FontFacts = {
  style: { name: '', bold: false, italic: false, monospace: false },
  widthScale: 0.001,
  emScale: 1,
  isComposite: false,
  vertical: false,
  isUnmeasured: false,
  symbolic: false,
  pictorial: null,
  guessed: false,
  hasGlyphMap: false,
  isNumbered: false,
  isUnexplained: null,
  isUnmapped: null,
};

/** `id` tells fonts apart that have no name: drawn ones are all called after their type. */
export function fontFacts(exported: unknown, id = ''): FontFacts {
  const { extra, error } = exported as ExportedFont;
  if (error !== undefined) return { ...UNKNOWN_FONT, isRefused: true };
  const given = withoutSubset(extra?.name ?? '');
  const name = given === 'Type3' ? `${given} ${id}` : given;
  const widthScale = extra?.fontMatrix?.[0] || UNKNOWN_FONT.widthScale;
  const monospace = isMonospace(
    name,
    (extra?.isMonospace === true && showsPitch(extra)) || hasOnePitch(extra),
  );
  const mapped = extra?.composite === true && !isIdentity(extra.toUnicode) ? extra : null;
  return {
    style: { name, bold: isBoldName(name) || extra?.bold === true, italic: isItalicName(name), monospace },
    widthScale,
    emScale: extra?.type === 'Type3' ? emsToSize(widthsOf(extra, widthScale)) : 1,
    isComposite: extra?.composite === true,
    vertical: extra?.vertical === true,
    isUnmeasured: extra?.composite === true && !monospace && !hasWidths(extra),
    symbolic: /symbol|dingbat|wingding|webding|marlett|icon|awesome/i.test(name),
    pictorial: pictorialKind(name),
    guessed: extra?.composite === true && isIdentity(extra.toUnicode),
    hasGlyphMap: extra?.hasGlyphMap === true,
    isNumbered: false,
    hasGreekOrder: extra?.composite === true && isGreekOrder(code => extra.toUnicode?.get?.(code)),
    corrected: mapped ? lettersByOrder(mapped.toUnicode, mapped.widths ?? {}) : unsaidGlyphs(extra ?? {}),
    misnamed: misnamedSigns(name) ?? (hasBlankDagger(extra) ? BLANK_DAGGER : null),
    isUnexplained: extra?.type === 'Type3' ? code => extra.toUnicode?.has?.(code) === false : null,
    isUnmapped: mapped || isCounted(extra) ? code => extra?.toUnicode?.has?.(code) === false : null,
  };
}

/** The fonts, those of the given styles with their codes taken for glyph numbers: guesses, and what is numbered for sure; null where there is none. */
export function withGlyphNumbers(
  fonts: ReadonlyMap<string, FontFacts>,
  styles: ReadonlySet<FontStyle>,
  sure: ReadonlySet<FontStyle> = new Set(),
): Map<string, FontFacts> | null {
  return withFact(fonts, { isNumbered: true }, font => {
    const mayBeNumbered = font.guessed && !font.hasGlyphMap && styles.has(font.style);
    return mayBeNumbered || sure.has(font.style);
  });
}

/** The fonts, those in the order of Microsoft's core fonts with their Greek by the numbers of glyphs; null where there is none. */
export function withGreekNumbers(fonts: ReadonlyMap<string, FontFacts>): Map<string, FontFacts> | null {
  return withFact(fonts, { isGreekNumbered: true }, font => font.hasGreekOrder === true);
}

/** The fonts, those that it holds of with the fact; null where it holds of none. */
function withFact(
  fonts: ReadonlyMap<string, FontFacts>,
  fact: Partial<FontFacts>,
  holdsOf: (font: FontFacts) => boolean,
): Map<string, FontFacts> | null {
  const changed = [...fonts].filter(([, font]) => holdsOf(font));
  if (changed.length === 0) return null;
  return new Map([...fonts, ...changed.map(([name, font]) => [name, { ...font, ...fact }] as const)]);
}

/** What a font's name alone tells. */
export function styleByName(fullName: string): FontStyle {
  const name = withoutSubset(fullName);
  return {
    name,
    bold: isBoldName(name),
    italic: isItalicName(name),
    monospace: isMonospace(name, false),
  };
}

const SPACE = 0x20;
/** The space that breaks no line in Windows' code pages, and the dagger in Mac OS Roman, which pdf.js takes symbolic TrueType fonts for. */
const HARD_SPACE = 0xa0;
/** Thousandths of an em. */
const DAGGER_WIDTH_MIN = 400;
const BLANK_DAGGER: MisnamedSigns = new Map([['†', '\u00a0']]);

/** Whether the dagger is as wide as the space, as none is in a font of letters: a dagger is half an em. */
function hasBlankDagger(extra: ExportedFont['extra']): boolean {
  const { type, widths, toUnicode, isMonospace } = extra ?? {};
  const width = widths?.[HARD_SPACE];
  if (type !== 'TrueType' || !width || width !== widths?.[SPACE] || isMonospace) return false;
  return width < DAGGER_WIDTH_MIN && toUnicode?.get?.(HARD_SPACE) === '†';
}

/** Codes below this are of no letter in any usual encoding; a font that has so many is counted, and by chance a quarter as many others are their own. */
const COUNTED_MIN = 2;
const OWN_SHARE_MAX = 0.25;
/** A code that no encoding of one byte has a sign for. */
const DELETE = 0x7f;

/**
 * Whether the codes of a TrueType font are counted from 1 on in the order of use (Ghostscript): none of them tells a letter by itself, and
 * the signs of India that stand for several have none in the map.
 */
function isCounted({ type, composite, toUnicode }: NonNullable<ExportedFont['extra']> = {}): boolean {
  if (type !== 'TrueType' || composite === true || toUnicode?.get === undefined) return false;
  let counted = 0;
  let own = 0;
  for (let code = 1; code < DELETE; code++) {
    const said = toUnicode.get(code);
    if (said === undefined) continue;
    if (code < SPACE && said >= ' ') counted++;
    else if (said === String.fromCharCode(code)) own++;
  }
  return counted >= COUNTED_MIN && own <= OWN_SHARE_MAX * counted;
}

/** Subsets are marked by six letters in front of the name (ISO 32000-1, 9.6.4). */
const withoutSubset = (name: string): string => name.replace(/^[\dA-Za-z]{6}\+/, '');

const isItalicName = (name: string): boolean =>
  /italic|oblique|slanted|kursiv|[-,]it\b|[a-z]It\b|\.B?I$|^CM(B?X?TI|SL|MI)/i.test(name);

/** pdf.js' IdentityToUnicodeMap has bounds where the others have a table. */
const isIdentity = (map: ToUnicode | undefined): boolean => map !== undefined && 'firstChar' in map;

/** Weights heavier than regular as type designers and TeX name them; descriptors lie about weight. */
const BOLD_NAME =
  /bold|black|heavy|semibold|demi|(?:^|[-_,])(?:bd|blk|hv|sb)(?:$|[-_,])|^(?:CM|SF)(?:B|SSB|CSC.*B)X|^CM.*BX|LMRoman\d+-Bold|\.BI?$|NimbusRomNo9L-Medi|Nimbus.*-Medi|-Medi(?:Ital)?$|(?:^|-)BX|BoldMT|,Bold|^Lin(?:Libertine|Biolinum)T[BZ]/i;

export function isBoldName(name: string): boolean {
  return BOLD_NAME.test(name) && !/semi-?light|extra-?light/i.test(name);
}

function isMonospace(name: string, flagged: boolean): boolean {
  if (/monotype/i.test(name) && !/courier|consol/i.test(name)) return false;
  return (
    flagged ||
    /courier|mono(?!t)|nimbusmon|consol|typewriter|^(?:CM|SF|EC|LM|T1X|TX|PX)(?:SL|IT|VT|CS)?TT(?:\d|B|L|$)|menlo|lucidaconsole|inconsolata|firacode|sourcecode/i.test(
      name,
    )
  );
}

/** So many different small letters of one width are no chance: a subset of digits or of capitals may have it. */
const PITCH_LETTERS_MIN = 8;
const PITCH_LETTERS_FLAGGED_MIN = 4;
const EAST_ASIAN_FROM = 0x2e80;
const EAST_ASIAN_END = 0xa000;

/**
 * Whether all small letters are equally wide, in a font that has no East Asian ones: those are so by nature. Nearly all
 * fonts are out after two letters; a map may have an entry for each of 65,536 codes.
 */
function hasOnePitch(extra: ExportedFont['extra']): boolean {
  const { widths, toUnicode } = extra ?? {};
  if (widths === undefined || toUnicode?.get === undefined) return false;
  const letters = new Set<string>();
  let pitch: number | null = null;
  let blank: number | null = null;
  for (const code of codesOf(widths)) {
    const width = Math.round(widths[code] ?? 0);
    const character = width > 0 ? (toUnicode.get(code) ?? '') : '';
    if (character.length !== 1 || character < 'a' || character > 'z') continue;
    pitch ??= width;
    if (pitch !== width) {
      blank ??= blankWidth(extra as NonNullable<typeof extra>);
      if (width === blank) continue;
      if (pitch !== blank) return false;
      letters.clear();
      pitch = width;
    }
    letters.add(character);
  }
  return letters.size >= PITCH_LETTERS_MIN && !isEastAsian(toUnicode);
}

/** How wide a subset calls what it has left out, letters as well (Prawn, by which Asciidoctor prints); null where that is not told. */
function blankWidth({ widths, toUnicode, composite }: NonNullable<ExportedFont['extra']>): number | null {
  const isSign = /[^\p{Cc}]/u.test(toUnicode?.get?.(DELETE) ?? '');
  return composite === true || isSign ? null : Math.round(widths?.[DELETE] ?? 0);
}

/** pdf.js calls a font so whose glyphs are all as wide: figures are in most fonts, and two or three letters may be. */
function showsPitch({ widths, toUnicode }: NonNullable<ExportedFont['extra']>): boolean {
  if (widths === undefined || toUnicode?.get === undefined) return true;
  const others = new Set<string>();
  for (const code of codesOf(widths)) {
    const character = (widths[code] ?? 0) > 0 ? (toUnicode.get(code) ?? '') : '';
    if (!/^[\p{N}\p{P}\s]*$/u.test(character)) others.add(character);
    if (others.size >= PITCH_LETTERS_FLAGGED_MIN) return true;
  }
  return false;
}

/** What the codes stand for, by the map or as they are, and the thousandths of the size that they take. */
function* widthsOf(
  { widths = {}, toUnicode }: NonNullable<ExportedFont['extra']>,
  widthScale: number,
): Generator<readonly [string, number]> {
  for (const code of codesOf(widths))
    yield [
      toUnicode?.get?.(code) ?? String.fromCharCode(code),
      Math.abs((widths[code] ?? 0) * widthScale) * 1000,
    ];
}

function hasWidths({ widths = {} }: NonNullable<ExportedFont['extra']>): boolean {
  for (const _ of codesOf(widths)) return true;
  return false;
}

/** Codes of a font, which have two bytes. A file may name the width of any other, and the array is as long. */
const CODES = 65_536;

const CODES_OF_ONE_BYTE = Array.from({ length: 256 }, (_, code) => code);

/** An array with holes in composite fonts, a record of codes of one byte in those that every reader has. */
function codesOf(widths: Readonly<Record<number, number>>): Iterable<number> {
  if (!Array.isArray(widths)) return CODES_OF_ONE_BYTE.filter(code => code in widths);
  return widths.length > CODES ? widths.slice(0, CODES).keys() : widths.keys();
}

function isEastAsian(toUnicode: ToUnicode): boolean {
  let found = false;
  toUnicode.forEach?.((_code, character) => {
    found ||= character >= EAST_ASIAN_FROM && character < EAST_ASIAN_END;
  });
  return found;
}

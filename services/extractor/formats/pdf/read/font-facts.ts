/** Derives what the structure rules need to know of a font from what pdf.js exports. */
import type { FontStyle } from '../../../layout/page/content.ts';
import { lettersByOrder, type SaidLetters } from './glyph-order.ts';
import { isGreekOrder } from './greek-numbers.ts';
import { type MisnamedSigns, misnamedSigns } from './misnamed-signs.ts';
import { type Pictorial, pictorialKind } from './pictorial.ts';
import { emsToSize } from './type3-size.ts';
import { unsaidGlyphs } from './unsaid-glyphs.ts';

export interface FontFacts {
  style: FontStyle;
  /** Glyph widths times this are ems: .001 except for unusual Type 1 and Type 3 fonts. */
  widthScale: number;
  /** Factor from an em to the size at which it is set: 1 except for letters drawn as procedures in a unit of their own. */
  emScale: number;
  /** Its codes may have several bytes (ISO 32000-2, 9.7). */
  isComposite: boolean;
  /** Whether it is set from top to bottom (CJK). */
  vertical: boolean;
  /**
   * Whether it is a composite font without widths: every letter has the default width (DW, ISO 32000-2, 9.7.4.3), and
   * the next one is moved.
   */
  isUnmeasured: boolean;
  /** Its code points may be positions in a symbol set rather than letters. */
  symbolic: boolean;
  /** Whether the font has pictures at the positions of letters. */
  pictorial: Pictorial;
  /** Whether its codes were taken for Unicode because the file gives no mapping. */
  guessed: boolean;
  /**
   * Whether a map leads from its codes to glyphs (CIDToGIDMap, ISO 32000-2, 9.7.4.2), so that they are no glyph numbers
   * themselves.
   */
  hasGlyphMap: boolean;
  /** Whether its codes are read as glyph numbers; see `withGlyphNumbers`. */
  isNumbered: boolean;
  /** For letters drawn as procedures: whether neither a map nor a name explains a code, so that it is taken for Unicode. */
  isUnexplained: ((code: number) => boolean) | null;
  /**
   * Whether the font's map leaves out a code, in fonts whose codes have two bytes or are counted: the code is the
   * position of a glyph, and pdf.js takes it for a letter.
   */
  isUnmapped: ((code: number) => boolean) | null;
  /** Whether Greek letters are at their glyph numbers in Microsoft's core fonts, and whether its glyphs are read by these. */
  hasGreekOrder?: boolean;
  isGreekNumbered?: boolean;
  /** By code: Indic letters for which its map is wrong, and glyphs that Quartz does not know. */
  corrected?: ReadonlyMap<number, string> | null;
  /** Symbols that have the names of other characters. */
  misnamed?: MisnamedSigns | null;
  /** Whether pdf.js could not load the font, so that what it draws cannot be known from there. */
  isRefused?: boolean;
}

interface ExportedFont {
  /** Why pdf.js refuses the font: then it returns no glyph for any code. */
  error?: unknown;
  /** Exported by patches/, 28-handed-over. */
  extra?: {
    name?: string;
    isMonospace?: boolean;
    type?: string;
    composite?: boolean;
    hasGlyphMap?: boolean;
    /** Whether it names a usual encoding, or differences from one. */
    hasEncoding?: boolean;
    toUnicode?: ToUnicode;
    /** By code; thousandths of an em. */
    widths?: Readonly<Record<number, number>>;
    bold?: boolean;
    vertical?: boolean;
    /** Matrix from its glyphs' units to ems. */
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

/** Derives the facts. `id` distinguishes fonts without a name: fonts drawn as procedures are all named after their type. */
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

/**
 * Returns the fonts with the codes of those in `styles`, which are guesses, and of those in `sure` taken for glyph
 * numbers; null where there is none.
 */
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

/**
 * Returns the fonts with the Greek of those in the order of Microsoft's core fonts read by glyph numbers; null where
 * there is none.
 */
export function withGreekNumbers(fonts: ReadonlyMap<string, FontFacts>): Map<string, FontFacts> | null {
  return withFact(fonts, { isGreekNumbered: true }, font => font.hasGreekOrder === true);
}

/** Returns the fonts with a fact added to those for which `holdsOf` is true; null where there is none. */
function withFact(
  fonts: ReadonlyMap<string, FontFacts>,
  fact: Partial<FontFacts>,
  holdsOf: (font: FontFacts) => boolean,
): Map<string, FontFacts> | null {
  const changed = [...fonts].filter(([, font]) => holdsOf(font));
  if (changed.length === 0) return null;
  return new Map([...fonts, ...changed.map(([name, font]) => [name, { ...font, ...fact }] as const)]);
}

/** Returns the style that a font's name alone shows. */
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
/**
 * The no-break space of Windows' code pages, which is the dagger in Mac OS Roman, the encoding that pdf.js assumes for
 * symbolic TrueType fonts.
 */
const HARD_SPACE = 0xa0;
/** Thousandths of an em. */
const DAGGER_WIDTH_MIN = 400;
const BLANK_DAGGER: MisnamedSigns = new Map([['†', '\u00a0']]);

/** Whether the dagger is as wide as the space. No font of letters has such a dagger, which is half an em wide. */
function hasBlankDagger(extra: ExportedFont['extra']): boolean {
  const { type, widths, toUnicode, isMonospace } = extra ?? {};
  const width = widths?.[HARD_SPACE];
  if (type !== 'TrueType' || !width || width !== widths?.[SPACE] || isMonospace) return false;
  return width < DAGGER_WIDTH_MIN && toUnicode?.get?.(HARD_SPACE) === '†';
}

/**
 * Codes below 0x20 are of no letter in any usual encoding. A font with at least so many of them is counted, if the
 * codes that by chance are those of their own letters are at most this share as many.
 */
const COUNTED_MIN = 2;
const OWN_SHARE_MAX = 0.25;
/** A code for which no one-byte encoding has a character. */
const DELETE = 0x7f;

/**
 * Whether the codes of a TrueType font are counted from 1 in the order of use (Ghostscript): then no code shows its
 * letter, and Indic glyphs that stand for several characters are not in the map.
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

/** Subsets have six letters before the name (ISO 32000-1, 9.6.4). */
const withoutSubset = (name: string): string => name.replace(/^[\dA-Za-z]{6}\+/, '');

const isItalicName = (name: string): boolean =>
  /italic|oblique|slanted|kursiv|[-,]it\b|[a-z]It\b|\.B?I$|^CM(B?X?TI|SL|MI)/i.test(name);

/** pdf.js' IdentityToUnicodeMap has bounds where other maps have a table. */
const isIdentity = (map: ToUnicode | undefined): boolean => map !== undefined && 'firstChar' in map;

/** Weights heavier than regular, as type designers and TeX name them; the weights in descriptors are unreliable. */
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

/** From this many different small letters of one width on, it is no chance; a subset of digits or capitals may have one width. */
const PITCH_LETTERS_MIN = 8;
const PITCH_LETTERS_FLAGGED_MIN = 4;
const EAST_ASIAN_FROM = 0x2e80;
const EAST_ASIAN_END = 0xa000;

/**
 * Whether all small letters are equally wide, in a font without East Asian ones, which are by nature. Nearly all fonts
 * are ruled out after two letters; a map may have an entry for each of 65,536 codes.
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

/**
 * Returns the width that a subset states for letters it has left out (Prawn, with which Asciidoctor prints); null where
 * it cannot be told.
 */
function blankWidth({ widths, toUnicode, composite }: NonNullable<ExportedFont['extra']>): number | null {
  const isSign = /[^\p{Cc}]/u.test(toUnicode?.get?.(DELETE) ?? '');
  return composite === true || isSign ? null : Math.round(widths?.[DELETE] ?? 0);
}

/**
 * Whether pdf.js' claim of a fixed pitch is supported: it calls a font so if all its glyphs are equally wide, but
 * digits are in most fonts, and two or three letters may be.
 */
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

/** Yields what the codes stand for, by the map or as they are, and the thousandths of the size that they take. */
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

/** Number of codes of a font with two bytes. A file may give the width of any larger code, and the array is then as long. */
const CODES = 65_536;

const CODES_OF_ONE_BYTE = Array.from({ length: 256 }, (_, code) => code);

/**
 * Returns the codes with a width: `widths` is an array with holes in composite fonts, and a record of one-byte codes in
 * others.
 */
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

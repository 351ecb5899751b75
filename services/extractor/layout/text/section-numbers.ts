/** Recognises section numbers at the start of a heading. */

/**
 * Number words after a chapter word. Section numbers are `2`, `2.1`, `A.`, `IV.`, `Chapter 4`, `Appendix B`, `§ 3`, but
 * never a single letter without a full stop.
 */
const IN_WORDS =
  '(?:twenty|thirty)?[\\s-]?(?:one|two|three|four|five|six|seven|eight|nine)|ten|eleven|twelve|thirteen|fourteen|fifteen|sixteen|seventeen|eighteen|nineteen|twenty|thirty';
const CHAPTERS =
  'chapter|section|part|appendix|annex|article|schedule|step|chapitre|partie|annexe|titre|kapitel|abschnitt|teil|anhang|artikel|cap[ií]tulo|secci[oó]n|ap[eé]ndice|anexo|t[ií]tulo|art[ií]culo|articolo|hoofdstuk|глава|часть|раздел|статья|приложение|rozdzia[lł]|cap[ií]tol|chương|κεφάλαιο|παράρτημα|פרק|الفصل|الباب|סעיף|المادة|ماده|مادة|فصل|بخش|دفعہ|باب|[čc]l[aá]nek|[čc][aá]st|kapitola|p[rř][ií]loha|artyku[lł]|cz[eę][sś][cć]|madde|b[oö]l[uü]m|[dđ]i[eề]u|ch[uư][oơ]ng|[άα]ρθρο|μέρος|стаття|розділ|член|अध्याय|अनुच्छेद|অধ্যায়|ধারা|บทที่|มาตรา|ข้อ|ជំពូក|មាត្រា';
/**
 * East Asian chapter words with their number. Articles are numbered the same way, but their text often follows on the
 * same line.
 */
const EAST_ASIAN =
  '第\\s*[\\p{Nd}〇一二三四五六七八九十百]{1,4}\\s*(?:[章节節部篇編编回講讲]|[条條](?!.*。))|제\\s*\\p{Nd}{1,3}\\s*(?:[장절편부]|조(?!.*다\\.))';
/** Letters that count are capitals, since "parties" and "steps to" are words. */
const WORDED = new RegExp(
  `^(?:(?i:${CHAPTERS})\\s*(?:\\(\\p{Nd}{1,4}\\)|[A-Z]?\\p{Nd}{1,4}|[A-Z]|[IVXLC]{1,6}|(?<=\\s)(?i:${IN_WORDS}))(?:[.:։።፤۔]|\\s|$)|${EAST_ASIAN})`,
  'u',
);
const DECIMAL = /^(\d{1,3}(?:\.\d{1,3}){0,5})\.?(?=\s|$)/;
const ROMAN = /^[IVXLC]{1,6}\.(?=\s)/;
const LETTERED = /^[A-Z]\.(?:\d{1,2}\.?){0,4}(?=\s)/;

export interface Numbering {
  /** 1 for `2`, 2 for `2.1`, … */
  depth: number;
  kind: 'worded' | 'decimal' | 'roman' | 'letter';
}

export function numberingOf(text: string): Numbering | null {
  if (WORDED.test(text)) return { depth: 1, kind: 'worded' };
  const decimal = DECIMAL.exec(text)?.[1];
  if (decimal !== undefined) return { depth: decimal.split('.').length, kind: 'decimal' };
  if (ROMAN.test(text)) return { depth: 1, kind: 'roman' };
  if (LETTERED.test(text))
    return { depth: text.split('.').length - (/^[A-Z]\.\s/.test(text) ? 1 : 0), kind: 'letter' };
  return null;
}

/**
 * Returns the section number that a text opens with, such as `2.1` or `B.3`, with the full stops between its parts;
 * null where there is none.
 */
export function sectionNumberOf(text: string): string | null {
  return /^(?:\d{1,3}|[A-Z](?=\.\d))(?:\.\d{1,3}){0,5}(?=\.?\s)/.exec(text)?.[0] ?? null;
}

const LABEL = /^(?:[\p{L}\p{M}]+\.?|§)?\s*[([]?\p{Nd}{1,4}(?:\.\p{Nd}{1,3})*[)\]]?[.:]?(?=\s|$)/u;
const ROMAN_LABEL = new RegExp(`^(?:(?i:${CHAPTERS})\\s+[IVXLC]{1,6}[.:]?|[IVXLC]{1,6}\\.)(?=\\s|$)`, 'u');

/** Returns how a text is numbered, without the number: `article (#):`, `#.#`; an empty string where it is not. */
export function labelFormOf(text: string): string {
  const label = LABEL.exec(text)?.[0]
    .toLowerCase()
    .replace(/\p{Nd}+/gu, '#');
  return (
    label ??
    ROMAN_LABEL.exec(text)?.[0]
      .replace(/[IVXLC]+(?=[.:]?$)/, '#')
      .toLowerCase() ??
    ''
  );
}

/** Whether a section number continues another or contains one; `2` alone, without a `2.1`, may number anything. */
export function countsAmong(number: string, all: ReadonlySet<string>): boolean {
  const parts = number.split('.');
  const last = Number(parts.at(-1));
  const sibling = (by: number) => [...parts.slice(0, -1), last + by].join('.');
  if (all.has(`${number}.1`)) return true;
  return parts.length > 1 && (all.has(sibling(1)) || all.has(sibling(-1)));
}

const SPELLED = new RegExp(`^(?:chapter|part|appendix|section)(?:\\s(?:${IN_WORDS}))?[.:]?$`, 'i');
const NUMBER_IN_WORDS = new RegExp(`^(?:${IN_WORDS})[.:]?$`, 'i');

/** Whether a text is only a number in words (`ELEVEN`): the rest of a label that was set or read in two pieces. */
export const isNumberInWords = (text: string): boolean => NUMBER_IN_WORDS.test(text);

/** Whether a text is only a word and its number, such as `Section 1.02` or `Article I.` */
export const isWordedNumber = (text: string): boolean => /^\S+ \S{1,8}$/.test(text) && WORDED.test(text);

/** Whether a heading is only a worded number or the beginning of one, such as `Chapter 4` or `CHAPTER`. */
export function isLabel(text: string): boolean {
  return SPELLED.test(text) || (/^\S+\s*[\dA-Z]{1,4}[.:]?$/.test(text) && WORDED.test(text));
}

/** Handles pages whose text from pdf.js is doubtful: PDFium's reading decides before anything is read by OCR. */

import type { FontStyle, Gap, PageContent, TextItem } from '../../../layout/page/content.ts';
import { areUnlikelyLetters, scattersScripts } from './likely-letters.ts';
import { areLocated, brokenFonts } from './merge.ts';
import { gapsToRead, hasBrokenText } from './need.ts';

/** Two programs place the baseline of a word this close, in ems and, for large print, in points. */
const SAME_LINE_EM = 0.5;
const SAME_LINE_POINTS = 8;
/** Height of rows of words that are compared: at most what counts as one line. */
const ROW_POINTS = 16;
/** Two words are one if they both cover this share of the narrower one. */
const SAME_WORD_SHARE = 0.5;

/** Whether the text has fonts that could not be loaded, or whose letters have no meaning or are those of no language. */
export function needsSecondReading(page: PageContent): boolean {
  return hasBrokenText(page) || hasBrokenFonts(page);
}

/** Whether single fonts are like this, on a page whose text as a whole has meaning. */
export function hasBrokenFonts(page: PageContent): boolean {
  if ((page.refused ?? 0) > 0 || gapsToRead(page).length > 0) return true;
  return junkFonts(page.items).size > 0;
}

/** Returns fonts whose letters are those of no language. */
export const junkFonts = (items: readonly TextItem[]): Set<FontStyle> =>
  fontsWhere(items, areUnlikelyLetters);

/** Returns such fonts on a page that has lost words, where single letters of several scripts are remainders of such words. */
export const junkFontsBesideGaps = (items: readonly TextItem[]): Set<FontStyle> =>
  fontsWhere(items, words => areUnlikelyLetters(words) || scattersScripts(words));

function fontsWhere(items: readonly TextItem[], are: (words: readonly string[]) => boolean): Set<FontStyle> {
  const byFont = Map.groupBy(items, item => item.font);
  return new Set([...byFont].flatMap(([font, own]) => (are(wordsOf(own)) ? [font] : [])));
}

/**
 * Joins items to words: where a program maps each syllable, as Chromium does in Hindi, an item is a syllable and a word
 * ends at a space.
 */
function wordsOf(items: readonly TextItem[]): string[] {
  const words: string[] = [];
  let before: TextItem | undefined;
  for (const item of items) {
    const goesOn = before !== undefined && item.index === before.index + 1 && !item.spaceBefore;
    if (goesOn) words[words.length - 1] += item.text;
    else words.push(item.text);
    before = item;
  }
  return words;
}

/** Returns the page with gaps in place of the words of these fonts. */
export function withGaps(page: PageContent, fonts: ReadonlySet<FontStyle>): PageContent {
  const lost = page.items.filter(item => fonts.has(item.font));
  const gaps = lost.map(({ text, left, baseline, width, size, font }) => ({
    ...{ left, baseline, width, size, font },
    glyphs: text.length,
  }));
  return {
    ...page,
    items: page.items.filter(item => !fonts.has(item.font)),
    gaps: [...(page.gaps ?? []), ...gaps],
    unreadable: (page.unreadable ?? 0) + sumOfGlyphs(gaps),
  };
}

/**
 * Returns the page with the other reading's words in place of what its own has lost: gaps, letters without meaning,
 * fonts that could not be loaded. Returns the same page where the other reading adds nothing.
 */
export function withSecondReading(page: PageContent, reading: readonly TextItem[]): PageContent {
  const junk = junkFontsBesideGaps(reading);
  const words = reading.filter(word => !junk.has(word.font));
  const believed = new Rows(believedItems(page));
  const lost = lostPlaces(page, believed);
  const added = new Set(words.filter(word => lost.holds(word) && !believed.holds(word)));
  if (added.size === 0) return page;
  const spoken = new Rows([...added]);
  const kept = page.items.filter(item => believed.has(item) || !spoken.holds(item));
  const gaps = (page.gaps ?? []).filter(gap => !spoken.holds(gap));
  const told = sumOfGlyphs(page.gaps ?? []) - sumOfGlyphs(gaps);
  return {
    ...page,
    items: inOrderOf(words, kept, added),
    gaps,
    unreadable: hasNothingLocated(page) ? 0 : Math.max(0, (page.unreadable ?? 0) - told),
    refused: 0,
  };
}

const sumOfGlyphs = (gaps: readonly Gap[]): number => gaps.reduce((sum, { glyphs }) => sum + glyphs, 0);

/** Whether so many of its letters have no meaning that nothing on the page can be trusted. */
const hasNothingLocated = (page: PageContent): boolean => hasBrokenText(page) && !areLocated(page);

function believedItems(page: PageContent): TextItem[] {
  if (hasNothingLocated(page)) return [];
  const fonts = new Set([...brokenFonts(page), ...junkFontsBesideGaps(page.items)]);
  return page.items.filter(item => !fonts.has(item.font));
}

/**
 * Returns the places where words may be added: everywhere for a font that could not be loaded, since not even its
 * places are known.
 */
function lostPlaces(page: PageContent, believed: Rows): { holds(word: TextItem): boolean } {
  if ((page.refused ?? 0) > 0 || hasNothingLocated(page)) return { holds: () => true };
  return new Rows([...(page.gaps ?? []), ...page.items.filter(item => !believed.has(item))]);
}

type Place = Pick<TextItem, 'left' | 'baseline' | 'width' | 'size'>;

/** Places by their height on the page, so that each is compared only with its neighbours. */
class Rows {
  private readonly places: ReadonlySet<Place>;
  private readonly rows: Map<number, Place[]>;

  constructor(places: readonly Place[]) {
    this.places = new Set(places);
    this.rows = Map.groupBy(places, ({ baseline }) => Math.floor(baseline / ROW_POINTS));
  }

  has(place: Place): boolean {
    return this.places.has(place);
  }

  holds(place: Place): boolean {
    const row = Math.floor(place.baseline / ROW_POINTS);
    return [row - 1, row, row + 1].some(at => this.rows.get(at)?.some(other => areOne(place, other)));
  }
}

function areOne(one: Place, other: Place): boolean {
  const apart = Math.abs(one.baseline - other.baseline);
  if (apart > Math.min(SAME_LINE_POINTS, SAME_LINE_EM * Math.min(one.size, other.size))) return false;
  const left = Math.max(one.left, other.left);
  const right = Math.min(one.left + one.width, other.left + other.width);
  return right - left > SAME_WORD_SHARE * Math.min(one.width, other.width);
}

/** Returns the kept words in their own order, with each added word after the one that the other reading has before it. */
function inOrderOf(
  words: readonly TextItem[],
  kept: readonly TextItem[],
  added: ReadonlySet<TextItem>,
): TextItem[] {
  const behind = new Map<TextItem | null, TextItem[]>();
  const rows = Map.groupBy(kept, ({ baseline }) => Math.floor(baseline / ROW_POINTS));
  let last: TextItem | null = null;
  for (const word of words) {
    if (added.has(word)) {
      const list = behind.get(last) ?? [];
      behind.set(last, [...list, word]);
      continue;
    }
    const row = Math.floor(word.baseline / ROW_POINTS);
    const near = [row - 1, row, row + 1].flatMap(at => rows.get(at) ?? []);
    last = near.find(item => areOne(word, item)) ?? last;
  }
  const ordered = [null, ...kept].flatMap(item => [
    ...(item === null ? [] : [item]),
    ...(behind.get(item) ?? []),
  ]);
  return ordered.map((item, index) => ({ ...item, index }));
}

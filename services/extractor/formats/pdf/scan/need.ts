/** Decides which pages and pictures are worth OCR. */
import type { Gap, PageContent, PictureBox, Rectangle, TextItem } from '../../../layout/page/content.ts';

/** A page with more characters than this has a text layer; stamps and page numbers of scanners are shorter. */
const FEW_CHARACTERS = 80;
/** Pictures that together cover this share of the page make it a scan; scans may also come in strips. */
const PAGE_SIZED_SHARE = 0.5;
/** A page without text but with this many curves has its letters drawn as outlines. */
const OUTLINED_CURVES = 150;
/** From this share of characters without meaning on, the text layer is worse than OCR. */
const BROKEN_SHARE = 0.3;
const BROKEN_LEAST_CHARACTERS = 20;
/** Replacement characters, private use, control characters: what fonts without Unicode give. */
const BROKEN = /[\ufffd\ue000-\uf8ff\p{Cc}\p{Co}]/gu;

/** Some scanners divide the page into pictures of its words or lines and leave out the paper: at least this many pictures … */
const PIECES_MIN = 20;
/** … at most as high as a line of large print, in points. */
const PIECE_HEIGHT_MAX = 40;

export function needsOcr(page: PageContent): boolean {
  if (hasBrokenText(page)) return true;
  if (lengthOf(page) > FEW_CHARACTERS) return false;
  if (isPageSized(page)) return true;
  const pieces = page.pictures.filter(({ top, bottom }) => bottom - top <= PIECE_HEIGHT_MAX);
  return pieces.length >= PIECES_MIN || page.curves.length >= OUTLINED_CURVES;
}

/**
 * Words that fill less of the page than this may have been added to a scan: headings of courts and libraries, copy
 * numbers, entries in a form. Words of a whole page fill more.
 */
const WRITTEN_SHARE = 0.25;
/** Where a text layer contains what the scan shows, only this little … */
const STAMPED_SHARE = 0.05;
/** … on a picture that leaves less of the page free than a chart or map in a report does. */
const STAMPED_PICTURE_SHARE = 0.75;

/** Whether page-sized pictures may show far more than the text over them says, which only OCR can tell. */
export function mayBeStamped(page: PageContent): boolean {
  const covered = coveredShare(page);
  if (covered < PAGE_SIZED_SHARE) return false;
  const words = page.items.reduce((sum, { width, size }) => sum + width * size, 0);
  const share = words / (page.width * page.height);
  if (page.items.some(item => item.invisible))
    return covered >= STAMPED_PICTURE_SHARE && share < STAMPED_SHARE;
  return share < WRITTEN_SHARE;
}

/** Whether the text layer's characters have no meaning. */
export function hasBrokenText(page: PageContent): boolean {
  const length = lengthOf(page);
  const broken = page.items.reduce((sum, { text }) => sum + brokenIn(text), 0);
  if (length >= BROKEN_LEAST_CHARACTERS && broken > BROKEN_SHARE * length) return true;
  const unreadable = page.unreadable ?? 0;
  return unreadable >= BROKEN_LEAST_CHARACTERS && unreadable > BROKEN_SHARE * (length + unreadable);
}

/** Least number of glyphs of a word: symbols that no map names (formulas, icons) are single. */
const WORD_GLYPHS_MIN = 3;
/** A page that lost less of its words is read as it is: OCR would cost more than a second. */
const LOST_GLYPHS_MIN = 8;

/** Returns the words of broken fonts on a page whose other fonts can be read. */
export function gapsToRead({ gaps = [] }: PageContent): Gap[] {
  const words = gaps.filter(gap => gap.glyphs >= WORD_GLYPHS_MIN);
  return words.reduce((sum, { glyphs }) => sum + glyphs, 0) < LOST_GLYPHS_MIN ? [] : gaps;
}

/** A page that lost fewer glyphs inside its words is read as it is: single ones are ornaments and formulas. */
const TORN_GLYPHS_MIN = 8;
const TORN_SHARE = 0.01;
/** Glyphs of one word are on one line and at most this far apart. */
const TORN_GAP_EM = 0.3;

/**
 * Returns glyphs without a letter that touch a word of their own font: fonts of symbols have no words. A single one
 * within a word is a ligature, not an ornament.
 */
export function holesToRead(page: PageContent): Gap[] {
  const { holes = [] } = page;
  if (holes.length === 0) return [];
  const rows = Map.groupBy(page.items, ({ baseline }) => Math.round(baseline));
  const touching = holes.map(hole => {
    const row = Math.round(hole.baseline);
    const items = [row - 1, row, row + 1].flatMap(at => rows.get(at) ?? []);
    return { hole, words: items.filter(item => touches(item, hole)) };
  });
  if (touching.some(({ hole, words }) => isAmidWord(hole, words))) return holes;
  const glyphs = touching.reduce((sum, { hole, words }) => sum + (words.length > 0 ? hole.glyphs : 0), 0);
  return glyphs < TORN_GLYPHS_MIN || glyphs < TORN_SHARE * lengthOf(page) ? [] : holes;
}

/** Letters of one word are nearer to each other than this. */
const AMID_WORD_EM = 0.08;
/** Two letters are at least this wide; spaces, marks and joiners are narrower. */
const LIGATURE_WIDTH_MIN_EM = 0.4;
const ENDS_IN_LETTER = /\p{L}$/u;
const BEGINS_WITH_LETTER = /^\p{L}/u;

/** Whether letters stand directly before and after a glyph. */
function isAmidWord({ left, width, size }: Gap, words: readonly TextItem[]): boolean {
  const isNear = (one: number, other: number) => Math.abs(one - other) < AMID_WORD_EM * size;
  return (
    width >= LIGATURE_WIDTH_MIN_EM * size &&
    words.some(word => isNear(word.left + word.width, left) && ENDS_IN_LETTER.test(word.text)) &&
    words.some(word => isNear(word.left, left + width) && BEGINS_WITH_LETTER.test(word.text))
  );
}

/** Whether a word touches a hole. Text that OCR put under a scan has holes where it read nothing, and does not count. */
function touches({ font, left, width, size, text, invisible }: TextItem, hole: Gap): boolean {
  if (invisible) return false;
  const reach = TORN_GAP_EM * size;
  const isNear = left - reach <= hole.left + hole.width && left + width + reach >= hole.left;
  const isSameFont = font === hole.font || familyOf(font.name) === familyOf(hole.font.name);
  return isSameFont && isNear && IN_WORDS.test(text);
}

/** Cairo makes several fonts of one, all with the same name or named `CairoFont-0-1`. */
const familyOf = (name: string): string => name.replace(/-\d+$/, '');

/** A letter that does not occur in formulas: those are Latin and Greek, and OCR confuses them. */
export const OTHER_SCRIPT = /[^\P{L}\p{Script=Latin}\p{Script=Greek}]/u;

/** Part of a word or number, not of a formula. */
export const IN_WORDS = new RegExp(`[\\p{L}\\p{N}]{2}|${OTHER_SCRIPT.source}`, 'u');

/** Scripts whose letters are read in another order than they are drawn, or with marks above and below them. */
export const JOINED_SCRIPT = /[\u0900-\u0dff\u0e00-\u0eff\u1000-\u109f\u1780-\u17ff]/;

/** South and South-East Asian scripts whose letters join to glyphs that many producers map to no letter. */
const JOINED = /[\u0900-\u0dff\u1000-\u109f\u1780-\u17ff]/g;
const JOINED_SHARE = 0.5;
/** Least number of glyphs without a letter, and their least share: single ones are ornaments. */
const LOST_LETTERS_MIN = 5;
const LOST_LETTERS_SHARE = 0.01;

/** Whether words have lost letters in too few places together to be searched by OCR. */
export function losesLetters(page: PageContent, isRead: boolean): boolean {
  if (holesToRead(page).length > 0) return true;
  const { unreadable = 0 } = page;
  if (isRead || unreadable < LOST_LETTERS_MIN) return false;
  const length = lengthOf(page);
  if (unreadable < LOST_LETTERS_SHARE * length) return false;
  const joined = page.items.reduce((sum, { text }) => sum + (text.match(JOINED)?.length ?? 0), 0);
  return joined > JOINED_SHARE * length;
}

/** Whether a text is only ASCII, like most words, which need not be searched. */
function isPlain(text: string): boolean {
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at);
    if (code < 0x20 || code > 0x7e) return false;
  }
  return true;
}

const brokenIn = (text: string): number => (isPlain(text) ? 0 : (text.match(BROKEN)?.length ?? 0));

const lengthOf = ({ items }: PageContent): number => items.reduce((sum, { text }) => sum + text.length, 0);

/** Whether pictures make up the page. */
export const isPageSized = (page: PageContent): boolean => coveredShare(page) >= PAGE_SIZED_SHARE;

function coveredShare(page: PageContent): number {
  const covered = page.pictures.reduce((sum, picture) => sum + areaOf(onPage(picture, page)), 0);
  return covered / (page.width * page.height);
}

/** In points: smaller pictures are icons, bullets and rules. */
const LEAST_PICTURE = { width: 60, height: 40 };
/** A picture over a smaller share of the page is a logo or a signature. */
const LEAST_PICTURE_SHARE = 0.015;
/** Most pictures of one page that are read; a page with more is a contact sheet. */
const MOST_PICTURES = 12;
/** A picture with more characters of the text layer in it is a background, or has already been read by OCR. */
const MOST_CHARACTERS_INSIDE = 10;

/** Returns the pictures of a text page that may contain words of their own, as far as they are on the page. */
export function picturesToRead(page: PageContent): PictureBox[] {
  return page.pictures
    .map(picture => ({ ...picture, ...onPage(picture, page) }))
    .filter(box => {
      const large =
        box.right - box.left >= LEAST_PICTURE.width && box.bottom - box.top >= LEAST_PICTURE.height;
      const share = areaOf(box) / (page.width * page.height);
      return large && share >= LEAST_PICTURE_SHARE && charactersIn(page, box) <= MOST_CHARACTERS_INSIDE;
    })
    .slice(0, MOST_PICTURES);
}

function charactersIn({ items }: PageContent, { left, top, right, bottom }: Rectangle): number {
  const inside = items.filter(item => {
    const x = item.left + item.width / 2;
    return x >= left && x <= right && item.baseline >= top && item.baseline <= bottom;
  });
  return inside.reduce((sum, item) => sum + item.text.length, 0);
}

function onPage({ left, top, right, bottom }: PictureBox | Rectangle, page: PageContent): Rectangle {
  return {
    left: Math.max(0, left),
    top: Math.max(0, top),
    right: Math.min(page.width, right),
    bottom: Math.min(page.height, bottom),
  };
}

const areaOf = ({ left, top, right, bottom }: Rectangle): number =>
  Math.max(0, right - left) * Math.max(0, bottom - top);

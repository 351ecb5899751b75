/** Distinguishes lines that only count pages (`Page 3 of 8`) from lines that say something beside a count. */

/** Words around a page's number, in lower case, by language; CJK words are written without spaces. */
const PAGE_WORDS = new Set(
  [
    'page pages pg pgs p pp of out total', // English
    'seite seiten s von bl blatt', // German
    'sur de la du', // French; page as in English
    'página páginas pagina pag pág págs hoja folha', // Spanish, Portuguese
    'pagine pag di', // Italian
    'bladzijde blz van', // Dutch
    'sida sidan sidor side sider av af', // Swedish, Danish, Norwegian
    'sivu sivua', // Finnish
    'strona stron str z ze', // Polish
    'strana stránka stran zo', // Czech, Slovak
    'oldal összesen', // Hungarian
    'pagină din', // Romanian
    'страница страниц стр с из від сторінка з от', // Russian, Ukrainian, Bulgarian
    'σελίδα σελ από', // Greek
    'sayfa', // Turkish
    'trang trên', // Vietnamese
    'halaman dari', // Indonesian
    'عمود صفحة من صفحه از', // Arabic, Persian
    'עמוד מתוך', // Hebrew
    'पृष्ठ का', // Hindi
    'หน้า จาก', // Thai
    '第 頁 页 共 ページ 페이지 쪽 총', // Chinese, Japanese, Korean
  ].flatMap(words => words.split(' ')),
);
const CJK_PAGE_SIGNS = /[第頁页共총쪽]|ページ|페이지/gu;
/** Roman numbers count front matter, which never has a hundred pages: `CD`, `MIX` and `civil` are words. */
const ROMAN = /^(?:x[cl]|l?x{0,3})(?:i[xv]|v?i{0,3})$/;
/** A page's number and the last one's, or its chapter's. */
const COUNTS_MAX = 2;
/** Years, dates and document numbers have more digits. */
const COUNT_DIGITS_MAX = 3;

/** Whether `text` contains only counts, punctuation and the words around a page's number. */
export function onlyCountsPages(text: string): boolean {
  const numbers = text.match(/\p{N}+/gu) ?? [];
  if (numbers.length > COUNTS_MAX || numbers.some(digits => digits.length > COUNT_DIGITS_MAX)) return false;
  const words =
    text
      .toLowerCase()
      .replace(CJK_PAGE_SIGNS, ' ')
      .match(/[\p{L}\p{M}]+/gu) ?? [];
  return words.every(word => PAGE_WORDS.has(word) || ROMAN.test(word));
}

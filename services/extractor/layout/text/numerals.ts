/** Reads the numerals of lists in scripts that do not count with the Latin alphabet. */

/** Letters in the order in which lists count with them; it may differ between languages of one script. */
const ALPHABETS = [
  'абвгдежзиклмнопрстуфхцчшщэюя',
  'абвгдеєжзиіїклмнопрст',
  'αβγδεζηθικλμνξοπρστυφχψω',
  'أبجدهوزحطيكلمنسعفصقر',
  'ابجدهوزحطيكلمنسعفصقر',
  'أبتثجحخدذرزسشصضطظعغفقكلمنهوي',
  'ابپتثجچحخدذرزژسش',
  'אבגדהוזחטי',
  '가나다라마바사아자차카타파하',
  'ㄱㄴㄷㄹㅁㅂㅅㅇㅈㅊㅋㅌㅍㅎ',
  'アイウエオカキクケコサシスセソタチツテト',
  'イロハニホヘトチリヌ',
  'あいうえおかきくけこさしすせそ',
  'กขคงจฉชซฌญฎฏฐฑฒณดตถทธนบปผพฟภมยรลวศษสหฬอฮ',
  'កខគឃងចឆជឈញ',
  'ကခဂဃငစဆဇဈည',
  'कखगघङचछजझञ',
  'কখগঘঙচছজঝঞ',
  'აბგდევზთიკლმნოპჟრსტუ',
  'աբգդեզէըթժիլխծկ',
  'ሀለሐመሠረሰሸቀበ',
];

/** Ranges of characters that are a number with its frame, each counting from 1. */
const ENCLOSED = ['①⑳', '⑴⒇', '⒈⒛', '⒜⒵', 'ⓐⓩ', '㈠㈩', '㊀㊉', '❶❿', '➀➉', '㉮㉻', '㈎㈛'];
const ENCLOSED_CLASS = `[${ENCLOSED.map(([first, last]) => `${first}-${last}`).join('')}]`;

const LETTERS = `[${[...new Set(ALPHABETS.join(''))].join('')}]`;
const HEBREW_TENS = 'י[א-ט]|ט[וז]|כ[א-ט]?';
const HAN_SIGN = '[一二三四五六七八九十]';
/** Not `二、三`, which means two or three. */
const HAN = `${HAN_SIGN}{1,3}(?=[.．、)）](?!${HAN_SIGN}))`;
/** Numbers, letters and Roman numerals between the punctuation of a marker; capitals of other alphabets only before a bracket. */
export const BODIES = `\\p{Nd}{1,3}|[a-zA-Z]|[ivxlc]{1,6}|[IVXLC]{1,6}|${LETTERS}|[Α-ΩА-Я](?=\\))|${HEBREW_TENS}|الف|هـ|${HAN}`;

/** A number with its own frame needs no punctuation. */
export const ENCLOSED_NUMBER = `${ENCLOSED_CLASS}(?=\\s*\\S)`;

const HAN_DIGITS = '一二三四五六七八九';

/** Returns the value of a Han numeral: 三十一 is 31. */
function hanValue(text: string): number {
  const [tens, ones] = text.includes('十') ? text.split('十') : ['', text];
  const digit = (sign = '', empty = 0) => (sign === '' ? empty : HAN_DIGITS.indexOf(sign) + 1);
  return (text.includes('十') ? 10 * digit(tens, 1) : 0) + digit(ones);
}

/** Returns the value of digits in any script. */
export function digitsValue(text: string): number {
  return [...text].reduce((sum, digit) => 10 * sum + digitValue(digit), 0);
}

/** Returns a digit's value, using that Unicode has decimal digits in runs of ten. */
function digitValue(digit: string): number {
  const code = digit.codePointAt(0) ?? 0;
  let zero = code;
  while (code - zero < 9 && /\p{Nd}/u.test(String.fromCodePoint(zero - 1))) zero--;
  return code - zero;
}

export interface Count {
  /** Its first character, which identifies it. */
  alphabet: string;
  value: number;
}

/** Returns the positions in counts that a marker's body may stand for; empty for Latin letters and digits. */
export function countsOf(body: string): Count[] {
  const enclosed = ENCLOSED.filter(([first = '', last = '']) => body >= first && body <= last).map(
    ([first = '']): Count => ({ alphabet: first, value: body.charCodeAt(0) - first.charCodeAt(0) + 1 }),
  );
  if (enclosed.length > 0) return enclosed;
  if (/^[一二三四五六七八九十]+$/.test(body)) return [{ alphabet: '一', value: hanValue(body) }];
  const letter = { الف: 'ا', هـ: 'ه' }[body] ?? body.toLowerCase();
  if (letter.length > 1) return hebrewCount(letter);
  return ALPHABETS.flatMap(alphabet => {
    const at = alphabet.indexOf(letter);
    return at < 0 ? [] : [{ alphabet: alphabet.slice(0, 2), value: at + 1 }];
  });
}

/** Reads two Hebrew letters as a ten and a unit; 15 and 16 are written as 9 + 6 and 9 + 7. */
function hebrewCount(letters: string): Count[] {
  const value = [...letters].reduce((sum, letter) => sum + HEBREW.indexOf(letter) + 1, 0);
  return /^[א-כ]{2}$/.test(letters) ? [{ alphabet: 'אב', value }] : [];
}

/** Each letter at the index of its value less one; twenty is also written with one letter. */
const HEBREW = `אבגדהוזחטי${' '.repeat(9)}כ`;

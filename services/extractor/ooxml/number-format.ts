/** A number in the formats that list levels use (ECMA-376 part 1, 17.18.59); others are written in decimal. */

/** Largest number written in letters or Roman numerals; beyond it they grow without bound. */
const SPELLED_MAX = 3999;

export function formatNumber(value: number, format: string): string {
  if (value <= 0 || value > SPELLED_MAX) return String(value);
  return (FORMATS[format] ?? String)(value);
}

const FORMATS: Record<string, (value: number) => string> = {
  decimalZero: value => String(value).padStart(2, '0'),
  upperRoman: roman,
  lowerRoman: value => roman(value).toLowerCase(),
  upperLetter: value => letters(value, 'A', 26),
  lowerLetter: value => letters(value, 'a', 26),
  ordinal: value => `${value}${ordinalSuffix(value)}`,
  russianLower: value => fromAlphabet(value, 'абвгдежзиклмнопрстуфхцчшщыэюя'),
  russianUpper: value => fromAlphabet(value, 'АБВГДЕЖЗИКЛМНОПРСТУФХЦЧШЩЫЭЮЯ'),
  decimalEnclosedCircle: value => (value <= 20 ? String.fromCodePoint(0x245f + value) : String(value)),
  decimalEnclosedCircleChinese: value => (value <= 20 ? String.fromCodePoint(0x245f + value) : String(value)),
  chineseCounting: chinese,
  chineseCountingThousand: chinese,
  japaneseCounting: chinese,
  taiwaneseCounting: chinese,
  taiwaneseCountingThousand: chinese,
  ideographDigital: value => [...String(value)].map(digit => '〇一二三四五六七八九'[Number(digit)]).join(''),
  none: () => '',
};

const ROMAN: readonly (readonly [number, string])[] = [
  [1000, 'M'],
  [900, 'CM'],
  [500, 'D'],
  [400, 'CD'],
  [100, 'C'],
  [90, 'XC'],
  [50, 'L'],
  [40, 'XL'],
  [10, 'X'],
  [9, 'IX'],
  [5, 'V'],
  [4, 'IV'],
  [1, 'I'],
];

function roman(value: number): string {
  let text = '';
  let rest = value;
  for (const [amount, numeral] of ROMAN) {
    text += numeral.repeat(Math.floor(rest / amount));
    rest %= amount;
  }
  return text;
}

/** a … z, then aa, bb … as Word counts, not aa, ab. */
function letters(value: number, first: string, count: number): string {
  const letter = String.fromCodePoint((first.codePointAt(0) ?? 0) + ((value - 1) % count));
  return letter.repeat(Math.ceil(value / count));
}

function fromAlphabet(value: number, alphabet: string): string {
  const letter = alphabet[(value - 1) % alphabet.length] ?? '';
  return letter.repeat(Math.ceil(value / alphabet.length));
}

function ordinalSuffix(value: number): string {
  const tens = value % 100;
  if (tens >= 11 && tens <= 13) return 'th';
  return ['th', 'st', 'nd', 'rd'][value % 10] ?? 'th';
}

function chinese(value: number): string {
  const digits = '零一二三四五六七八九';
  const units = ['', '十', '百', '千'];
  const written = [...String(value)].reverse();
  let text = '';
  written.forEach((digit, place) => {
    if (digit !== '0') text = `${digits[Number(digit)]}${units[place]}${text}`;
    else if (text !== '' && !text.startsWith('零')) text = `零${text}`;
  });
  return value >= 10 && value < 20 ? text.slice(1) : text;
}

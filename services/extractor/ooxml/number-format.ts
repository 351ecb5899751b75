/**
 * Writes numbers in the formats that list levels use (ECMA-376 part 1, 17.18.59), and some more of ODF and web pages;
 * others are written in decimal.
 */

/** Largest number written in letters or Roman numerals, whose length would grow without bound. */
const SPELLED_MAX = 3999;

export function formatNumber(value: number, format: string): string {
  if (value <= 0 || value > SPELLED_MAX) return String(value);
  return (FORMATS[format] ?? String)(value);
}

const FORMATS: Record<string, ((value: number) => string) | undefined> = {
  __proto__: null as never,
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
  chineseLegalSimplified: value => counted(value, '零壹贰叁肆伍陆柒捌玖', '拾佰仟'),
  ideographLegalTraditional: value => counted(value, '零壹貳參肆伍陸柒捌玖', '拾佰仟'),
  japaneseLegal: value => counted(value, '零壱弐参四伍六七八九', '拾百阡'),
  ideographDigital: value => digits(value, '〇一二三四五六七八九'),
  taiwaneseDigital: value => digits(value, '○一二三四五六七八九'),
  japaneseDigitalTenThousand: value => digits(value, '〇一二三四五六七八九'),
  decimalFullWidth: fullWidth,
  decimalFullWidth2: fullWidth,
  decimalHalfWidth: String,
  decimalEnclosedParen: value => (value <= 20 ? String.fromCodePoint(0x2473 + value) : `(${value})`),
  decimalEnclosedFullstop: value => (value <= 20 ? String.fromCodePoint(0x2487 + value) : `${value}.`),
  numberInDash: value => `- ${value} -`,
  hex: value => value.toString(16).toUpperCase(),
  ideographTraditional: value => '甲乙丙丁戊己庚辛壬癸'[value - 1] ?? String(value),
  ideographZodiac: value => '子丑寅卯辰巳午未申酉戌亥'[value - 1] ?? String(value),
  aiueo: value => fromAlphabet(value, 'ｱｲｳｴｵｶｷｸｹｺｻｼｽｾｿﾀﾁﾂﾃﾄﾅﾆﾇﾈﾉﾊﾋﾌﾍﾎﾏﾐﾑﾒﾓﾔﾕﾖﾗﾘﾙﾚﾛﾜｦﾝ'),
  aiueoFullWidth: value =>
    fromAlphabet(
      value,
      'アイウエオカキクケコサシスセソタチツテトナニヌネノハヒフヘホマミムメモヤユヨラリルレロワヲン',
    ),
  iroha: value => fromAlphabet(value, 'ｲﾛﾊﾆﾎﾍﾄﾁﾘﾇﾙｦﾜｶﾖﾀﾚｿﾂﾈﾅﾗﾑｳヰﾉｵｸﾔﾏｹﾌｺｴﾃｱｻｷﾕﾒﾐｼヱﾋﾓｾｽ'),
  irohaFullWidth: value =>
    fromAlphabet(
      value,
      'イロハニホヘトチリヌルヲワカヨタレソツネナラムウヰノオクヤマケフコエテアサキユメミシヱヒモセス',
    ),
  ganada: value => fromAlphabet(value, '가나다라마바사아자차카타파하'),
  chosung: value => fromAlphabet(value, 'ㄱㄴㄷㄹㅁㅂㅅㅇㅈㅊㅋㅌㅍㅎ'),
  koreanCounting: sinoKorean,
  koreanDigital: value => digits(value, '영일이삼사오육칠팔구'),
  koreanDigital2: value => digits(value, '零一二三四五六七八九'),
  koreanLegal: value =>
    value < 100
      ? `${KOREAN_TENS[Math.floor(value / 10)] ?? ''}${KOREAN_UNITS[value % 10] ?? ''}`
      : sinoKorean(value),
  arabicAlpha: value => fromAlphabet(value, 'أبتثجحخدذرزسشصضطظعغفقكلمنهوي'),
  arabicAbjad: value => fromAlphabet(value, 'أبجدهوزحطيكلمنسعفصقرشتثخذضظغ'),
  hebrew1: hebrew,
  hebrew2: value => fromAlphabet(value, 'אבגדהוזחטיכלמנסעפצקרשת'),
  abjad: value => fromAlphabet(value, 'ابجدهوزحطيكلمنسعفصقرشتثخذضظغ'),
  arabicIndic: value => digits(value, '٠١٢٣٤٥٦٧٨٩'),
  persian: value => digits(value, '۰۱۲۳۴۵۶۷۸۹'),
  hindiNumbers: value => digits(value, '०१२३४५६७८९'),
  hindiConsonants: value => fromAlphabet(value, 'कखगघङचछजझञटठडढणतथदधनपफबभमयरलवशषसह'),
  thaiNumbers: value => digits(value, '๐๑๒๓๔๕๖๗๘๙'),
  thaiLetters: value => fromAlphabet(value, 'กขคงจฉชซฌญฎฏฐฑฒณดตถทธนบปผฝพฟภมยรลวศษสหฬอฮ'),
  cardinalText: value => capital(cardinal(value)),
  ordinalText: value => capital(ordinal(value)),
  greekLower: value => fromAlphabet(value, 'αβγδεζηθικλμνξοπρστυφχψω'),
  greekNumerals: greek,
  bulgarianLower: value => fromAlphabet(value, 'абвгдежзиклмнопрстуфхцчшщъюя'),
  serbianLower: value => fromAlphabet(value, 'абвгдђежзијклљмнњопрстћуфхцчџш'),
  chicago: value => ('*†‡§'[(value - 1) % 4] ?? '').repeat(Math.ceil(value / 4)),
  none: () => '',
};

const KOREAN_UNITS = ['', ...'하나 둘 셋 넷 다섯 여섯 일곱 여덟 아홉'.split(' ')];
const KOREAN_TENS = ['', ...'열 스물 서른 마흔 쉰 예순 일흔 여든 아흔'.split(' ')];

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

/** a … z, then aa, bb …, as Word counts, not aa, ab. */
function letters(value: number, first: string, count: number): string {
  const letter = String.fromCodePoint((first.codePointAt(0) ?? 0) + ((value - 1) % count));
  return letter.repeat(Math.ceil(value / count));
}

function fromAlphabet(value: number, alphabet: string): string {
  const letter = alphabet[(value - 1) % alphabet.length] ?? '';
  return letter.repeat(Math.ceil(value / alphabet.length));
}

const digits = (value: number, glyphs: string): string =>
  [...String(value)].map(digit => glyphs[Number(digit)]).join('');

function fullWidth(value: number): string {
  return digits(value, '０１２３４５６７８９');
}

/** Hebrew numerals up to 999: additive, with 15 and 16 written as 9 and 6 or 7. */
function hebrew(value: number): string {
  if (value > 999) return String(value);
  const hundreds = ['', 'ק', 'ר', 'ש', 'ת', 'תק', 'תר', 'תש', 'תת', 'תתק'][Math.floor(value / 100)];
  const rest = value % 100;
  if (rest === 15 || rest === 16) return `${hundreds}ט${rest === 15 ? 'ו' : 'ז'}`;
  return `${hundreds}${['', ...'יכלמנסעפצ'][Math.floor(rest / 10)]}${['', ...'אבגדהוזחט'][rest % 10]}`;
}

const BELOW_TWENTY = (
  'zero one two three four five six seven eight nine ten eleven twelve thirteen ' +
  'fourteen fifteen sixteen seventeen eighteen nineteen'
).split(' ');
const TENS = '  twenty thirty forty fifty sixty seventy eighty ninety'.split(' ');

function cardinal(value: number): string {
  if (value < 20) return BELOW_TWENTY[value] ?? '';
  if (value < 100) return joined(TENS[Math.floor(value / 10)] ?? '', value % 10, '-');
  const [unit, name] = value < 1000 ? [100, 'hundred'] : [1000, 'thousand'];
  return joined(`${cardinal(Math.floor(value / unit))} ${name}`, value % unit, ' ');
}

const joined = (first: string, rest: number, by: string): string =>
  rest === 0 ? first : `${first}${by}${cardinal(rest)}`;

const IRREGULAR: Record<string, string> = {
  one: 'first',
  two: 'second',
  three: 'third',
  five: 'fifth',
  eight: 'eighth',
  nine: 'ninth',
  twelve: 'twelfth',
};

const ordinal = (value: number): string =>
  cardinal(value).replace(/[a-z]+$/, last => IRREGULAR[last] ?? `${last.replace(/y$/, 'ie')}th`);

const capital = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);

function ordinalSuffix(value: number): string {
  const tens = value % 100;
  if (tens >= 11 && tens <= 13) return 'th';
  return ['th', 'st', 'nd', 'rd'][value % 10] ?? 'th';
}

function chinese(value: number): string {
  const text = counted(value, '零一二三四五六七八九', '十百千');
  return value >= 10 && value < 20 ? text.slice(1) : text;
}

/** Digits with their units, without the zeros at the end. */
function counted(value: number, glyphs: string, units: string): string {
  const zero = glyphs[0] ?? '';
  const written = [...String(value)].reverse();
  let text = '';
  written.forEach((digit, place) => {
    if (digit !== '0') text = `${glyphs[Number(digit)]}${units[place - 1] ?? ''}${text}`;
    else if (text !== '' && !text.startsWith(zero)) text = `${zero}${text}`;
  });
  return text;
}

/** Omits zeros, and a one before its unit. */
function sinoKorean(value: number): string {
  const text = counted(value, '영일이삼사오육칠팔구', '십백천');
  return text.replaceAll('영', '').replace(/일(?=[십백천])/g, '');
}

const GREEK_PLACES = ['ρ σ τ υ φ χ ψ ω ϡ', 'ι κ λ μ ν ξ ο π ϟ', 'α β γ δ ε στ ζ η θ'].map(letters =>
  letters.split(' '),
);

/** Each letter is a number, and a numeral the sum of its letters. */
function greek(value: number): string {
  if (value > 999) return String(value);
  const padded = String(value).padStart(GREEK_PLACES.length, '0');
  return [...padded].map((digit, place) => GREEK_PLACES[place]?.[Number(digit) - 1] ?? '').join('');
}

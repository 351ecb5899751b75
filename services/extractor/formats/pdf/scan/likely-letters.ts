/** Decides whether letters may be those of a language: codes taken for letters are others, with other frequencies. */

/** More than half of the letters of any text in Latin script, without marks: .50 in Welsh, .63 in English, .68 in Finnish. */
const USUAL = new Uint8Array(0x80);
for (const letter of 'eainorst') USUAL[letter.charCodeAt(0)] = 1;
/**
 * Letters in any order, and those of a text with shifted codes, have .31, with a scatter of .04 for the least number
 * that is judged.
 */
const USUAL_SHARE_MIN = 0.4;
const JUDGED_LETTERS_MIN = 120;
/** In Vietnamese, .3 of the letters have a mark; in Cyrillic and Greek read by a Western code page nearly all have. */
const MARKED_SHARE_MAX = 0.6;

const LOWER_A = 0x61;
const LOWER_Z = 0x7a;
/** From ASCII capitals to small letters. */
const CASE_BIT = 0x20;
const LAST_PLAIN = 0x7e;
const FIRST_MARKED = 0xc0;
/**
 * Up to here all characters are letters in Latin script, except × and ÷, which differ by the same bit as capitals and
 * small letters.
 */
const LAST_MARKED = 0x24f;
const TIMES_OR_DIVIDED = 0xf7;
const LATIN = /\p{Script=Latin}/u;
/** Whether a code is from Greek to Ol Chiki, or in East Asia up to Yi: no letter there is Latin. */
const isOtherScript = (code: number): boolean =>
  (code >= 0x370 && code < 0x1d00) || (code >= 0x2e80 && code < 0xa700);

/** With at least this many different words, a text is no list of names, variables or numbers of one kind. */
const JUDGED_WORDS_MIN = 30;
const WORD = /[\p{Script=Latin}\p{M}]{2,}/gu;

/**
 * Least number of consecutive letters in a word: program text and references have .43 of their characters in such runs,
 * most prose .7, but Greek, Russian or Hindi through a wrong map at most .2.
 */
const WORD_PART_LETTERS = 4;
const WORD_PARTS = /(?:\p{L}\p{M}*){4,}/gu;
const WORD_PARTS_SHARE_MIN = 0.2;
/** Text with such letters has lost no upper bytes: Tibetan words, for example, are syllables of three letters. */
const UPPER_LETTERS = /[\u0250-\uffff]/g;
const LEADER = /([.·…_–-])\1+/gu;
/**
 * Latin-1 symbols that do not occur in words, quotes, prices and measures, and control characters: .02 of any text, but
 * at least .07 of Vietnamese or Japanese through a wrong map.
 */
const RARE_SIGNS = /[¡¦¨¬¯´¶¸¹¼-¿\u0080-\u009f]/gu;
const RARE_SIGN = new RegExp(RARE_SIGNS.source, 'u');
const RARE_SIGNS_SHARE_MAX = 0.04;
/** Numbers, dates and prices have fewer other characters. */
const LEAST_OTHER_SIGNS = 3;
const OF_FIGURES = /[\p{N}.,:]/gu;
/**
 * Part numbers, file names, records, hashes and keys consist of short runs of letters and digits by design:
 * `100001.tex`, `MSP430-G2`, `10;2019-08-01;3;`. Words of a lost alphabet have other characters: Russian's `>` and `=`
 * stand for о and н.
 */
const CODE = /^(?=.*\d)[A-Za-z0-9._/:;,+~|*()[\]-]+={0,2}$/;
/** From this many letters of other words beside codes on, the codes may be broken words as well. */
const BESIDE_CODES_MIN = 40;

/** No language writes a word in more than two of these scripts; this many such words are no chance. */
const SCRIPTS_OF_WORD_MAX = 2;
const MIXED_WORDS_MIN = 2;
const FIRST_FAR = 0x530;
const LAST_FAR = 0x1cff;
/** Scripts have one or several rows of 128 codes. */
const ROW_BITS = 7;
const FAR_RUNS = /[\u0530-\u1cff]+/g;
/** From this average number of consecutive letters on, they are words. */
const SCATTERED_LETTERS_MAX = 2.5;
const FAR_SCRIPTS = (
  'Armn Hebr Arab Syrc Thaa Nkoo Samr Mand Deva Beng Guru Gujr Orya Taml Telu Knda Mlym Sinh Thai Laoo Tibt ' +
  'Mymr Geor Hang Ethi Cher Cans Ogam Runr Tglg Khmr Mong Limb Tale Talu Bugi Lana Bali Sund Batk Lepc Olck'
)
  .split(' ')
  .map(script => new RegExp(`\\p{sc=${script}}`, 'u'));

/** Whether the texts, all in one font, have letters of no language; false where they have too few to tell. */
export function areUnlikelyLetters(texts: readonly string[]): boolean {
  const letters = new LatinLetters();
  let mixed = 0;
  let length = 0;
  for (const text of texts) {
    const isFar = letters.add(text);
    if (isFar && mixesScripts(text) && ++mixed >= MIXED_WORDS_MIN) return true;
    length += text.length;
  }
  if (length < JUDGED_LETTERS_MIN) return false;
  if (letters.areUnlikely() && lettersIn(differentWords(texts)).areUnlikely()) return true;
  return !areSurelyWords(texts, length) && areBrokenUp(texts);
}

/** Whether a word mixes scripts, as if a font's glyph numbers were taken for letters: `ᕑᑗՈᦩݩڦ` for Chinese. */
function mixesScripts(text: string): boolean {
  let rows: Set<number> | undefined;
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at);
    if (code < FIRST_FAR || code > LAST_FAR) continue;
    rows ??= new Set();
    rows.add(code >> ROW_BITS);
  }
  // Letters of a script are close together, so that most words need no further check.
  const mayBeMixed = rows !== undefined && rows.size > SCRIPTS_OF_WORD_MAX;
  return mayBeMixed && scriptsIn(text) > SCRIPTS_OF_WORD_MAX;
}

const scriptsIn = (text: string): number => FAR_SCRIPTS.filter(script => script.test(text)).length;

/**
 * Whether the texts of a font contain letters of several such scripts, one or two at a time: remainders of words of
 * which only some glyph numbers are those of letters. A list of languages has words, and only a table of alphabets
 * single letters.
 */
export function scattersScripts(texts: readonly string[]): boolean {
  const runs = texts.flatMap(text => text.match(FAR_RUNS) ?? []);
  const all = runs.join('');
  return scriptsIn(all) > SCRIPTS_OF_WORD_MAX && all.length < SCATTERED_LETTERS_MAX * runs.length;
}

/**
 * Whether the texts are certainly not broken up: a quick check of the first words, without joining or dividing any,
 * that settles nearly all fonts. Different words of letters only, with at most one character after them, are enough if
 * there are no rare symbols.
 */
function areSurelyWords(texts: readonly string[], length: number): boolean {
  const enough = WORD_PARTS_SHARE_MIN * length;
  const words = new Set<string>();
  let inParts = 0;
  for (const text of texts) {
    const letters = inParts < enough ? lettersAtStart(text) : 0;
    const isWord = letters >= WORD_PART_LETTERS && letters >= text.length - 1 && !words.has(text);
    if (isWord && endsInSight(text)) {
      words.add(text);
      inParts += letters;
    }
    if (letters < text.length && hasRareSign(text)) return false;
  }
  return inParts >= enough;
}

/** Returns how many Western European letters a text begins with. */
function lettersAtStart(text: string): number {
  let at = 0;
  for (; at < text.length; at++) {
    const code = text.charCodeAt(at);
    const letter = code | CASE_BIT;
    if (letter >= LOWER_A && letter <= LOWER_Z && code < FIRST_MARKED) continue;
    if (code < FIRST_MARKED || code > LAST_MARKED || letter === TIMES_OR_DIVIDED) break;
  }
  return at;
}

/**
 * Whether a text has a rare symbol: they are between ASCII and the letters of Western Europe, where most words have no
 * character.
 */
function hasRareSign(text: string): boolean {
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at);
    if (code > LAST_PLAIN && code < FIRST_MARKED) return RARE_SIGN.test(text);
  }
  return false;
}

/** Whether a text ends in a visible character and not in white space, which separates words. */
const endsInSight = (text: string): boolean => {
  const last = text.charCodeAt(text.length - 1);
  return (last > 0x20 && last <= LAST_PLAIN) || (last >= FIRST_MARKED && last <= LAST_MARKED);
};

/** Whether symbols and digits stand between the letters, as where the upper bytes of Greek, Russian or Japanese are lost. */
function areBrokenUp(texts: readonly string[]): boolean {
  const told = texts.flatMap(text => text.replace(LEADER, ' ').split(/\s+/));
  const long = new Set(told.filter(word => word.replace(OF_FIGURES, '').length >= LEAST_OTHER_SIGNS));
  if (signsIn(long) < JUDGED_LETTERS_MIN) return false;
  // Codes are broken up, too, but not together with other broken words.
  const words = new Set([...long].filter(word => !CODE.test(word)));
  const all = [...words].join(' ');
  const signs = signsIn(words);
  if (signs < BESIDE_CODES_MIN || (all.match(UPPER_LETTERS)?.length ?? 0) > signs / 2) return false;
  const parts = all.match(WORD_PARTS) ?? [];
  const rare = all.match(RARE_SIGNS) ?? [];
  const inParts = parts.reduce((sum, part) => sum + part.length, 0);
  return inParts < WORD_PARTS_SHARE_MIN * signs || rare.length > RARE_SIGNS_SHARE_MAX * signs;
}

const signsIn = (words: ReadonlySet<string>): number =>
  [...words].reduce((sum, word) => sum + word.length, 0);

/** Returns each word once; empty where there are too few. */
function differentWords(texts: readonly string[]): string[] {
  const words = new Set(
    texts.filter(word => !CODE.test(word)).flatMap(text => text.toLowerCase().match(WORD) ?? []),
  );
  return words.size < JUDGED_WORDS_MIN ? [] : [...words];
}

function lettersIn(texts: readonly string[]): LatinLetters {
  const letters = new LatinLetters();
  for (const text of texts) letters.add(text);
  return letters;
}

/** Counts the letters of texts, those with a mark, and those most frequent in any language. */
class LatinLetters {
  private plain = 0;
  private marked = 0;
  private usual = 0;

  /** Adds a text, and returns whether it has a letter of the scripts that no word mixes. */
  add(text: string): boolean {
    let plain = 0;
    let usual = 0;
    let isFar = false;
    for (let at = 0; at < text.length; at++) {
      const code = text.charCodeAt(at);
      const letter = code | CASE_BIT;
      if (letter >= LOWER_A && letter <= LOWER_Z && code < 0x80) {
        plain++;
        usual += USUAL[letter] ?? 0;
      } else if (code >= FIRST_FAR && code <= LAST_FAR) isFar = true;
      else if (code >= FIRST_MARKED && !isOtherScript(code)) at += this.addMarked(text, at);
    }
    this.plain += plain;
    this.usual += usual;
    return isFar;
  }

  /** Returns the number of code units of its character after the first. */
  private addMarked(text: string, at: number): number {
    const character = String.fromCodePoint(text.codePointAt(at) ?? 0);
    if (LATIN.test(character)) {
      this.marked++;
      this.usual += USUAL[character.normalize('NFD').charCodeAt(0) | CASE_BIT] ?? 0;
    }
    return character.length - 1;
  }

  areUnlikely(): boolean {
    const letters = this.plain + this.marked;
    if (letters < JUDGED_LETTERS_MIN) return false;
    return this.usual < USUAL_SHARE_MIN * letters || this.marked > MARKED_SHARE_MAX * letters;
  }
}

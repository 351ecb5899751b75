/** Finds where sentences and clauses end, in the scripts that mark it. */

/** Full stops and exclamation marks of Latin, Greek and Cyrillic, … */
const STOPS = '.!';
/** … of East Asia, of Arabic and Urdu, of India, Burma, Cambodia, Tibet, Armenia and Ethiopia, … */
const OTHER_STOPS = '。．！۔।॥။៕។།։።፨';
/** … and question marks, likewise. */
const QUESTION = '?';
const OTHER_QUESTIONS = '？؟';
/** What may follow them. */
const CLOSING = `[)"'”’»」』）\\]]*`;

const SENTENCE = new RegExp(`[${STOPS}${QUESTION}${OTHER_STOPS}${OTHER_QUESTIONS}]${CLOSING}$`, 'u');
const SENTENCE_OR_COLON = new RegExp(
  `[:${STOPS}${QUESTION}${OTHER_STOPS}${OTHER_QUESTIONS}]${CLOSING}$`,
  'u',
);
const CLAUSE = new RegExp(`[:;${STOPS}${QUESTION}${OTHER_STOPS}${OTHER_QUESTIONS}]${CLOSING}$`, 'u');
/** An East Asian full stop after a number ends no sentence (第1条。), but a Latin one does. */
const STATEMENT = new RegExp(`(?:[${STOPS}]|(?<!\\p{N}\\s*)[${OTHER_STOPS}])${CLOSING}$`, 'u');
/**
 * Uses lookbehind for what stands before a punctuation mark, so that the search goes from mark to mark instead of from
 * letter to letter.
 */
const INSIDE = new RegExp(
  [
    `[${STOPS}${QUESTION}](?:(?<=[\\p{Ll})]{2}.)\\s+\\p{Lu}|(?<=[\\p{Lo}\\p{M})]{2}.)\\s+\\p{Lo})`,
    `[${OTHER_STOPS}${OTHER_QUESTIONS}](?<=[\\p{Lo}\\p{M})].)\\s*\\p{Lo}`,
  ].join('|'),
  'u',
);

/**
 * Whether a text ends in an ASCII letter or digit, as most lines do: no sentence ends like this, so the text need not
 * be searched.
 */
const endsInWord = (text: string): boolean => IN_WORD.test(text.slice(-1));
const IN_WORD = /^[A-Za-z0-9]/;
/** Every place between two sentences has one of these. */
const MAY_END_INSIDE = new RegExp(`[${STOPS}${QUESTION}]\\s|[${OTHER_STOPS}${OTHER_QUESTIONS}]`);

export const endsSentence = (text: string): boolean => !endsInWord(text) && SENTENCE.test(text);

/** Whether a text ends a sentence, or leads to an example or a list below. */
export const endsSentenceOrColon = (text: string): boolean =>
  !endsInWord(text) && SENTENCE_OR_COLON.test(text);

/** Whether a text ends a sentence, or in a colon or semicolon; statements of programs end like this, too. */
export const endsClause = (text: string): boolean => !endsInWord(text) && CLAUSE.test(text);

/** Whether a text ends a sentence that is no question. */
export const endsStatement = (text: string): boolean => !endsInWord(text) && STATEMENT.test(text);

/** Whether one sentence ends and another begins inside a text. */
export const holdsSentenceEnd = (text: string): boolean => MAY_END_INSIDE.test(text) && INSIDE.test(text);

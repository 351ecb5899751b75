/** Where sentences and clauses end, in the scripts that mark it. */

/** Full stops and exclamation marks: those of Latin, Greek and Cyrillic, … */
const STOPS = '.!';
/** … of East Asia, of Arabic and Urdu, of India, Burma, Cambodia, Tibet, Armenia and Ethiopia; … */
const OTHER_STOPS = '。．！۔।॥။៕។།։።፨';
/** … and question marks, likewise. */
const QUESTION = '?';
const OTHER_QUESTIONS = '？؟';
/** What may stand behind them. */
const CLOSING = `[)"'”’»」』）\\]]*`;

const SENTENCE = new RegExp(`[${STOPS}${QUESTION}${OTHER_STOPS}${OTHER_QUESTIONS}]${CLOSING}$`, 'u');
const SENTENCE_OR_COLON = new RegExp(
  `[:${STOPS}${QUESTION}${OTHER_STOPS}${OTHER_QUESTIONS}]${CLOSING}$`,
  'u',
);
const CLAUSE = new RegExp(`[:;${STOPS}${QUESTION}${OTHER_STOPS}${OTHER_QUESTIONS}]${CLOSING}$`, 'u');
/** A sign of numbering before it ends no sentence (第1条。), but a Latin point does. */
const STATEMENT = new RegExp(`(?:[${STOPS}]|(?<!\\p{N}\\s*)[${OTHER_STOPS}])${CLOSING}$`, 'u');
/** What stands before a sign is looked at behind it: so the search goes from sign to sign instead of from letter to letter. */
const INSIDE = new RegExp(
  [
    `[${STOPS}${QUESTION}](?:(?<=[\\p{Ll})]{2}.)\\s+\\p{Lu}|(?<=[\\p{Lo}\\p{M})]{2}.)\\s+\\p{Lo})`,
    `[${OTHER_STOPS}${OTHER_QUESTIONS}](?<=[\\p{Lo}\\p{M})].)\\s*\\p{Lo}`,
  ].join('|'),
  'u',
);

/** With a letter or a figure of ASCII, as most lines end: no sentence does, and none is looked for from the text's beginning on. */
const endsInWord = (text: string): boolean => IN_WORD.test(text.slice(-1));
const IN_WORD = /^[A-Za-z0-9]/;
/** What parts two sentences has one of these. */
const MAY_END_INSIDE = new RegExp(`[${STOPS}${QUESTION}]\\s|[${OTHER_STOPS}${OTHER_QUESTIONS}]`);

export const endsSentence = (text: string): boolean => !endsInWord(text) && SENTENCE.test(text);

/** A sentence, or what leads to an example or a list below. */
export const endsSentenceOrColon = (text: string): boolean =>
  !endsInWord(text) && SENTENCE_OR_COLON.test(text);

/** A sentence, or what a colon or a semicolon parts from the rest of one: statements of programs end so, too. */
export const endsClause = (text: string): boolean => !endsInWord(text) && CLAUSE.test(text);

/** A sentence that is no question. */
export const endsStatement = (text: string): boolean => !endsInWord(text) && STATEMENT.test(text);

/** Whether one sentence ends inside a text and another begins. */
export const holdsSentenceEnd = (text: string): boolean => MAY_END_INSIDE.test(text) && INSIDE.test(text);

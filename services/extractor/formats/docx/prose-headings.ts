/**
 * Recognises heading styles in which a document sets its prose: contracts number their clauses with `Heading 3` to
 * `Heading 6`, which makes whole paragraphs look like titles. Paragraphs of such a style become numbered text, except
 * obvious titles.
 */
import type { FlowItem } from '../../story/flow.ts';

/** A paragraph that is a heading by its style or outline level, and what it is otherwise. */
export interface StyledHeading {
  heading: FlowItem;
  prose: FlowItem;
  /** The style with its level; headings of one style are decided together. */
  style: string;
}

/** Most characters of a title, including its number. */
const TITLE_CHARACTERS = 250;
/** A title that ends like a sentence is shorter. */
const SENTENCE_CHARACTERS = 80;
/** A title among clauses is shorter than most of their parts. */
const TITLE_AMONG_CLAUSES_CHARACTERS = 60;
/** If at least this share of a style's paragraphs are clauses, the style is not one for titles. */
const PROSE_SHARE = 0.5;
/** Fewer may be long titles, or prose that was given a heading style by mistake. */
const LEAST_CLAUSES = 3;

/** Returns the story with prose in place of headings that are none. */
export function withoutProseHeadings(
  flow: readonly FlowItem[],
  headings: readonly StyledHeading[],
): FlowItem[] {
  const styles = new Map<string, { all: number; clauses: number }>();
  for (const { heading, style } of headings) {
    const tally = styles.get(style) ?? { all: 0, clauses: 0 };
    tally.all++;
    if (isClause(textOf(heading))) tally.clauses++;
    styles.set(style, tally);
  }
  const prose = new Map<FlowItem, FlowItem>();
  for (const one of headings) {
    const { all = 0, clauses = 0 } = styles.get(one.style) ?? {};
    const isProse = clauses >= Math.max(LEAST_CLAUSES, all * PROSE_SHARE);
    const text = textOf(one.heading);
    if ((isProse && !isTitle(text)) || isPassage(text)) prose.set(one.heading, one.prose);
  }
  return prose.size === 0 ? [...flow] : flow.map(item => prose.get(item) ?? item);
}

const textOf = (item: FlowItem): string => ('text' in item ? item.text : '');

/**
 * Whether a text has several sentences, as no title has: its style was applied by mistake, or taken over from the
 * heading before.
 */
const isPassage = (text: string): boolean =>
  text.length > TITLE_CHARACTERS && /[.:!?]["”»]?$/.test(text) && SENTENCES.test(text);

/** The end of a sentence after a word of at least two letters or a bracket, and the beginning of another. */
const SENTENCES = /(?:\p{L}{2}|["”»)])[.!?]["”»)]? ["“«(]?\p{Lu}/u;

function isClause(text: string): boolean {
  if (text.length > TITLE_CHARACTERS || /[;,]$/.test(text)) return true;
  return text.length > SENTENCE_CHARACTERS && /[.:]$/.test(text);
}

/** Whether a text is a title: short, with a capital (or a letter without case) after its number, and no part of a sentence. */
function isTitle(text: string): boolean {
  const words = text.replace(/^\(?[\p{N}\p{L}]{0,5}[.)]\s+/u, '');
  const first = /\p{L}/u.exec(words)?.[0] ?? '';
  const hasCapital = first !== '' && !/\p{Ll}/u.test(first);
  return words.length <= TITLE_AMONG_CLAUSES_CHARACTERS && hasCapital && !/[.,:;]$/.test(words);
}

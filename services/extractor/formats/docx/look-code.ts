/**
 * Finds programs and terminal sessions that no style marks: consecutive paragraphs, every letter of them in a
 * fixed-pitch font.
 */
import type { FlowItem } from '../../story/flow.ts';
import type { TextLook } from '../../story/look-headings.ts';

/** The look of a text, with its number of fixed-pitch characters and of characters in runs that ask for a text font. */
export interface ShownText extends TextLook {
  monospaced: number;
  forText: number;
  /** The paragraph's text with the spaces that indent it. */
  source: string;
}

export type ParagraphLooks = Map<FlowItem, ShownText>;

/** A single line in another font is a name or a path. */
const LINES_MIN = 2;
/** A typewritten document, such as a screenplay, is no program. */
const DOCUMENT_SHARE_MAX = 0.6;
/** Programmers break their lines before this; longer lines that flow were wrapped by Word. */
const PROGRAM_LINE_MAX = 160;
/**
 * Share of such characters in a long line: sentences have a quotation mark or bracket now and then, JSON and commands
 * far more.
 */
const SENTENCE_SIGNS_SHARE_MAX = 0.04;
const PROGRAM_SIGNS = /[{}[\]()<>=|\\/_$#*&%@^~`"]/g;

export function withCodeByLook(flow: readonly FlowItem[], looks: ParagraphLooks): readonly FlowItem[] {
  if (monospacedShare(flow, looks) > DOCUMENT_SHARE_MAX) return flow;
  const result: FlowItem[] = [];
  let run: FlowItem[] = [];
  const close = () => {
    const text = run.map(item => looks.get(item)?.source ?? '').join('\n');
    const [first] = run;
    if (first === undefined || text.split('\n').length < LINES_MIN || isProse(text)) result.push(...run);
    else
      result.push({
        kind: 'code',
        text: text.replace(/(?<![ \t])[ \t]+$/gm, ''),
        page: 'page' in first ? first.page : null,
      });
    run = [];
  };
  for (const item of flow) {
    if (isCodeLine(item, looks)) run.push(item);
    else {
      close();
      result.push(item);
    }
  }
  close();
  return result;
}

/** Whether a story is one program. */
export function holdsOnlyCode(story: readonly FlowItem[], looks: ParagraphLooks): boolean {
  const text = story.map(item => looks.get(item)?.source ?? '').join('\n');
  return (
    text.split('\n').length >= LINES_MIN && story.every(item => isCodeLine(item, looks)) && !isProse(text)
  );
}

/** Whether a passage only looks typewritten, such as a letter or a clipping: most of it consists of sentences. */
function isProse(text: string): boolean {
  const sentences = text.split('\n').filter(isSentences);
  return sentences.reduce((sum, line) => sum + line.length, 0) > text.length / 2;
}

const isSentences = (line: string): boolean =>
  line.length > PROGRAM_LINE_MAX &&
  (line.match(PROGRAM_SIGNS)?.length ?? 0) < line.length * SENTENCE_SIGNS_SHARE_MAX;

function isCodeLine(item: FlowItem, looks: ParagraphLooks): boolean {
  const shown = looks.get(item);
  return (
    item.kind === 'paragraph' &&
    shown !== undefined &&
    shown.characters > 0 &&
    shown.monospaced === shown.characters
  );
}

function monospacedShare(flow: readonly FlowItem[], looks: ParagraphLooks): number {
  let all = 0;
  let monospaced = 0;
  for (const item of flow) {
    const shown = looks.get(item);
    all += shown?.characters ?? 0;
    monospaced += shown?.monospaced ?? 0;
  }
  return all === 0 ? 1 : monospaced / all;
}

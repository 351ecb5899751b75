/** Programs and terminal sessions that no style marks: paragraphs in a row, every letter of them in a font of one width. */
import type { FlowItem } from '../../ooxml/flow.ts';
import type { ParagraphLooks } from './look-headings.ts';

/** One line in another font is a name or a path. */
const LINES_MIN = 2;
/** A document written on a typewriter, a screenplay say, is not a program. */
const DOCUMENT_SHARE_MAX = 0.6;

export function withCodeByLook(flow: readonly FlowItem[], looks: ParagraphLooks): readonly FlowItem[] {
  if (monospacedShare(flow, looks) > DOCUMENT_SHARE_MAX) return flow;
  const result: FlowItem[] = [];
  let run: FlowItem[] = [];
  const close = () => {
    const text = run.map(item => looks.get(item)?.source ?? '').join('\n');
    const [first] = run;
    if (first === undefined || text.split('\n').length < LINES_MIN) result.push(...run);
    else
      result.push({
        kind: 'code',
        text: text.replace(/[ \t]+$/gm, ''),
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

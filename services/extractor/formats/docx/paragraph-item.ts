/** Decides what a finished paragraph is: heading, list item, code, caption or plain. */
import type { HeadingLevel, PageNumber } from '../../../../schemas/document.ts';
import { type FlowItem, type NumberedParagraph, numberedText } from '../../story/flow.ts';
import type { ParagraphDraft } from './paragraph.ts';
import type { StyledHeading } from './prose-headings.ts';
import { headingOfOutline, type ParagraphStyle } from './styles.ts';
import type { WordDocument } from './word-document.ts';

/** `numId` 0 removes the numbering of the style (17.9.18). */
const NO_LIST = '0';

/**
 * Returns the item; null for a paragraph without text, though its number counts and is returned without text. Headings
 * are added to `headings`.
 */
export function paragraphItem(
  draft: ParagraphDraft,
  document: WordDocument,
  headings: StyledHeading[],
): FlowItem | null {
  if (isHidden(draft, document)) return null;
  const style = document.styles.paragraph(draft.style);
  const numbered = numberedParagraph(draft, style, document);
  const { page } = draft;
  if (draft.text !== '' && isCode(draft, style)) return { kind: 'code', text: draft.text.trimEnd(), page };
  const text = draft.text.trim();
  if (text === '') return numbered?.marker.bullet === false ? numbered : null;
  const level = headingLevel(draft, style);
  const prose = numbered === null ? null : { ...numbered, text };
  if (level !== null) {
    const item = heading(level, prose === null ? text : numberedText(prose), page);
    const key = `${draft.style ?? ''} ${level}`;
    headings.push({ heading: item, prose: prose ?? { kind: 'paragraph', text, page }, style: key });
    return item;
  }
  if (prose !== null) return prose;
  return style.role === 'caption' ? { kind: 'caption', text, page } : { kind: 'paragraph', text, page };
}

/**
 * Whether a paragraph is code. Contracts and reports pasted from a web page keep the style of the page's programs, but
 * not their font.
 */
const isCode = ({ shown }: ParagraphDraft, { role }: ParagraphStyle): boolean =>
  role === 'code' || (role === 'pasted' && (shown.characters === 0 || shown.forText < shown.characters));

/** Whether a paragraph is hidden together with its mark: then it takes no line, and its number is not counted. */
const isHidden = (
  { text, holdsHidden, markHidden, style }: ParagraphDraft,
  { styles }: WordDocument,
): boolean => holdsHidden && text.trim() === '' && (markHidden ?? styles.hideRun(style, undefined));

/** Makes a heading. Its number belongs to it (`2.1 Scope`), since headings, unlike list items, do not count by themselves. */
function heading(level: HeadingLevel, text: string, page: PageNumber): FlowItem {
  return { kind: 'heading', level, text: text.replace(/\s+/g, ' '), page };
}

function headingLevel(draft: ParagraphDraft, style: ParagraphStyle): HeadingLevel | null {
  return draft.outline === undefined ? style.heading : headingOfOutline(draft.outline);
}

function numberedParagraph(
  draft: ParagraphDraft,
  style: ParagraphStyle,
  { numbering }: WordDocument,
): NumberedParagraph | null {
  const list = draft.list ?? style.numbering?.id;
  if (list === undefined || list === NO_LIST) return null;
  const level = draft.level ?? style.numbering?.level ?? numbering.levelOfStyle(list, draft.style);
  const marker = numbering.advance(list, level);
  if (marker === null || (!marker.bullet && marker.text === '')) return null;
  const countsOnWith = numbering.countOf(list, level);
  return { kind: 'numbered', text: '', page: draft.page, list: countsOnWith, level, marker };
}

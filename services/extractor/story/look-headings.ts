/**
 * Finds headings in documents that mark none: many authors set them in bold or large type instead of a heading style.
 * If a document uses a heading style at all, paragraphs without it are none, and the document is left as it is.
 */
import type { HeadingLevel } from '../../../schemas/document.ts';
import { type FlowItem, numberedText } from './flow.ts';

/** Number of visible characters, number of bold ones among them, and the sum of all their sizes in points. */
export interface TextLook {
  characters: number;
  bold: number;
  points: number;
}

/** The looks of paragraphs. */
type Looks = ReadonlyMap<FlowItem, TextLook>;

/** A title has one line, or at most two. */
const TITLE_CHARACTERS_MAX = 100;
/** `摘要` is a title, `A.` is not. */
const LETTERS = /^(?:\P{L}*\p{L}){2}/u;
/** Headings are larger than the text by at least two points, or equally large and bold. */
const LARGER_THAN_TEXT = 1.15;
/** A colon or punctuation mark at the end is often left out when a line is made bold. */
const BOLD_SHARE_MIN = 0.95;
/** A text that ends like part of a sentence, or begins with a typed bullet. */
const NO_TITLE = /[.;,]$|^[•·▪●○◦–*-]/;
/** `1.1`, with the tab before its title; any other tab separates a label from its value, or columns. */
const NUMBER_AND_TAB = /^\(?\d[\d.]{0,11}\)? *\t/;
/** Dots leading to a page number, or a line to write on. */
const LEADERS = /(?:[.…·_] ?){4}/;
/** `Date: 2 October`; in `Chapter 2: Methods` a number shows the title. */
const LABEL_AND_VALUE = /^[^\d:]+: ?\S/;
/** Below a picture: `Figure 3: …`, `图2：…`. */
const CAPTION = /^\p{L}{1,10}\.? ?\d/u;
/** Beside a table: `Table 3: …`, `表3-1`. Other words with a number, such as a week, are headings there. */
const TABLE_CAPTION =
  /^(?i:tab(?:\.|le|leau|la|ela|ella|elle|el|ell|ulka|uľka|lo)|cuadro|quadro|taulukko|táblázat|табл(?:\.|ица|иця|іца)|πίνακας|bảng|ตาราง(?:ที่)?|جدول|표|表) ?(?:n?o\.? ?|№ ?)?\p{Nd}/u;
/** If more is bold, bold type says nothing. */
const DOCUMENT_BOLD_SHARE_MAX = 0.3;
/** Title, chapter and section may follow each other; more lines that look alike are a letterhead or a form. */
const STACKED_MAX = 3;
/** A single bold line may be anything. */
const LEAST_ALIKE = 2;
const LEVEL_MAX = 6;

interface Candidate {
  at: number;
  text: string;
  points: number;
  bold: boolean;
  larger: boolean;
  /** Depth of its number: 2 for `2.1 Scope`; 1 without a number. */
  depth: number;
}

export function withHeadingsByLook(flow: readonly FlowItem[], looks: Looks): readonly FlowItem[] {
  if (flow.some(({ kind }) => kind === 'heading')) return flow;
  const text = textLook(flow, looks);
  const candidates = new Map<number, Candidate>();
  for (const [at, item] of flow.entries()) {
    const candidate = candidateOf(item, at, looks.get(item), text);
    if (candidate !== null) candidates.set(at, candidate);
  }
  const headings = openers([...candidates.values()], flow);
  if (headings.length === 0) return flow;
  const levels = levelsOf(headings);
  const heading = new Map(headings.map(one => [one.at, one]));
  return flow.map((item, at) => {
    const one = heading.get(at);
    if (one === undefined) return item;
    const page = 'page' in item ? item.page : null;
    return { kind: 'heading', level: levels.get(lookKey(one)) ?? 1, text: one.text, page };
  });
}

/** Returns the size of most characters, and the bold share of all. */
function textLook(flow: readonly FlowItem[], looks: Looks): { points: number; boldShare: number } {
  const bySize = new Map<number, number>();
  let all = 0;
  let bold = 0;
  for (const item of flow) {
    const shown = looks.get(item);
    if (shown === undefined || shown.characters === 0) continue;
    const points = Math.round(shown.points / shown.characters);
    bySize.set(points, (bySize.get(points) ?? 0) + shown.characters);
    all += shown.characters;
    bold += shown.bold;
  }
  const [points = 0] = [...bySize].sort((a, b) => b[1] - a[1])[0] ?? [];
  return { points, boldShare: all === 0 ? 1 : bold / all };
}

function candidateOf(
  item: FlowItem,
  at: number,
  shown: TextLook | undefined,
  body: { points: number; boldShare: number },
): Candidate | null {
  if (shown === undefined || shown.characters === 0) return null;
  if (item.kind !== 'paragraph' && (item.kind !== 'numbered' || item.marker.bullet)) return null;
  const points = Math.round(shown.points / shown.characters);
  const bold = shown.bold >= shown.characters * BOLD_SHARE_MIN && body.boldShare <= DOCUMENT_BOLD_SHARE_MAX;
  const larger = points >= body.points * LARGER_THAN_TEXT;
  if (!larger && (!bold || points < body.points)) return null;
  const text = (item.kind === 'numbered' ? numberedText(item) : item.text).replace(/\s+/g, ' ');
  if (text.length > TITLE_CHARACTERS_MAX || NO_TITLE.test(text)) return null;
  if (item.text.replace(NUMBER_AND_TAB, '').includes('\t')) return null;
  if (!LETTERS.test(text) || LEADERS.test(text) || (!larger && LABEL_AND_VALUE.test(text))) return null;
  const depth = /^(\d+(?:\.\d+)*)\.?\s/.exec(text)?.[1]?.split('.').length ?? 1;
  return { at, text, points, bold, larger, depth };
}

/** Returns candidates above text of their own. One at the end of a longer run of lines counts where others like it open texts. */
function openers(candidates: readonly Candidate[], flow: readonly FlowItem[]): Candidate[] {
  const places = new Map(candidates.map(one => [one.at, one]));
  const sure = withCompany(candidates.filter(one => opensText(one, flow, places)));
  const looks = new Map<string, number>();
  for (const one of sure) looks.set(lookKey(one), (looks.get(lookKey(one)) ?? 0) + 1);
  const chosen = new Set(sure);
  return candidates.filter(one => {
    if (chosen.has(one)) return true;
    const next = flow[one.at + 1];
    const last = next !== undefined && next.kind !== 'image' && !places.has(one.at + 1);
    return last && !isCaption(one, flow) && (looks.get(lookKey(one)) ?? 0) >= LEAST_ALIKE;
  });
}

function isCaption({ at, text }: Candidate, flow: readonly FlowItem[]): boolean {
  if (flow[at - 1]?.kind === 'image') return CAPTION.test(text);
  return [at - 1, at + 1].some(beside => flow[beside]?.kind === 'table') && TABLE_CAPTION.test(text);
}

/**
 * Whether the text of a heading follows it, with at most a few more headings between; a label with a colon stands
 * directly above it.
 */
function opensText(
  one: Candidate,
  flow: readonly FlowItem[],
  candidates: ReadonlyMap<number, Candidate>,
): boolean {
  const { at, text } = one;
  let begin = at;
  while (candidates.has(begin - 1) && at - begin < STACKED_MAX) begin--;
  let end = at + 1;
  while (candidates.has(end) && end - begin <= STACKED_MAX) end++;
  const next = flow[end];
  if (next === undefined || next.kind === 'image' || end - begin > STACKED_MAX) return false;
  return !isCaption(one, flow) && (end === at + 1 || !text.endsWith(':'));
}

/** Keeps bold lines only if there are several, or one opens the document. */
function withCompany(candidates: readonly Candidate[]): Candidate[] {
  const bold = candidates.filter(({ larger }) => !larger).length;
  return candidates.filter(({ larger, at }) => larger || at === 0 || bold >= LEAST_ALIKE);
}

const lookKey = ({ points, bold, depth }: Candidate): string => `${points} ${bold} ${depth}`;

/** Assigns a level to each look: larger before smaller, bold before not bold, chapter before section. */
function levelsOf(headings: readonly Candidate[]): Map<string, HeadingLevel> {
  const ordered = [...headings].sort(
    (a, b) => b.points - a.points || Number(b.bold) - Number(a.bold) || a.depth - b.depth,
  );
  const keys = [...new Set(ordered.map(lookKey))];
  return new Map(keys.map((key, rank) => [key, Math.min(LEVEL_MAX, rank + 1) as HeadingLevel]));
}

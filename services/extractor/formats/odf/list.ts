/** Reads lists of texts and slides (OpenDocument part 3, 5.3): their items as paragraphs with the markers that they show. */
import { BULLET } from '../../../../schemas/growing-list.ts';
import { LIST_NESTING_CEILING } from '../../format.ts';
import type { FlowItem, NestedMarker, NumberedParagraph } from '../../story/flow.ts';
import { eachChild } from './each-child.ts';
import { numeralIn } from './numerals.ts';
import { type CountedLevel, NESTING_MAX, type OpenList, type Story } from './story.ts';

const LETTERS = 26;
/** Largest number of an item; no author counts further. */
const NUMBER_MAX = 1_000_000;
/** A header of a list has no marker. */
const UNMARKED: NestedMarker = { text: '', bullet: false, count: null, gap: '' };

const PARAGRAPHS = new Set(['text:p', 'text:h']);

type ReadBlock = (story: Story, name: string, into: FlowItem[]) => void;

/** What a list in an item takes from it. */
interface Parent {
  style: string | undefined;
  /** Whether the item has text of its own before the list. */
  hasText: boolean;
}

/** Reads to the end of the `text:list` that was just opened. */
export function readList(story: Story, readBlock: ReadBlock, flow: FlowItem[], parent?: Parent): void {
  const { reader, lists } = story;
  if (story.nesting >= NESTING_MAX) {
    reader.skip();
    return;
  }
  story.nesting++;
  const style = reader.attribute('text:style-name') ?? parent?.style;
  const list: OpenList = {
    numbers: story.styles.numbers(style, lists.length + 1),
    counts: parent === undefined ? countsOfRoot(story, style) : countsBelow(lists, parent),
    chapters: story.styles.isOutline(style) ? { isHeader: false, start: undefined } : null,
  };
  lists.push(list);
  eachChild(reader, name => {
    if (name === 'text:list-item' || name === 'text:list-header')
      readItem(story, readBlock, flow, { style, isHeader: name === 'text:list-header' });
  });
  lists.pop();
  story.nesting--;
}

/** Returns the last numbers of the list that this one continues, or none. */
function countsOfRoot({ reader, counted }: Story, style: string | undefined): number[] {
  const before = reader.attribute('text:continue-list');
  const countsOn = reader.attribute('text:continue-numbering') === 'true';
  const counts =
    (before === undefined ? undefined : counted.get(`#${before}`)) ??
    (countsOn || before !== undefined ? counted.get(style ?? '') : undefined) ??
    [];
  counted.set(style ?? '', counts);
  const id = reader.attribute('xml:id');
  if (id !== undefined) counted.set(`#${id}`, counts);
  return counts;
}

/**
 * Returns the numbers with which a list in an item begins. After text of its item, it starts again; in an item that
 * contains nothing else it continues the one before, or, where there is none, the item counts although it shows
 * nothing, as in word processors.
 */
function countsBelow(lists: readonly OpenList[], { hasText }: Parent): number[] {
  const [above] = lists.slice(-1);
  const counts = above?.counts ?? [];
  if (hasText) counts.length = Math.min(counts.length, lists.length);
  else if (counts.length < lists.length) counts.push(above?.numbers?.start ?? 1);
  return counts;
}

interface ItemKind {
  style: string | undefined;
  isHeader: boolean;
}

function readItem(story: Story, readBlock: ReadBlock, flow: FlowItem[], kind: ItemKind): void {
  const { reader, lists } = story;
  const { style } = kind;
  const level = Math.min(lists.length, LIST_NESTING_CEILING) - 1;
  const start = reader.attribute('text:start-value');
  const restart = Number(start);
  const list = lists.at(-1);
  if (list?.chapters != null) list.chapters = { isHeader: kind.isHeader, start };
  let marker: NestedMarker | undefined;
  let item: NumberedParagraph | undefined;
  const before = flow.length;
  eachChild(reader, name => {
    if (name === 'text:list') {
      readList(story, readBlock, flow, { style, hasText: marker !== undefined });
      return;
    }
    if (PARAGRAPHS.has(name)) marker ??= kind.isHeader ? UNMARKED : nextMarker(lists, restart);
    const inside: FlowItem[] = [];
    readBlock(story, name, inside);
    for (const one of inside) {
      marker ??= kind.isHeader ? UNMARKED : nextMarker(lists, restart);
      const isText = one.kind === 'paragraph';
      if (isText && item === undefined) {
        item = { kind: 'numbered', text: one.text, page: one.page, list: style ?? '', level, marker };
        flow.push(item);
        const look = story.looks?.get(one);
        if (look !== undefined) story.looks?.set(item, look);
      } else if (isText && item !== undefined && flow.at(-1) === item) item.text += `\n${one.text}`;
      else flow.push(one.kind === 'heading' ? { ...one, text: `${marker.text} ${one.text}`.trim() } : one);
    }
  });
  const isAlone = flow.length === before && marker?.bullet === false && marker.text !== '';
  if (isAlone) story.numbersAlone?.push(marker?.text ?? '');
}

/** Counts an item of the last of `lists`; those below it start again. */
function nextMarker(lists: readonly OpenList[], restart: number): NestedMarker {
  const at = lists.length - 1;
  const { counts = [], numbers = null } = lists[at] ?? {};
  const value = restart >= 1 ? restart : (counts[at] ?? (numbers?.start ?? 1) - 1) + 1;
  counts.length = Math.min(counts.length, at);
  while (counts.length < at) counts.push(lists[counts.length]?.numbers?.start ?? 1);
  counts.push(value);
  return markerOf(lists.map((list, place) => ({ numbers: list.numbers, value: counts[place] ?? 0 })));
}

/** Returns the marker of the item that is the last of `lists`, each with the number of its open item. */
export function markerOf(lists: readonly CountedLevel[]): NestedMarker {
  const own = lists.at(-1);
  if (own?.numbers == null) return BULLET;
  const { format, prefix, suffix, displayLevels } = own.numbers;
  if (format === '') return UNMARKED;
  const shown = lists.slice(-Math.min(displayLevels, lists.length));
  const text = `${prefix}${shown.map(numeral).filter(Boolean).join('.')}${suffix}`.trim();
  const isDecimal = shown.every(({ numbers }) => numbers?.format === '1');
  return {
    text,
    bullet: false,
    count: isDecimal ? own.value : null,
    above: shown.slice(0, -1).map(({ value }) => value),
    gap: ' ',
  };
}

function numeral({ numbers, value }: CountedLevel): string {
  if (numbers === null || numbers.format === '') return '';
  const { format, isLetterRepeated } = numbers;
  if (format.toLowerCase() !== 'a' || isLetterRepeated || value <= LETTERS) return numeralIn(format, value);
  // `z` is followed by `aa`, `ab`, unlike in Word (part 3, 19.501).
  const letters: string[] = [];
  for (let rest = Math.min(value, NUMBER_MAX); rest > 0; rest = Math.floor((rest - 1) / LETTERS))
    letters.unshift(numeralIn(format, ((rest - 1) % LETTERS) + 1));
  return letters.join('');
}

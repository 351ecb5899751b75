/** Lists of texts and slides (OpenDocument part 3, 5.3): their items as paragraphs with the markers that they show. */
import { BULLET } from '../../../../schemas/growing-list.ts';
import { LIST_NESTING_CEILING } from '../../format.ts';
import { formatNumber } from '../../ooxml/number-format.ts';
import type { FlowItem, NestedMarker, NumberedParagraph } from '../../story/flow.ts';
import { eachChild } from './each-child.ts';
import { NESTING_MAX, type OpenList, type Story } from './story.ts';
import type { LevelNumbers } from './styles.ts';

const NUMBER_FORMATS: Record<string, string> = {
  1: 'decimal',
  a: 'lowerLetter',
  A: 'upperLetter',
  i: 'lowerRoman',
  I: 'upperRoman',
};
/** A header of a list has no marker. */
const UNMARKED: NestedMarker = { text: '', bullet: false, count: null, gap: '' };

type ReadBlock = (story: Story, name: string, into: FlowItem[]) => void;

/** Reads to the end of the `text:list` that was just opened. */
export function readList(story: Story, readBlock: ReadBlock, flow: FlowItem[], inherited?: string): void {
  const { reader, lists, counted } = story;
  if (story.nesting >= NESTING_MAX) {
    reader.skip();
    return;
  }
  story.nesting++;
  const style = reader.attribute('text:style-name') ?? inherited;
  const key = `${style} ${lists.length}`;
  const countsOn =
    reader.attribute('text:continue-numbering') === 'true' ||
    reader.attribute('text:continue-list') !== undefined;
  const numbers = story.styles.numbers(style, lists.length + 1);
  const list: OpenList = {
    numbers,
    value: (countsOn ? counted.get(key) : undefined) ?? (numbers?.start ?? 1) - 1,
  };
  lists.push(list);
  eachChild(reader, name => {
    if (name !== 'text:list-item' && name !== 'text:list-header') return;
    const restart = Number(reader.attribute('text:start-value'));
    if (name === 'text:list-item') list.value = restart >= 1 ? restart : list.value + 1;
    const marker = name === 'text:list-item' ? markerOf(lists) : UNMARKED;
    readItem(story, readBlock, flow, { marker, style });
  });
  lists.pop();
  counted.set(key, list.value);
  story.nesting--;
}

interface Item {
  marker: NestedMarker;
  style: string | undefined;
}

function readItem(story: Story, readBlock: ReadBlock, flow: FlowItem[], { marker, style }: Item): void {
  const level = Math.min(story.lists.length, LIST_NESTING_CEILING) - 1;
  let item: NumberedParagraph | undefined;
  eachChild(story.reader, name => {
    if (name === 'text:list') {
      readList(story, readBlock, flow, style);
      return;
    }
    const inside: FlowItem[] = [];
    readBlock(story, name, inside);
    for (const one of inside) {
      const isText = one.kind === 'paragraph';
      if (isText && item === undefined) {
        item = { kind: 'numbered', text: one.text, page: one.page, list: style ?? '', level, marker };
        flow.push(item);
      } else if (isText && item !== undefined && flow.at(-1) === item) item.text += `\n${one.text}`;
      else flow.push(one.kind === 'heading' ? { ...one, text: `${marker.text} ${one.text}`.trim() } : one);
    }
  });
}

/** Of the item that is open in the last of `lists`. */
export function markerOf(lists: readonly OpenList[]): NestedMarker {
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

const numeral = ({ numbers, value }: { numbers: LevelNumbers | null; value: number }): string =>
  numbers === null || numbers.format === ''
    ? ''
    : formatNumber(value, NUMBER_FORMATS[numbers.format] ?? 'decimal');

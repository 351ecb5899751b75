/** The blocks of a text, a cell, a note or a text box (OpenDocument part 3, 5, 9 and 10). */
import type { Block, HeadingLevel, List, ListItem } from '../../../../schemas/document.ts';
import { formatNumber } from '../../ooxml/number-format.ts';
import { onlyCountsPages } from '../../ooxml/page-words.ts';
import { eachChild } from './each-child.ts';
import { NESTING_MAX, type Story } from './story.ts';
import type { LevelNumbers } from './styles.ts';
import { readTable } from './table.ts';

/** Blanks that one element may stand for. */
const SPACES_MAX = 200;
/** What is not shown where it stands, or belongs to programs. */
const UNSEEN = new Set([
  'text:tracked-changes',
  'text:hidden-text',
  'text:hidden-paragraph',
  'text:script',
  'text:index-title-template',
  'text:table-of-content-source',
  'text:sequence-decls',
  'text:variable-decls',
  'text:user-field-decls',
  'office:event-listeners',
  'office:forms',
  'office:settings',
  'office:script',
  'presentation:date-time',
  'svg:title',
  'svg:desc',
  'draw:glue-point',
  'draw:enhanced-geometry',
  'dc:creator',
  'dc:date',
  'meta:creator-initials',
]);
const SHAPES = new Set([
  'draw:frame',
  'draw:custom-shape',
  'draw:rect',
  'draw:ellipse',
  'draw:line',
  'draw:connector',
  'draw:path',
  'draw:polygon',
]);
const COUNTERS = new Set(['text:page-number', 'text:page-count']);
const NUMBER_FORMATS: Record<string, string> = {
  a: 'lowerLetter',
  A: 'upperLetter',
  i: 'lowerRoman',
  I: 'upperRoman',
};

/** Reads to the end of the element that the reader has just opened. Stories nested beyond reason are left out. */
export function readStory(story: Story): Block[] {
  const blocks: Block[] = [];
  if (story.nesting >= NESTING_MAX) {
    story.reader.skip();
    return blocks;
  }
  story.nesting++;
  eachChild(story.reader, name => readBlock(story, name, blocks));
  story.nesting--;
  return blocks;
}

function readBlock(story: Story, name: string, blocks: Block[]): void {
  if (UNSEEN.has(name)) story.reader.skip();
  else if (name === 'text:p' || name === 'text:h') readParagraph(story, name === 'text:h', blocks);
  else if (name === 'text:list') readList(story, blocks);
  else if (name === 'table:table') blocks.push(...readTable(story, readStory));
  else if (SHAPES.has(name)) readShape(story, blocks);
  else if (name === 'office:annotation') push(story.comments, readStory(story));
}

function push(into: Block[], blocks: readonly Block[]): void {
  for (const block of blocks) into.push(block);
}

function readParagraph(story: Story, isHeading: boolean, blocks: Block[]): void {
  const { reader, styles, page } = story;
  const style = reader.attribute('text:style-name');
  const outline = Number(reader.attribute('text:outline-level') ?? 1);
  const { text, anchored, countsPages } = inlineText(story);
  const level = isHeading ? (Math.min(6, Math.max(1, outline || 1)) as HeadingLevel) : styles.heading(style);
  const isCounter = countsPages && onlyCountsPages(text);
  if (text.trim() !== '' && !isCounter) {
    const last = blocks.at(-1);
    if (level !== null) blocks.push({ kind: 'heading', level, text: text.trim().replace(/\s+/g, ' '), page });
    else if (!styles.isCode(style)) blocks.push({ kind: 'paragraph', text: text.trim(), page });
    else if (last?.kind === 'code') last.text += `\n${text.trimEnd()}`;
    else blocks.push({ kind: 'code', text: text.trimEnd(), page });
  }
  push(blocks, anchored);
}

interface Inline {
  text: string;
  /** Pictures, boxes and objects anchored in it. */
  anchored: Block[];
  /** Has a field of the page's number or of the number of pages. */
  countsPages: boolean;
}

/** Reads to the end of the paragraph. White space counts once, as in HTML (part 3, 6.1.2). */
function inlineText(story: Story): Inline {
  const { reader } = story;
  const inline: Inline = { text: '', anchored: [], countsPages: false };
  const write = () => {
    const text = reader.value.replace(/[\t\n\r ]+/g, ' ');
    inline.text += /(?:^|\s)$/.test(inline.text) ? text.replace(/^ /, '') : text;
  };
  eachChild(story.reader, name => readInline(story, name, inline), write);
  story.allowance.spend('textCharacters', inline.text.length);
  return { ...inline, text: inline.text.replace(/ +\n/g, '\n') };
}

function readInline(story: Story, name: string, inline: Inline): void {
  const { reader } = story;
  if (COUNTERS.has(name)) inline.countsPages = true;
  if (UNSEEN.has(name)) reader.skip();
  else if (name === 'text:s')
    inline.text += ' '.repeat(Math.min(SPACES_MAX, Number(reader.attribute('text:c') ?? 1) || 1));
  else if (name === 'text:tab') inline.text += '\t';
  else if (name === 'text:line-break') inline.text += '\n';
  else if (name === 'text:ruby-text') inline.text += `(${reader.content().trim()})`;
  else if (name === 'text:note') inline.text += readNote(story);
  else if (name === 'office:annotation') push(story.comments, readStory(story));
  else if (SHAPES.has(name)) readShape(story, inline.anchored);
}

/** Adds a note, and returns its mark: in brackets, so that it joins no word (part 3, 6.3). */
function readNote(story: Story): string {
  let mark = '';
  eachChild(story.reader, name => {
    if (name === 'text:note-citation') mark = `[${story.reader.content().trim()}]`;
    else if (name === 'text:note-body') push(story.notes, opened(readStory(story), mark));
  });
  return mark;
}

function opened([first, ...rest]: Block[], mark: string): Block[] {
  if (first === undefined) return [];
  return [first.kind === 'paragraph' ? { ...first, text: `${mark} ${first.text}` } : first, ...rest];
}

/** A picture with its description, the text of a box or shape, a table or an object. */
export function readShape(story: Story, blocks: Block[]): void {
  const { reader, page } = story;
  const inside: Block[] = [];
  let alt = '';
  let isPicture = false;
  let object: string | undefined;
  eachChild(story.reader, name => {
    if (name === 'svg:title' || name === 'svg:desc') alt = reader.content().trim() || alt;
    else if (name === 'draw:image') isPicture = true;
    else if (name === 'draw:object') object = reader.attribute('xlink:href');
    else readBlock(story, name, inside);
  });
  const objects = object === undefined ? [] : story.objects(object);
  push(blocks, objects);
  // The picture that stands for an object is drawn from it.
  if (isPicture && objects.length === 0) blocks.push({ kind: 'image', alt, caption: null, page });
  push(blocks, captioned(inside));
}

/** A box around one picture and one line holds the picture's caption. */
function captioned(inside: readonly Block[]): readonly Block[] {
  const picture = inside.find(block => block.kind === 'image');
  const line = inside.find(block => block.kind === 'paragraph');
  if (inside.length !== 2 || picture === undefined || line === undefined) return inside;
  return [{ ...picture, caption: line.text }];
}

function readList(story: Story, blocks: Block[]): void {
  const { lists, beside } = listsOf(story, 1, undefined);
  push(blocks, lists);
  push(blocks, beside);
}

interface ReadLists {
  lists: List[];
  /** Headings, tables and pictures, which no item can hold. */
  beside: Block[];
}

function listsOf(story: Story, level: number, inherited: string | undefined): ReadLists {
  const { reader, page } = story;
  const listStyle = reader.attribute('text:style-name') ?? inherited;
  const continues =
    reader.attribute('text:continue-numbering') === 'true' || reader.attribute('text:continue-list');
  const beside: Block[] = [];
  if (story.nesting >= NESTING_MAX) {
    reader.skip();
    return { lists: [], beside };
  }
  story.nesting++;
  const numbers = story.styles.numbers(listStyle, level);
  const key = `${listStyle} ${level}`;
  let value = continues ? (story.counted.get(key) ?? 0) : (numbers?.start ?? 1) - 1;
  // Numbers that counting from 1 gives are the list's own; any other has to be told.
  const isOrdered = numbers?.format === '1' && numbers.displayLevels === 1 && value === 0;
  const list: List = { kind: 'list', ordered: isOrdered, items: [], page };
  eachChild(story.reader, name => {
    if (name !== 'text:list-item' && name !== 'text:list-header') return;
    const restart = Number(reader.attribute('text:start-value'));
    if (name === 'text:list-item') value = restart >= 1 ? restart : value + 1;
    const marker =
      numbers !== null && !isOrdered && name === 'text:list-item' ? markerOf(numbers, value) : '';
    const item = itemOf(story, level, listStyle, marker, beside);
    if (item !== null) list.items.push(item);
  });
  story.counted.set(key, value);
  story.nesting--;
  return { lists: list.items.length === 0 ? [] : [list], beside };
}

function itemOf(
  story: Story,
  level: number,
  listStyle: string | undefined,
  marker: string,
  beside: Block[],
): ListItem | null {
  const item: ListItem = { text: '', lists: [] };
  eachChild(story.reader, name => {
    if (name === 'text:list') {
      const below = listsOf(story, level + 1, listStyle);
      item.lists.push(...below.lists);
      push(beside, below.beside);
      return;
    }
    const inside: Block[] = [];
    readBlock(story, name, inside);
    for (const block of inside) {
      if (block.kind === 'paragraph' && item.lists.length === 0)
        item.text += item.text === '' ? block.text : `\n${block.text}`;
      else
        beside.push(block.kind === 'heading' ? { ...block, text: `${marker} ${block.text}`.trim() } : block);
    }
  });
  if (item.text === '') return item.lists.length === 0 ? null : item;
  return { ...item, text: `${marker} ${item.text}`.trim() };
}

function markerOf({ format, prefix, suffix }: LevelNumbers, value: number): string {
  return format === ''
    ? ''
    : `${prefix}${formatNumber(value, NUMBER_FORMATS[format] ?? 'decimal')}${suffix}`.trim();
}

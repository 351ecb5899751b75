/** Reads the blocks of a text, a cell, a note or a text box (OpenDocument part 3, 5, 9 and 10). */
import { authoredAlt } from '../../ooxml/alt-text.ts';
import { type FlowItem, openedBy } from '../../story/flow.ts';
import type { TextLook } from '../../story/look-headings.ts';
import { onlyCountsPages } from '../../story/page-words.ts';
import { TextEnd } from '../../story/raised.ts';
import { headingLevel } from '../../story/style-names.ts';
import { readableSigns } from '../../story/symbols.ts';
import type { XmlReader } from '../../xml/reader.ts';
import { eachChild } from './each-child.ts';
import { readList } from './list.ts';
import { countHeading } from './outline.ts';
import { type EmbeddedObject, NESTING_MAX, type Story } from './story.ts';
import type { Look, SpanStyle } from './styles.ts';
import { readTable } from './table.ts';

/** Most spaces for which one element may stand. */
const SPACES_MAX = 200;
/** Elements that are not shown where they stand, or that belong to programs. */
const UNSEEN = new Set([
  'text:tracked-changes',
  'text:script',
  // Counted here instead.
  'text:number',
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
export const SHAPES = new Set([
  'draw:frame',
  'draw:custom-shape',
  'draw:rect',
  'draw:ellipse',
  'draw:line',
  'draw:connector',
  'draw:path',
  'draw:polygon',
  'draw:polyline',
  'draw:regular-polygon',
  'draw:circle',
  'draw:caption',
  'draw:measure',
]);
/** Fields that change from print to print and sheet to sheet; programs that save a spreadsheet write `???` for most of them. */
const PRINTED = new Set(['text:sheet-name', 'text:title', 'text:file-name', 'text:date', 'text:time']);
const COUNTERS = new Set(['text:page-number', 'text:page-count']);

/**
 * Reads to the end of the element that the reader has just opened. Stories nested beyond reason are left out. `takes`
 * may read an element itself.
 */
export function readStory(story: Story, takes: (name: string) => boolean = () => false): FlowItem[] {
  const blocks: FlowItem[] = [];
  if (story.nesting >= NESTING_MAX) {
    story.reader.skip();
    return blocks;
  }
  story.nesting++;
  // A cell or note in an item begins its own lists.
  const around = story.lists.splice(0);
  eachChild(story.reader, name => {
    if (!takes(name)) readBlock(story, name, blocks);
  });
  story.lists.push(...around);
  story.nesting--;
  return blocks;
}

function readBlock(story: Story, name: string, blocks: FlowItem[]): void {
  if (UNSEEN.has(name) || isHiddenSection(story, name)) story.reader.skip();
  else if (name === 'text:p' || name === 'text:h') readParagraph(story, name === 'text:h', blocks);
  else if (name === 'text:list') readList(story, readBlock, blocks);
  else if (name === 'table:table') blocks.push(...readTable(story, readStory));
  else if (SHAPES.has(name)) readShape(story, blocks);
  else if (name === 'office:annotation') push(story.comments, readComment(story));
}

/** Whether a section is hidden; the result of a condition is stored by the program that wrote it. */
const isHiddenSection = ({ reader }: Story, name: string): boolean =>
  name === 'text:section' && (reader.attribute('text:display') === 'none' || isNowHidden(reader));

const isNowHidden = (reader: XmlReader): boolean => reader.attribute('text:is-hidden') === 'true';

function push(into: FlowItem[], blocks: readonly FlowItem[]): void {
  for (const block of blocks) into.push(block);
}

function readParagraph(story: Story, isHeading: boolean, blocks: FlowItem[]): void {
  const { reader, styles, page } = story;
  const style = reader.attribute('text:style-name');
  if (styles.hides(style)) {
    reader.skip();
    return;
  }
  const outline = Number(reader.attribute('text:outline-level') ?? 1) || 1;
  const number = isHeading ? countHeading(story, outline) : '';
  const [notesBefore, commentsBefore] = [story.notes.length, story.comments.length];
  const { text: said, anchored, countsPages, isHidden, shown } = inlineText(story, style);
  if (isHidden) {
    story.notes.length = notesBefore;
    story.comments.length = commentsBefore;
    return;
  }
  const text = number === '' || said.trim() === '' ? said : `${number} ${said}`;
  const level = isHeading ? headingLevel(outline) : styles.heading(style);
  // In slides written by PowerPoint, it is not marked which box has the number.
  const isCounter = (story.furniture !== null || page !== null) && countsPages && onlyCountsPages(text);
  // Of a line of fields, what stands between them remains.
  const isRest = story.furniture === 'sheets' && !/[\p{L}\p{N}]/u.test(text);
  if (text.trim() !== '' && !isCounter && !isRest) {
    const last = blocks.at(-1);
    if (level !== null) blocks.push({ kind: 'heading', level, text: text.trim().replace(/\s+/g, ' '), page });
    else if (!styles.isCode(style)) {
      const item: FlowItem = { kind: 'paragraph', text: text.trim(), page };
      blocks.push(item);
      story.looks?.set(item, shown);
    } else if (last?.kind === 'code') last.text += `\n${text.trimEnd()}`;
    else blocks.push({ kind: 'code', text: text.trimEnd(), page });
  }
  push(blocks, anchored);
}

interface Inline {
  text: string;
  /** Pictures, boxes and objects anchored in it. */
  anchored: FlowItem[];
  /** Whether it has a field of the page's number or of the number of pages. */
  countsPages: boolean;
  /** Whether a field in it hides the whole paragraph. */
  isHidden: boolean;
  /** Depth of the span that raises its content. */
  raisedDepth: number;
  /** The symbol font that a span sets, and the span's depth. */
  signs: { font: string; depth: number } | null;
  end: TextEnd;
  shown: TextLook;
  /** The look of text here: that of the paragraph, and those of the open spans with their depths. */
  looks: { look: Look; depth: number }[];
}

const NOT_RAISED = Number.POSITIVE_INFINITY;

/** Reads to the end of the paragraph. White space is collapsed, as in HTML (part 3, 6.1.2). */
function inlineText(story: Story, style: string | undefined): Inline {
  const { reader, styles } = story;
  const inline: Inline = {
    text: '',
    anchored: [],
    countsPages: false,
    isHidden: false,
    raisedDepth: NOT_RAISED,
    signs: null,
    end: new TextEnd(),
    shown: { characters: 0, bold: 0, points: 0 },
    looks: story.looks === null ? [] : [{ look: styles.look(style), depth: 0 }],
  };
  const write = () => {
    // Soft hyphens are invisible.
    const text = reader.value.replace(/[\t\n\r ]+/g, ' ').replaceAll('\u00ad', '');
    const shown = /^\s?$/.test(inline.end.last.slice(-1)) ? text.replace(/^ /, '') : text;
    noteLook(inline, shown.trim().length, reader.depth);
    const { signs } = inline;
    put(
      inline,
      signs !== null && reader.depth >= signs.depth ? readableSigns(shown, signs.font) : shown,
      reader.depth >= inline.raisedDepth,
    );
    if (reader.depth < inline.raisedDepth) inline.raisedDepth = NOT_RAISED;
  };
  eachChild(story.reader, name => readInline(story, name, inline), write);
  story.allowance.spend('textCharacters', inline.text.length);
  return { ...inline, text: inline.text.replace(/(?<! ) +\n/g, '\n') };
}

function noteLook({ shown, looks }: Inline, characters: number, depth: number): void {
  while ((looks.at(-1)?.depth ?? 0) > depth) looks.pop();
  const look = looks.at(-1)?.look;
  if (look === undefined) return;
  shown.characters += characters;
  shown.points += characters * look.points;
  if (look.bold) shown.bold += characters;
}

function put(inline: Inline, text: string, isRaised = false): void {
  inline.text += inline.end.next(text, isRaised);
}

function readInline(story: Story, name: string, inline: Inline): void {
  const { reader, styles } = story;
  const isOutside = reader.depth <= inline.raisedDepth;
  if (isOutside) inline.raisedDepth = NOT_RAISED;
  if (COUNTERS.has(name)) inline.countsPages = true;
  if (story.furniture === 'sheets' && PRINTED.has(name)) {
    reader.skip();
    return;
  }
  if (UNSEEN.has(name) || isHiddenSpan(story, name)) reader.skip();
  else if (name === 'text:s')
    put(inline, ' '.repeat(Math.min(SPACES_MAX, Number(reader.attribute('text:c') ?? 1) || 1)));
  else if (name === 'text:tab') put(inline, '\t');
  else if (name === 'text:line-break') put(inline, '\n');
  else if (name === 'text:hidden-text') put(inline, hiddenText(story));
  else if (name === 'text:hidden-paragraph') {
    inline.isHidden ||= isNowHidden(reader);
    reader.skip();
  } else if (name === 'text:ruby-text') put(inline, `(${reader.content().trim()})`);
  else if (name === 'text:note') put(inline, readNote(story));
  else if (name === 'office:annotation') push(story.comments, readComment(story));
  else if (SHAPES.has(name)) readInlineShape(story, inline);
  else if (name === 'text:span') {
    const { isRaised, symbolFont, look } = styles.span(reader.attribute('text:style-name'));
    if (isOutside && isRaised) inline.raisedDepth = reader.depth;
    if (inline.signs !== null && reader.depth <= inline.signs.depth) inline.signs = null;
    if (symbolFont !== undefined) inline.signs = { font: symbolFont, depth: reader.depth };
    openLook(inline, look, reader.depth);
  }
}

function openLook({ looks }: Inline, look: SpanStyle['look'], depth: number): void {
  while ((looks.at(-1)?.depth ?? 0) >= depth) looks.pop();
  const around = looks.at(-1)?.look;
  if (around !== undefined) looks.push({ look: look(around), depth });
}

/** Reads a shape; a formula that stands in the line like a character is part of the text. */
function readInlineShape(story: Story, inline: Inline): void {
  const isCharacter = story.reader.attribute('text:anchor-type') === 'as-char';
  const shown: FlowItem[] = [];
  const formula = readFrame(story, shown);
  if (formula !== '' && isCharacter) put(inline, formula);
  else push(inline.anchored, formulaBlock(story, formula));
  push(inline.anchored, shown);
}

/**
 * Returns the text of a field that is shown unless its condition hides it (part 3, 7.7.6). LibreOffice writes what it
 * shows only into the attribute.
 */
function hiddenText({ reader }: Story): string {
  const isShown = !isNowHidden(reader);
  const shown = reader.attribute('text:string-value') ?? '';
  const content = reader.content();
  return isShown ? shown || content : '';
}

const formulaBlock = ({ page }: Story, text: string): FlowItem[] =>
  text === '' ? [] : [{ kind: 'paragraph', text, page }];

const isHiddenSpan = ({ reader, styles }: Story, name: string): boolean =>
  name === 'text:span' && styles.span(reader.attribute('text:style-name')).isHidden;

/** Adds a note, and returns its mark: in brackets, so that it joins no word (part 3, 6.3). */
function readNote(story: Story): string {
  let mark = '';
  eachChild(story.reader, name => {
    if (name === 'text:note-citation') mark = `[${story.reader.content().trim()}]`;
    else if (name === 'text:note-body') push(story.notes, openedBy(mark, readStory(story)));
  });
  return mark;
}

/** Reads a comment. In a text it follows its author's name. */
function readComment(story: Story): readonly FlowItem[] {
  let author = '';
  const comment = readStory(story, name => {
    if (name !== 'dc:creator') return false;
    author = story.reader.content().trim();
    return true;
  });
  return author === '' || story.page !== null ? comment : openedBy(`${author}:`, comment);
}

const NO_OBJECT: EmbeddedObject = { blocks: [], formula: '' };

/** Reads a picture with its description, the text of a box or shape, a table or an object. */
export function readShape(story: Story, blocks: FlowItem[]): void {
  const shown: FlowItem[] = [];
  push(blocks, formulaBlock(story, readFrame(story, shown)));
  push(blocks, shown);
}

/** Does the same, except that a formula is returned. */
function readFrame(story: Story, blocks: FlowItem[]): string {
  const { reader, page } = story;
  const inside: FlowItem[] = [];
  let [title, description] = ['', ''];
  let isPicture = false;
  let object: string | undefined;
  eachChild(story.reader, name => {
    if (name === 'svg:title') title = authoredAlt(reader.content());
    else if (name === 'svg:desc') description = authoredAlt(reader.content());
    else if (name === 'draw:image') isPicture = true;
    else if (name === 'draw:object') object = reader.attribute('xlink:href');
    else readBlock(story, name, inside);
  });
  const held = object === undefined ? NO_OBJECT : story.objects(object);
  const alt = description || title;
  // On slides and sheets a described shape counts as a picture; in a text its description mostly repeats what stands
  // beside it.
  const isDescribed = page !== null && alt !== '' && inside.length === 0;
  // The picture that stands for an object or a table is drawn from it.
  const hasTable = inside.some(block => block.kind === 'table');
  const isShown = isPicture && !hasTable && held.blocks.length === 0 && held.formula === '';
  if (isShown || isDescribed) blocks.push({ kind: 'image', alt, caption: null, page });
  push(blocks, held.blocks);
  push(blocks, captioned(inside));
  return held.formula;
}

/** Makes the only line beside the only picture in a box the picture's caption. */
function captioned(inside: readonly FlowItem[]): readonly FlowItem[] {
  const picture = inside.find(block => block.kind === 'image');
  const line = inside.find(block => block.kind === 'paragraph');
  if (inside.length !== 2 || picture === undefined || line === undefined) return inside;
  return [{ ...picture, caption: line.text }];
}

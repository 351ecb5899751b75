/** Reads an RTF document (1.9.1): body, then notes and comments, heads and feet. */
import type { Block, Document, HeadingLevel } from '../../../../schemas/document.ts';
import { Allowance } from '../../allowance.ts';
import type { ParseContext } from '../../format.ts';
import { flattenFlow } from '../../story/cell-text.ts';
import { type FlowItem, gatherBlocks } from '../../story/flow.ts';
import { type TextLook, withHeadingsByLook } from '../../story/look-headings.ts';
import { onlyCountsPages } from '../../story/page-words.ts';
import { symbolOfField } from '../../story/symbols.ts';
import { onceEach, signed } from './beside.ts';
import { isLeadByte } from './code-pages.ts';
import { decodeText, decodeUnit, Fonts } from './fonts.ts';
import { isNumber, numbered, writtenMarker } from './marker.ts';
import { enterDestination, type GroupState, USUAL_HALF_POINTS } from './state.ts';
import { Story } from './story.ts';
import { levelOfOutline, Styles } from './styles.ts';
import { TableDraft } from './table.ts';
import { tokensOf } from './tokens.ts';

export async function parseRtf(bytes: Uint8Array, { ceilings }: ParseContext): Promise<Document> {
  const reader = new RtfReader(new Allowance(ceilings, bytes.length));
  for (const token of tokensOf(bytes, () => reader.awaitsTrail)) {
    if (token.kind === 'open') reader.open();
    else if (token.kind === 'close') reader.close();
    else if (token.kind === 'word') reader.word(token.name, token.parameter);
    else if (token.kind === 'symbol') reader.symbol(token.sign);
    else reader.byte(token.byte);
  }
  return { blocks: reader.finish(), pages: null, ocr: false, warnings: [] };
}

const CHARACTERS: Record<string, string | undefined> = {
  __proto__: null as never,
  line: '\n',
  page: '\n',
  column: '\n',
  tab: '\t',
  emdash: '—',
  endash: '–',
  emspace: '\u2003',
  enspace: '\u2002',
  qmspace: ' ',
  bullet: '•',
  lquote: '‘',
  rquote: '’',
  ldblquote: '“',
  rdblquote: '”',
  nestcell: '\t',
  mden: '/',
  msup: '^',
  msub: '_',
  mlim: '_',
};
const SYMBOLS: Record<string, string | undefined> = {
  __proto__: null as never,
  '~': '\u00a0',
  _: '-',
  '\\': '\\',
  '{': '{',
  '}': '}',
};
const TABLE_WORDS = new Set(['clmrg', 'clvmrg', 'trhdr', 'cellx']);
/** Deepest nesting of stories: no author goes deeper, and each one passes on its content. */
const NESTING_MAX = 64;
/** Most characters of an instruction that are kept; those that show something by themselves are short. */
const INSTRUCTION_LENGTH = 200;
const PAGE_COUNTER = /\b(?:PAGE|NUMPAGES|SECTIONPAGES)\b/i;

class RtfReader {
  private readonly allowance: Allowance;
  private state: GroupState = {
    destination: 'body',
    isOptional: false,
    hasBegun: false,
    fallbackCharacters: 1,
    codePage: 1252,
    symbolFont: '',
    isHidden: false,
    isRaised: false,
    isBold: false,
    halfPoints: USUAL_HALF_POINTS,
    story: null,
    unicodeInto: null,
  };
  private readonly groups: GroupState[] = [];
  private readonly stories: Story[] = [new Story()];
  private readonly beside: Record<'notes' | 'comments' | 'furniture', FlowItem[]> = {
    notes: [],
    comments: [],
    furniture: [],
  };
  /** Paragraphs that only give the page. */
  private readonly pageCounters = new Set<FlowItem>();
  private readonly looks = new Map<FlowItem, TextLook>();
  /** Bytes not decoded yet: a character may have two. */
  private pending: number[] = [];
  /** Whether the last of them is the first half of a character. */
  awaitsTrail = false;
  private noteCount = 0;
  private toSkip = 0;
  private readonly fonts = new Fonts();
  private instruction = '';
  /** Whether the field that was begun last has shown a symbol, which its result would repeat. */
  private hasSign = false;
  private readonly styles = new Styles();

  constructor(allowance: Allowance) {
    this.allowance = allowance;
  }

  private get story(): Story {
    return this.stories.at(-1) ?? new Story();
  }

  open(): void {
    this.flush();
    this.groups.push(this.state);
    this.state.hasBegun = true;
    this.state = { ...this.state, isOptional: false, hasBegun: false, story: null };
    this.toSkip = 0;
    if (this.state.destination === 'styles') this.styles.begin();
  }

  close(): void {
    this.flush();
    this.toSkip = 0;
    if (this.state.destination === 'styles') this.styles.end();
    if (this.state.story !== null) this.endStory();
    const { destination } = this.state;
    this.state = this.groups.pop() ?? this.state;
    if (destination === this.state.destination) return;
    if (destination === 'fonts') this.fonts.selectUsual(this.state);
    else if (destination === 'instruction') this.showSign();
  }

  /** Shows a symbol written as `SYMBOL 97 \f Symbol`, as Word writes those that authors insert. */
  private showSign(): void {
    const sign = symbolOfField(/^\s*SYMBOL\s+(.*)$/is.exec(this.instruction)?.[1] ?? '');
    this.instruction = '';
    this.hasSign = sign !== '';
    this.write(sign);
  }

  symbol(sign: string): void {
    this.flush();
    if (sign === '*') this.state.isOptional = !this.state.hasBegun;
    else if (sign === '\n' || sign === '\r') this.endParagraph();
    else if (SYMBOLS[sign] !== undefined) this.write(SYMBOLS[sign] ?? '');
  }

  byte(byte: number): void {
    this.awaitsTrail = !this.awaitsTrail && isLeadByte(byte, this.state.codePage);
    if (this.toSkip > 0) this.toSkip--;
    else this.pending.push(byte);
  }

  word(name: string, parameter: number | null): void {
    this.flush();
    const character = CHARACTERS[name];
    if (name === 'u' && parameter !== null) {
      this.write(decodeUnit(parameter & 0xffff, this.state));
      this.toSkip = this.state.fallbackCharacters;
      return;
    }
    this.toSkip = 0;
    const entered = enterDestination(this.state, name);
    this.state.hasBegun = true;
    if (entered === 'story') this.beginStory();
    else if (entered === 'destination') {
      if (name === 'fldrslt' && this.hasSign) this.state.destination = 'nothing';
      this.hasSign = false;
    } else if (character !== undefined) this.write(character);
    else if (name === 'pict') this.addPicture();
    else if (name === 'chftn') this.writeNoteMark();
    else if (name === 'chpgn') this.story.countsPages = true;
    else if (name === 'nestrow') this.endNestedRow();
    else if (!this.property(name, parameter) && this.state.destination === 'body')
      this.structure(name, parameter);
  }

  /** Writes the number of a note, where the text refers to it and where the note opens; in brackets, so that it joins no word. */
  private writeNoteMark(): void {
    if (this.story.kind !== 'notes') this.noteCount++;
    this.write(`[${this.noteCount}]`);
  }

  /** Handles properties of the group, the fonts and the styles; returns whether the word is one. */
  private property(name: string, parameter: number | null): boolean {
    const { state } = this;
    if (name === 'uc') state.fallbackCharacters = Math.max(0, parameter ?? 1);
    else if (name === 'v' || name === 'deleted' || name === 'mvf') state.isHidden = parameter !== 0;
    // LibreOffice and LaTeX2RTF write `\up6`.
    else if (name === 'super' || name === 'up') state.isRaised = parameter !== 0;
    else if (name === 'nosupersub' || name === 'sub' || name === 'dn') state.isRaised = false;
    else if (name === 'b') state.isBold = parameter !== 0;
    else if (name === 'fs') state.halfPoints = parameter ?? USUAL_HALF_POINTS;
    else if (name === 'plain') {
      state.isHidden = state.isRaised = state.isBold = false;
      state.halfPoints = USUAL_HALF_POINTS;
      this.fonts.selectUsual(state);
    } else if (this.fonts.property(state, name, parameter)) return true;
    else return state.destination === 'styles' && this.styles.define(name, parameter);
    return true;
  }

  /** Handles properties of the paragraph and the table. */
  private structure(name: string, parameter: number | null): void {
    const { story } = this;
    if (name === 'par' || name === 'sect') this.endParagraph();
    else if (name === 'pard') {
      story.style = story.outline = null;
      story.isInTable = false;
      story.listLevel = 0;
      story.list = '';
      story.indents = { left: 0, first: 0 };
    } else if (name === 's') story.style = parameter;
    else if (name === 'li') story.indents.left = parameter ?? 0;
    else if (name === 'fi') story.indents.first = parameter ?? 0;
    else if (name === 'outlinelevel') story.outline = parameter;
    else if (name === 'ilvl') story.listLevel = Math.min(8, Math.max(0, parameter ?? 0));
    else if (name === 'ls') story.list = String(parameter ?? '');
    else if (name === 'intbl') story.isInTable = true;
    else if (name === 'trowd') this.table().beginDefinitions();
    else if (TABLE_WORDS.has(name)) story.table?.define(name, parameter);
    else if (name === 'cell') this.endCell();
    else if (name === 'row') this.allowance.spend('cells', story.table?.endRow() ?? 0);
  }

  private table(): TableDraft {
    const { story } = this;
    if (story.text.trim() !== '' && !story.isInTable) this.endParagraph();
    story.table ??= new TableDraft();
    return story.table;
  }

  private endCell(): void {
    const { story } = this;
    this.endParagraph(true);
    this.table().endCell(story.takeCell());
  }

  /** Ends a row of a table in a cell, which becomes a line of the cell's text. */
  private endNestedRow(): void {
    const { destination } = this.state;
    if (destination === 'nestedRow' || destination === 'body') this.endParagraph(true);
  }

  private addPicture(): void {
    if (this.state.destination === 'body') this.story.pictures++;
    this.state.destination = 'nothing';
  }

  private beginStory(): void {
    if (this.stories.length < NESTING_MAX) this.stories.push(new Story(this.state.story));
    else this.state.story = null;
  }

  private endStory(): void {
    if (this.stories.length < 2) return;
    this.finishStory();
    const ended = this.stories.pop();
    if (ended === undefined || ended.kind === null) return;
    if (ended.kind === 'box') {
      this.takeBox(ended.flow);
      return;
    }
    const flow =
      ended.kind === 'furniture' ? ended.flow.filter(item => !this.pageCounters.has(item)) : ended.flow;
    // The author of a comment comes before its group.
    const author = ended.kind === 'comments' ? this.story.author : '';
    this.story.author = '';
    for (const item of flow) this.beside[ended.kind].push(signed(item, item === flow[0] ? author : ''));
  }

  private takeBox(flow: readonly FlowItem[]): void {
    const { story } = this;
    if (!story.isInTable) for (const item of flow) story.flow.push(item);
    else story.cell.push(...[flattenFlow(flow)].filter(text => text !== ''));
  }

  private finishStory(): void {
    this.endParagraph();
    this.endTable();
  }

  private flush(): void {
    this.awaitsTrail = false;
    if (this.pending.length === 0) return;
    this.state.hasBegun = true;
    const bytes = this.pending;
    this.pending = [];
    this.write(decodeText(bytes, this.state));
  }

  private write(text: string): void {
    const { story, state } = this;
    if (state.isHidden) return;
    if (state.destination === 'body') story.write(text, state);
    else if (state.destination === 'marker') story.marker += text;
    else if (state.destination === 'styles') this.styles.addName(text);
    else if (state.destination === 'author') story.author += text;
    else if (state.destination === 'fonts') this.fonts.addName(text);
    else if (state.destination === 'instruction') {
      this.instruction += text.slice(0, INSTRUCTION_LENGTH - this.instruction.length);
      story.countsPages ||= PAGE_COUNTER.test(text);
    }
  }

  private endParagraph(isInCell = this.story.isInTable): void {
    this.flush();
    const { story } = this;
    const { text: written, marker, pictures, countsPages, shown } = story.takeParagraph();
    // LibreOffice leaves no space between the mark of a note and its text.
    const text = story.kind === 'notes' ? written.replace(/^(\[\d+\])(?=\S)/, '$1 ') : written;
    this.allowance.spend('textCharacters', text.length);
    const isCount = countsPages && onlyCountsPages(text);
    const isLeftOut = isCount && isInCell && story.kind === 'furniture';
    if (text !== '' && !isLeftOut) this.addParagraph(text, marker, isInCell, shown);
    else if (!isInCell) this.partTables();
    else if (isNumber(marker)) story.numbersAlone.push(marker);
    const item = story.flow.at(-1);
    if (isCount && !isInCell && item !== undefined) this.pageCounters.add(item);
    for (let at = 0; at < pictures && !isInCell; at++)
      story.flow.push({ kind: 'image', alt: '', caption: null, page: null });
  }

  /** Ends a table at a paragraph after it, whatever the paragraph contains; mostly it is empty. */
  private partTables(): void {
    if (this.story.table?.hasEndedRow) this.endTable();
  }

  private addParagraph(text: string, marker: string, isInCell: boolean, shown: TextLook): void {
    const { story } = this;
    if (isInCell) {
      story.cell.push(marker === '' ? text : `${marker} ${text}`);
      return;
    }
    this.endTable();
    const item = this.itemOf(text, marker);
    story.flow.push(item);
    this.looks.set(item, shown);
  }

  private itemOf(text: string, marker: string): FlowItem {
    const { story } = this;
    const level = this.headingLevel(marker !== '');
    if (level !== null)
      return { kind: 'heading', level, text: `${marker} ${text}`.replace(/\s+/g, ' ').trim(), page: null };
    const written = marker === '' ? writtenMarker(text, story.indents) : null;
    // Programs that put markers into the text give no level, only an indent; a larger indent is a deeper level.
    if (written !== null) return numbered(written.text, written.marker, '', Math.max(0, story.indents.left));
    if (marker === '') return { kind: 'paragraph', text, page: null };
    return numbered(text, marker, story.list, story.listLevel);
  }

  private headingLevel(isItem: boolean): HeadingLevel | null {
    const { outline, style } = this.story;
    const own = outline === null ? null : levelOfOutline(outline);
    return own ?? (style === null ? null : this.styles.heading(style, isItem));
  }

  private endTable(): void {
    const { story } = this;
    const rest = story.cell;
    story.cell = [];
    if (story.table?.isInRow && rest.length > 0) story.table.endCell(rest.splice(0).join('\n'));
    const table = story.table?.finish(positions => this.allowance.spend('cells', positions)) ?? null;
    story.table = null;
    if (table !== null) story.flow.push(table);
    // Where no cell ends, paragraphs marked as inside a table are in none.
    for (const text of rest) story.flow.push({ kind: 'paragraph', text, page: null });
  }

  finish(): Block[] {
    while (this.groups.length > 0) this.close();
    this.finishStory();
    const { notes, comments, furniture } = this.beside;
    const beside = gatherBlocks([...notes, ...comments, ...onceEach(furniture)]);
    return [...gatherBlocks(withHeadingsByLook(this.story.flow, this.looks)), ...beside];
  }
}

/**
 * The state of the walk through one part (document, notes, comments, headers), and the contents of its stories so far.
 * It keeps its own stacks, so that depth costs memory but never the call stack.
 */
import type { Image } from '../../../../schemas/document.ts';
import type { Package } from '../../archive/package.ts';
import { authoredAlt } from '../../ooxml/alt-text.ts';
import { MathState } from '../../ooxml/formula-state.ts';
import { flattenFlow } from '../../story/cell-text.ts';
import type { FlowItem } from '../../story/flow.ts';
import { isMonospaced } from '../../story/monospaced.ts';
import { onlyCountsPages } from '../../story/page-words.ts';
import type { XmlReader } from '../../xml/reader.ts';
import { Controls } from './bound-controls.ts';
import { Fields } from './field.ts';
import { isSetAsText } from './font.ts';
import { holdsOnlyCode, type ParagraphLooks } from './look-code.ts';
import { NoteMarks } from './note-marks.ts';
import { ParagraphDraft } from './paragraph.ts';
import { paragraphItem } from './paragraph-item.ts';
import type { StyledHeading } from './prose-headings.ts';
import { Sections } from './sections.ts';
import { TableDraft } from './table.ts';
import type { WordDocument } from './word-document.ts';

const SPACE = new Set([' ', '\t', '\n', '\u00a0']);

export class Walker {
  readonly document: WordDocument;
  readonly part: string;
  readonly reader: XmlReader;
  /** Page of the current place by the last layout. */
  page = 1;
  characters = 0;
  readonly sections = new Sections();
  readonly controls = new Controls();
  /** Whether the part is a header or a footer. */
  isFurniture = false;
  /** Paragraphs with a field that shows the page. */
  private readonly pageCounters = new Set<FlowItem>();
  readonly noteMarks = new NoteMarks();
  /** The notes of a part of notes, and where in the story each begins. */
  readonly notes: { id: string; from: number; author: string }[] = [];
  /** Whether a choice of the enclosing `mc:AlternateContent` was taken, innermost last. */
  readonly alternatives: boolean[] = [];
  /** Alternative text of the enclosing drawings, innermost last. */
  readonly alts: string[] = [];
  /** Whether Word does not show the drawing that was begun last (20.4.2.5). */
  hidesGraphic = false;
  readonly headings: StyledHeading[] = [];
  readonly math = new MathState();
  readonly fields = new Fields();
  /** Font of the current run, which determines the meaning of private-use characters. */
  runFont: string | undefined;
  /** What the current run says about its look; undefined where it leaves that to the style. */
  runBold: boolean | undefined;
  runPoints: number | undefined;
  runRaised = false;
  /** Whether it is raised above its line (17.3.2.24). */
  runLifted = false;
  runHidden: boolean | undefined;
  runStyle: string | undefined;
  /** The looks of the paragraphs of this part, for documents that mark no headings. */
  readonly looks: ParagraphLooks = new Map();
  /** Reading of the word that a ruby element is about to write. */
  reading = '';
  inParagraphProperties = false;
  private readonly flows: FlowItem[][] = [[]];
  private readonly paragraphs: (ParagraphDraft | undefined)[] = [];
  private readonly tables: TableDraft[] = [];
  private runOn: ParagraphDraft | undefined;

  constructor(document: WordDocument, part: string, reader: XmlReader) {
    this.document = document;
    this.part = part;
    this.reader = reader;
  }

  get flow(): FlowItem[] {
    return this.flows.at(-1) ?? [];
  }

  get paragraph(): ParagraphDraft | undefined {
    return this.paragraphs.at(-1);
  }

  get table(): TableDraft | undefined {
    return this.tables.at(-1);
  }

  /** Adds text to the paragraph, unless it belongs to a field's instruction. */
  write(said: string): void {
    const draft = this.paragraph;
    if (draft === undefined || this.fields.inInstruction || said === '') return;
    const text = this.isHidden ? said : this.controls.shownFor(said);
    if (text === '') return;
    this.fields.noteText();
    draft.endsHidden = this.isHidden;
    if (draft.endsHidden) {
      draft.holdsHidden = true;
      // Word's statistics, which show whether its pages are those of this text, count it.
      this.characters += text.length;
      return;
    }
    draft.page ??= this.page;
    if (this.math.takes(text)) return;
    draft.text += draft.end.next(text, this.runRaised || this.isLifted(draft));
    this.noteLook(draft, text);
    draft.endsInSpace = SPACE.has(text.charAt(text.length - 1));
    this.characters += text.length;
  }

  /** Adds text that has no run, as a paragraph of its own where none is open. Ignored between cells. */
  writeAlone(text: string): void {
    if (text === '' || (this.paragraph === undefined && this.table !== undefined)) return;
    const isOutside = this.paragraph === undefined;
    if (isOutside) this.beginParagraph();
    this.write(text);
    if (isOutside) this.endParagraph();
  }

  /** Whether the current run is neither shown nor printed. Text hidden only in web layout (`w:webHidden`) does not count. */
  get isHidden(): boolean {
    return this.runHidden ?? this.document.styles.hideRun(this.paragraph?.style, this.runStyle);
  }

  beginRun(): void {
    this.runFont = undefined;
    this.runBold = undefined;
    this.runPoints = undefined;
    this.runRaised = this.runLifted = false;
    this.endRun();
  }

  /** Ends a run, so that what stands between runs is hidden by none of them. */
  endRun(): void {
    this.runHidden = undefined;
    this.runStyle = undefined;
  }

  /** Whether text is raised in LibreOffice's own way: higher and smaller than what stands before it. */
  private isLifted({ points }: ParagraphDraft): boolean {
    return this.runLifted && this.runPoints !== undefined && this.runPoints < points;
  }

  private noteLook(draft: ParagraphDraft, text: string): void {
    const { style, shown } = draft;
    const { length } = text.trim();
    const usual = this.document.styles.look(style);
    draft.points = this.runPoints ?? usual.points;
    shown.characters += length;
    shown.points += length * draft.points;
    if (this.runBold ?? usual.bold) shown.bold += length;
    if (isMonospaced(this.runFont ?? usual.font)) shown.monospaced += length;
    else if (isSetAsText(this.runFont)) shown.forText += length;
  }

  private isBold(story: readonly FlowItem[]): boolean {
    const shown = story.map(item => this.looks.get(item)).filter(one => one !== undefined);
    return shown.length > 0 && shown.every(({ characters, bold }) => bold === characters);
  }

  /** Adds the blocks of a drawing in the current paragraph. */
  addBlocks(blocks: readonly FlowItem[]): void {
    const into = this.paragraph?.boxes ?? this.flow;
    for (const block of blocks) into.push(block);
  }

  /** Returns the part that an attribute of the current element names by its relationship. */
  target(attribute: string): string | undefined {
    return this.office.target(this.part, this.reader.attribute(attribute));
  }

  get office(): Package {
    return this.document.package;
  }

  /** Separates what follows from what was written before. */
  separate(): void {
    if (this.paragraph !== undefined && !this.paragraph.endsInSpace) this.write(' ');
  }

  addImage(alt: string): void {
    const image: Image = { kind: 'image', alt: authoredAlt(alt), caption: null, page: this.page };
    if (this.paragraph === undefined) this.flow.push(image);
    else this.paragraph.images.push(image);
  }

  beginParagraph(): void {
    this.runOn?.beginNext();
    this.paragraphs.push(this.runOn ?? new ParagraphDraft());
    this.runOn = undefined;
  }

  endParagraph(): void {
    const draft = this.paragraphs.pop();
    if (draft === undefined) return;
    // The text after a field that its paragraph does not finish must not vanish.
    if (this.fields.inInstruction) this.fields.giveUpInstructions();
    draft.settle();
    if (draft.runsOn) {
      draft.runsOn = false;
      this.runOn = draft;
      return;
    }
    this.addParagraph(draft);
  }

  private addParagraph(draft: ParagraphDraft): void {
    this.office.allowance.spend('textCharacters', draft.text.length);
    const item = paragraphItem(draft, this.document, this.headings);
    if (item?.kind === 'numbered' && item.text === '') {
      this.noteNumberAlone(item.marker.text);
    } else if (item !== null) {
      if (item.kind === 'numbered') this.office.allowance.spend('textCharacters', item.marker.text.length);
      this.flow.push(item);
      draft.shown.source = draft.text;
      this.looks.set(item, draft.shown);
      if (draft.countsPages) this.pageCounters.add(item);
    }
    for (const image of draft.images) this.flow.push(image);
    for (const box of draft.boxes) this.flow.push(box);
  }

  /**
   * Notes a number without text. A column of serial numbers is a list without texts; anywhere else such a number waits
   * for its text.
   */
  private noteNumberAlone(number: string): void {
    const { table } = this;
    if (table === undefined || table.cellDepth !== this.flows.length) return;
    this.office.allowance.spend('textCharacters', number.length);
    table.numbersAlone.push(number);
  }

  /** Begins a story inside a paragraph (text box) or beside it (cell, note). */
  beginStory(): void {
    this.flows.push([]);
    this.paragraphs.push(undefined);
  }

  endStory(): FlowItem[] {
    this.endRunOn();
    this.paragraphs.pop();
    return this.flows.length > 1 ? (this.flows.pop() ?? []) : [];
  }

  /** Returns the outer story, once the part has been read. */
  end(): FlowItem[] {
    this.endRunOn();
    return this.withoutPageCounts(this.flow);
  }

  /**
   * Removes paragraphs of headers and footers that only give a page's number by the last layout; numbers in other text
   * are the author's.
   */
  private withoutPageCounts(story: FlowItem[]): FlowItem[] {
    if (!this.isFurniture || this.pageCounters.size === 0) return story;
    return story.filter(item => !this.pageCounters.has(item) || !onlyCounts(item));
  }

  /** Adds a paragraph that should run on but has nothing after it. */
  private endRunOn(): void {
    const draft = this.runOn;
    this.runOn = undefined;
    if (draft !== undefined) this.addParagraph(draft);
  }

  beginTable(): void {
    this.endRunOn();
    this.tables.push(new TableDraft(this.page));
  }

  endTable(): void {
    const draft = this.tables.pop();
    this.office.allowance.spend('cells', draft?.positions ?? 0);
    const framed = draft?.framedPart(story => holdsOnlyCode(story, this.looks)) ?? null;
    if (framed !== null) {
      for (const item of framed) this.flow.push(item);
      return;
    }
    const table = draft?.finish() ?? null;
    if (table !== null) this.flow.push(table);
  }

  beginCell(): void {
    this.beginStory();
    this.table?.beginCell(this.flows.length);
  }

  endCell(): void {
    const story = this.withoutPageCounts(this.endStory());
    const table = this.table;
    table?.endCell(flattenFlow(story), table.cell, this.isBold(story), story);
  }
}

const onlyCounts = (item: FlowItem): boolean => 'text' in item && onlyCountsPages(item.text);

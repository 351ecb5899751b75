/** Turns the walk over a page's tree into calls of the block writer: what each element means for the text. */
import type { Block, HeadingLevel, Image } from '../../../schemas/document.ts';
import { type Ceilings, ExtractionError } from '../format.ts';
import { BlockWriter } from './block-writer.ts';
import { CodeText } from './code-text.ts';
import { ElementRows } from './element-rows.ts';
import { pictureOf } from './images.ts';
import { isDisplayed, mathSigns } from './mathml.ts';
import { nameSet } from './name-set.ts';
import { isNoteMark } from './note-marks.ts';
import {
  isBesideCode,
  isCodeAid,
  isDrawnByFont,
  isDrawnFormula,
  isNotebookSource,
  isOwnLink,
  isSaidOnly,
} from './page-aids.ts';
import type { Survey } from './survey.ts';
import { TableGrid } from './table-grid.ts';
import { drawnTickOf, labelOf, tickOf } from './tick-boxes.ts';
import { attribute, type HtmlElement } from './tree.ts';
import { isUnseen } from './visibility.ts';
import { isPreformatted, keepsLines } from './white-space.ts';

/** Elements that begin and end a line of their own by the browsers' default style sheet (HTML 15.3). */
const BLOCKS = nameSet(
  'address article aside blockquote body caption center dd details dialog div dl dt fieldset figcaption',
  'figure footer form h1 h2 h3 h4 h5 h6 header hgroup hr html legend li main menu nav ol option p pre',
  'search section select summary table tbody td textarea tfoot th thead tr ul',
);
const BLOCK_STYLE = /(?:^|[;\s])display\s*:\s*(?:block|flex|grid|table|list-item)/i;
/** Inline elements with an edge that keeps their text apart from their neighbours'. */
const SPACED = new Set(['button', 'input', 'object', 'svg', 'text', 'tspan']);
const LISTS = new Set(['ul', 'ol', 'menu', 'dir']);
const SHEETS_PROGRAMS = new Set(['code', 'div', 'p', 'samp', 'span']);
const VALUELESS_INPUTS = nameSet('hidden password checkbox radio file image color range');

export class PageReader {
  private readonly writer = new BlockWriter();
  private readonly survey: Survey;
  private readonly ceilings: Ceilings;
  private readonly skips: (element: HtmlElement) => boolean;
  /** The data table being read, and its cell. */
  private grid: { element: HtmlElement; rows: TableGrid; cell: HtmlElement | null } | null = null;
  /** The text of the open preformatted elements, and these elements, innermost last. */
  private code = new CodeText();
  private readonly programs: HtmlElement[] = [];
  /** Elements around the text that determine whether its line ends show, innermost last. */
  private readonly lines: { element: HtmlElement; areKept: boolean }[] = [];
  /** The element that ended last, if no text came since. */
  private lastLeft: HtmlElement | null = null;
  /** Number of open elements that raise the text. */
  private raisedDepth = 0;
  /** The label around a check box whose text has not come yet. */
  private boxLabel: HtmlElement | null = null;
  private readonly rows = new ElementRows();
  private readonly figures: { image: Image | null; caption: string }[] = [];
  private readonly definitionLists: ('list' | 'running')[] = [];
  private characters = 0;
  private cells = 0;

  constructor(found: Survey, ceilings: Ceilings, skips: (element: HtmlElement) => boolean = isUnseen) {
    this.survey = found;
    this.skips = skips;
    this.ceilings = ceilings;
  }

  finish(): Block[] {
    this.writer.flush();
    return this.writer.blocks;
  }

  readText(value: string): void {
    this.lastLeft = null;
    this.characters += value.length;
    if (this.characters > this.ceilings.textCharacters) throw tooLarge('characters');
    if (this.isInCode) this.code.append(value);
    else if (this.lines.at(-1)?.areKept) this.appendLines(value);
    else this.writer.text.append(value, this.raisedDepth > 0);
  }

  /** Adds text with its line ends: that of a form's field, or text whose style keeps them. */
  private appendLines(value: string): void {
    for (const [at, line] of value.split('\n').entries()) {
      if (at > 0) this.writer.text.lineBreak();
      this.writer.text.append(line);
    }
  }

  /** Returns whether the walk should go into the element. */
  enter(element: HtmlElement): boolean {
    if (this.skips(element) || this.isAid(element)) return false;
    const areKept = keepsLines(element) ?? this.survey.boxes.keepsLines(element);
    if (areKept !== null) this.lines.push({ element, areKept });
    if (this.lastLeft !== null && this.rows.areApart(this.lastLeft, element))
      this.writer.text.spaceBetweenWords();
    if (this.isInCode) this.enterInCode(element);
    else {
      if (isSaidOnly(element)) this.writer.text.spaceBetweenWords();
      if (this.isBlock(element)) this.endLine();
      else if (this.isSpaced(element)) this.writer.text.space();
      this.begin(element);
    }
    return true;
  }

  private isAid(element: HtmlElement): boolean {
    if (element.attrs.length === 0 && !this.isInCode) return false;
    if (this.survey.figures.has(element) && (this.isInCode || isBesideCode(element))) return true;
    if (this.isInCode) return isCodeAid(element);
    return (
      isDrawnFormula(element) || isDrawnByFont(element) || isOwnLink(element) || isNotebookSource(element)
    );
  }

  leave(element: HtmlElement): void {
    if (this.lines.at(-1)?.element === element) this.lines.pop();
    this.lastLeft = element;
    if (this.isInCode) this.leaveInCode(element);
    else {
      if (element === this.boxLabel) this.boxLabel = null;
      if (this.isBlock(element)) this.endLine();
      this.end(element);
      if (isSaidOnly(element)) this.writer.text.spaceBetweenWords();
      if (this.isSpaced(element)) this.writer.text.space();
    }
  }

  /** Ends a line. A check box stays with the text of its label, even if that is a block of its own. */
  private endLine(): void {
    if (this.boxLabel !== null && this.writer.text.isBox) this.writer.text.space();
    else this.writer.flush();
  }

  private begin(element: HtmlElement): void {
    const name = element.tagName;
    if (this.isProgram(element)) this.beginCode(element);
    else if (isCaptured(element)) this.writer.beginCapture();
    else if (LISTS.has(name)) this.writer.beginList(element);
    else if (name === 'li') this.writer.beginItem(element);
    else if (name === 'br') this.writer.text.lineBreak();
    else if (name === 'img' || name === 'amp-img') this.readImage(element);
    else if (name === 'input') this.readInput(element);
    else if (name === 'figure') this.figures.push({ image: null, caption: '' });
    else if (name === 'q') this.writer.text.append('“');
    else if (name === 'rt') this.writer.text.append('(');
    else if (isNoteMark(element)) this.writer.text.append('[');
    else if (isRaised(element)) this.raisedDepth++;
    else this.beginDefinition(element) || this.beginTablePart(element);
    const tick = drawnTickOf(element);
    if (tick !== null) this.writer.text.append(`${tick} `);
    this.writer.text.append(mathSigns(element).before);
  }

  private end(element: HtmlElement): void {
    const name = element.tagName;
    this.writer.text.append(mathSigns(element).after);
    const level = headingLevel(element);
    if (level !== null) this.writer.putHeading(level, this.writer.endCapture());
    else if (name === 'caption' || name === 'select') this.writer.putLines(this.writer.endCapture());
    else if (name === 'figcaption') this.endFigureCaption();
    else if (name === 'figure') this.endFigure();
    else if (LISTS.has(name)) this.writer.endList();
    else if (name === 'li') this.writer.endItem();
    else if (name === 'q') this.writer.text.append('”');
    else if (name === 'rt') this.writer.text.append(')');
    else if (isNoteMark(element)) this.writer.text.append(']');
    else if (isRaised(element)) this.raisedDepth--;
    else this.endDefinition(element) || this.endTablePart(element);
  }

  /** Whether an element is a block. Inside a captured cell, the cells of a nested table stand side by side on a line. */
  private isBlock(element: HtmlElement): boolean {
    const name = element.tagName;
    if (name === 'td' || name === 'th') return element === this.grid?.cell || !this.writer.isCapturing;
    if (BLOCKS.has(name)) return !(this.grid !== null && isAllOfInnerCell(element, this.grid.cell));
    if (isDisplayed(element)) return true;
    const style = attribute(element, 'style');
    return (style !== undefined && BLOCK_STYLE.test(style)) || this.survey.boxes.isBlock(element);
  }

  private isSpaced(element: HtmlElement): boolean {
    return SPACED.has(element.tagName) || this.survey.boxes.isItem(element);
  }

  private get isInCode(): boolean {
    return this.programs.length > 0;
  }

  /**
   * Whether an element is a program: by its name or style, or by the page's own sheet, if it is `code` that is a block,
   * or another block set like a program.
   */
  private isProgram(element: HtmlElement): boolean {
    if (isPreformatted(element)) return true;
    if (!SHEETS_PROGRAMS.has(element.tagName) || !this.lines.at(-1)?.areKept) return false;
    const isProgram = element.tagName === 'code' || this.survey.boxes.isProgram(element);
    return isProgram && this.isBlock(element);
  }

  private beginCode(element: HtmlElement): void {
    this.writer.flush();
    this.code = new CodeText();
    this.programs.push(element);
  }

  private enterInCode(element: HtmlElement): void {
    if (isPreformatted(element)) this.programs.push(element);
    if (BLOCKS.has(element.tagName)) this.code.beginLine();
    if (element.tagName === 'br') this.code.append('\n');
    else if (element.tagName === 'img') this.code.append(pictureOf(element)?.alt ?? '');
    else this.code.enter(element);
  }

  private leaveInCode(element: HtmlElement): void {
    if (this.programs.at(-1) === element) this.programs.pop();
    if (!this.isInCode) this.writer.putCode(this.code.take());
    else if (BLOCKS.has(element.tagName)) this.code.beginLine();
  }

  private readImage(element: HtmlElement): void {
    const picture = pictureOf(element);
    if (picture === null) return;
    const image = this.writer.putImage(picture.alt, picture.isInline);
    const figure = this.figures.at(-1);
    if (figure) figure.image ??= image;
  }

  private readInput(element: HtmlElement): void {
    const type = attribute(element, 'type')?.toLowerCase() ?? 'text';
    const value = attribute(element, 'value');
    const tick = tickOf(element);
    this.writer.text.append(tick ?? '');
    if (tick !== null) this.boxLabel = labelOf(element);
    if (value !== undefined && !VALUELESS_INPUTS.has(type)) this.readText(value);
  }

  private endFigureCaption(): void {
    const lines = this.writer.endCapture();
    const figure = this.figures.at(-1);
    if (figure === undefined || this.writer.isCapturing) this.writer.putLines(lines);
    else figure.caption = lines.join('\n');
  }

  /** Ends a figure. The caption belongs to its first picture; a figure without one (code, a table) keeps it as a paragraph. */
  private endFigure(): void {
    const figure = this.figures.pop();
    if (figure === undefined) return;
    const { image, caption } = figure;
    if (image === null || caption === '') this.writer.putLines([caption]);
    else image.caption = image.alt === caption ? null : caption;
    const outer = this.figures.at(-1);
    if (outer && image?.caption === null) outer.image ??= image;
  }

  /** Begins terms as items, and definitions as items below them; running text under terms stays text. */
  private beginDefinition(element: HtmlElement): boolean {
    const name = element.tagName;
    if (name === 'dl') this.beginDefinitionList(element);
    else if (name !== 'dt' && name !== 'dd') return false;
    else if (this.definitionLists.at(-1) === 'list') this.writer.beginDefinition(name, element);
    return true;
  }

  private beginDefinitionList(element: HtmlElement): void {
    const isRunning = this.survey.runningDefinitions.has(element) || this.writer.isCapturing;
    this.definitionLists.push(isRunning ? 'running' : 'list');
    if (!isRunning) this.writer.beginList(element);
  }

  private endDefinition(element: HtmlElement): boolean {
    if (element.tagName !== 'dl') return false;
    if (this.definitionLists.pop() === 'list') this.writer.endDefinitions();
    return true;
  }

  private beginTablePart(element: HtmlElement): void {
    const name = element.tagName;
    const isData = name === 'table' && !this.survey.layoutTables.has(element);
    if (isData && !this.writer.isCapturing) this.grid = { element, rows: new TableGrid(), cell: null };
    else if (this.grid === null || this.grid.cell !== null) {
      if (name === 'td' || name === 'th') this.writer.text.space();
    } else if (name === 'tr') this.grid.rows.beginRow();
    else if (name === 'tbody' || name === 'thead' || name === 'tfoot') this.grid.rows.beginGroup(name);
    else if (name === 'td' || name === 'th') {
      this.grid.cell = element;
      this.writer.beginCapture();
    }
  }

  private endTablePart(element: HtmlElement): void {
    if (this.grid?.cell === element) {
      if (++this.cells > this.ceilings.cells) throw tooLarge('cells');
      this.grid.rows.addCell(element, this.writer.endCapture().join('\n'));
      this.grid.cell = null;
    } else if (this.grid?.element === element) {
      const table = this.grid.rows.finish(this.ceilings.cells);
      this.grid = null;
      if (table !== null) this.writer.put(table);
    }
  }
}

/** Whether a block is the only content of a cell of a table inside a cell, and so begins no line there. */
function isAllOfInnerCell(element: HtmlElement, cell: HtmlElement | null): boolean {
  const { tagName, parentNode } = element;
  if (cell === null || (tagName !== 'p' && tagName !== 'div')) return false;
  if (parentNode === null || !('tagName' in parentNode) || parentNode === cell) return false;
  if (parentNode.tagName !== 'td' && parentNode.tagName !== 'th') return false;
  return parentNode.childNodes.every(
    node => node === element || ('value' in node && node.value.trim() === ''),
  );
}

/** Whether an element raises its text: `sup`, or what Google Docs writes in its place. */
function isRaised(element: HtmlElement): boolean {
  if (element.tagName !== 'span') return element.tagName === 'sup';
  const style = attribute(element, 'style');
  return style !== undefined && /vertical-align\s*:\s*super/.test(style);
}

function isCaptured(element: HtmlElement): boolean {
  const name = element.tagName;
  return name === 'caption' || name === 'figcaption' || name === 'select' || headingLevel(element) !== null;
}

const HEADINGS: Record<string, string | undefined> = {
  __proto__: null as never,
  h1: '1',
  h2: '2',
  h3: '3',
  h4: '4',
  h5: '5',
  h6: '6',
};

function headingLevel(element: HtmlElement): HeadingLevel | null {
  const named = HEADINGS[element.tagName];
  const isHeading = named !== undefined || attribute(element, 'role') === 'heading';
  if (!isHeading) return null;
  const level = Number(named ?? attribute(element, 'aria-level') ?? 2);
  return level === 1 || level === 2 || level === 3 || level === 4 || level === 5 ? level : 6;
}

function tooLarge(what: string): ExtractionError {
  return new ExtractionError('extraction_failed', `the page has too many ${what}`, { bomb: true });
}

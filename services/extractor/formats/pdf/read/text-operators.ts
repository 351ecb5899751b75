/** Processes a page's operators and collects its words. */

import { ARTIFACT, type FontStyle, type Gap, type TextItem } from '../../../layout/page/content.ts';
import { type Matrix, matrixOf } from '../vectors/matrix.ts';
import type { OperatorList, Visibility } from '../vectors/operator-list.ts';
import { handlersOf, OPERATOR } from '../vectors/operators.ts';
import { parseColor } from '../vectors/state.ts';
import type { Field } from './fields.ts';
import { type FontFacts, UNKNOWN_FONT, withGlyphNumbers, withGreekNumbers } from './font-facts.ts';
import { placeOf, runningFonts } from './font-tally.ts';
import { misreadGreek, withoutFonts } from './misread-greek.ts';
import { withoutPlotMarks } from './plot-marks.ts';
import { showText } from './show-text.ts';
import { TextState } from './text-state.ts';
import { WordBuilder } from './words.ts';

/** Most words of one page; the rest is left out. A densely set newspaper page has 8,000. */
const WORDS_PER_PAGE_MAX = 100_000;

/** Most nested saved states; producers nest a dozen, and a page of millions is hostile. */
const STATE_DEPTH_MAX = 1_000;

interface MarkedContent {
  hidden: boolean;
  identifier: number | null;
  /** Replacement text, and the first word drawn for it. */
  actual: string | null;
  from: number;
}

type Arguments = readonly unknown[];
const NO_ARGUMENTS: Arguments = [];

export interface ReadText {
  items: TextItem[];
  /** Number of glyphs without a known character. */
  unreadable: number;
  /** Fonts whose codes are no characters, although nothing says what else they are. */
  gibberish: ReadonlySet<FontStyle>;
  /** Fonts whose codes are glyph numbers, as their spaces show. */
  numbered: ReadonlySet<FontStyle>;
  /** Where fonts that have lost their meaning have drawn something. */
  gaps: Gap[];
  holes: Gap[];
  /** Number of strings in fonts that pdf.js refuses: it is only known that they are drawn. */
  refused: number;
  /** Form fields whose appearance shows text, by their annotation's id. */
  drawnFields: ReadonlySet<string>;
}

/** Reads a page's text. Greek in the wrong letters is read by glyph numbers, if that gives Greek. */
export function readText(...page: Parameters<typeof readAs>): ReadText {
  const text = readCodes(...page);
  const misread = misreadGreek(text.items);
  if (misread.size === 0) return text;
  const [operators, view, fonts, ...others] = page;
  const numbered = withGreekNumbers(fonts);
  const again = numbered === null ? null : readCodes(operators, view, numbered, ...others);
  return again !== null && misreadGreek(again.items).size === 0 ? again : withoutFonts(text, misread);
}

/** Reads a page's text. Codes that are no text as they are may be glyph numbers, and are then read as such. */
function readCodes(...page: Parameters<typeof readAs>): ReadText {
  const [operators, view, fonts, ...others] = page;
  const asCharacters = readAs(...page);
  const { numbered } = asCharacters;
  const shifted = withGlyphNumbers(fonts, asCharacters.gibberish, numbered);
  if (shifted === null) return asCharacters;
  const asNumbers = readAs(operators, view, shifted, ...others);
  if (asNumbers.unreadable >= asCharacters.unreadable) return asCharacters;
  if (numbered.size === 0) return asNumbers;
  const running = runningFonts(asNumbers.items);
  if (![...numbered].some(font => running.has(font))) return asCharacters;
  return withoutNeighbours(asNumbers, [...fonts.values()], new Set([...numbered, ...running]));
}

/** Digits and symbols alone, such as page numbers and bullets, need no letters. */
const SOME_LETTERS = /\p{L}{2}/u;

/**
 * Drops words of one-byte fonts beside such fonts, if nothing shows that they are text: they are most likely numbered,
 * too, and are then left to OCR.
 */
function withoutNeighbours(
  text: ReadText,
  fonts: readonly FontFacts[],
  believed: ReadonlySet<FontStyle>,
): ReadText {
  const lost = new Set(
    fonts.flatMap(({ style, isComposite }) => (isComposite || believed.has(style) ? [] : [style])),
  );
  const isLost = (item: TextItem) => lost.has(item.font) && SOME_LETTERS.test(item.text);
  const gone = text.items.filter(isLost);
  const items = text.items.filter(item => !isLost(item));
  return {
    ...text,
    items: items.map((item, index) => ({ ...item, index })),
    gaps: [...text.gaps, ...gone.map(placeOf)],
  };
}

function readAs(
  operators: OperatorList,
  view: Matrix,
  fonts: ReadonlyMap<string, FontFacts>,
  isVisible: Visibility,
  fields: ReadonlyMap<string, Field> = new Map(),
  actuals: ReadonlyMap<number, string> = new Map(),
): ReadText {
  const reader = new TextOperators(view, fonts, isVisible, fields, actuals);
  const { fnArray, argsArray } = operators;
  for (let at = 0; at < fnArray.length; at++) {
    reader.words.operator = at;
    reader.apply(fnArray[at] ?? 0, (argsArray[at] ?? NO_ARGUMENTS) as Arguments);
    if (reader.words.items.length > WORDS_PER_PAGE_MAX) break;
  }
  reader.words.close();
  const { items: drawn, tally } = reader.words;
  const { items, gaps, holes } = tally.withoutGibberish(drawn);
  return {
    items: withoutPlotMarks(items),
    gaps,
    holes,
    unreadable: tally.meaningless,
    gibberish: tally.gibberish,
    numbered: tally.numbered(drawn),
    refused: reader.refused,
    drawnFields: reader.drawnFields,
  };
}

class TextOperators {
  readonly words = new WordBuilder();
  readonly drawnFields = new Set<string>();
  refused = 0;
  private state: TextState;
  private readonly saved: TextState[] = [];
  /** Number of levels beyond the ceiling: they end, too, but share one state. */
  private beyond = 0;
  private readonly marked: MarkedContent[] = [];
  private readonly view: Matrix;
  private readonly fonts: ReadonlyMap<string, FontFacts>;
  private readonly isVisible: Visibility;
  private readonly fields: ReadonlyMap<string, Field>;
  /** Replacement texts of the structure tree, by marked-content identifiers. */
  private readonly actuals: ReadonlyMap<number, string>;
  /** The field whose appearance is being drawn, and the index of its first word. */
  private field: { of: Field; from: number } | null = null;

  constructor(
    view: Matrix,
    fonts: ReadonlyMap<string, FontFacts>,
    isVisible: Visibility,
    fields: ReadonlyMap<string, Field>,
    actuals: ReadonlyMap<number, string>,
  ) {
    this.view = view;
    this.fonts = fonts;
    this.isVisible = isVisible;
    this.fields = fields;
    this.actuals = actuals;
    this.state = new TextState(view);
  }

  apply(operator: number, args: Arguments): void {
    OPERATORS[operator]?.(this, args);
  }

  get current(): TextState {
    return this.state;
  }

  font(name: unknown): FontFacts {
    return this.fonts.get(String(name)) ?? UNKNOWN_FONT;
  }

  save(): void {
    if (this.saved.length >= STATE_DEPTH_MAX) {
      this.beyond++;
      return;
    }
    this.saved.push(this.state);
    this.state = this.state.copy();
  }

  restore(): void {
    if (this.beyond > 0) this.beyond--;
    else this.state = this.saved.pop() ?? this.state;
  }

  /** Begins an annotation, which starts from the page's own state and places its form in its rectangle (12.5.5). */
  beginAnnotation(id: unknown, transform: unknown, matrix: unknown): void {
    this.words.close();
    const of = this.fields.get(String(id));
    this.field = of === undefined ? null : { of, from: this.words.items.length };
    this.save();
    this.state = new TextState(this.view);
    for (const value of [transform, matrix]) {
      const step = matrixOf(value);
      if (step !== null) this.state.concatenate(step);
    }
  }

  endAnnotation(): void {
    this.restore();
    this.words.close();
    const drawn = this.field === null ? [] : this.words.items.slice(this.field.from);
    for (const item of drawn) item.field = true;
    if (this.field !== null && drawn.length > 0) this.drawnFields.add(this.field.of.id);
    this.field = null;
  }

  show(glyphs: unknown): void {
    const last = this.marked.at(-1);
    if (last?.hidden || !Array.isArray(glyphs)) return;
    // A field with a value of its own to show is not read from its drawing.
    if (this.field !== null && this.field.of.lines !== null) return;
    if (this.state.font.isRefused) this.refused++;
    showText(glyphs, this.state, this.words, last?.identifier ?? null);
  }

  beginMarked(tag: unknown, properties: unknown, ownActual: unknown): void {
    const outer = this.marked.at(-1);
    const identifier = identifierOf(tag, properties);
    const actual = ownActual ?? this.actuals.get(identifier ?? -1);
    const hidden = outer?.hidden === true || (tag === 'OC' && !this.isVisible(properties));
    const replaces =
      !hidden && typeof actual === 'string' && !this.marked.some(content => content.actual !== null);
    const from = replaces ? this.words.startReplacing(actual) : this.words.items.length;
    this.marked.push({
      hidden,
      identifier: identifier ?? outer?.identifier ?? null,
      actual: replaces ? actual : null,
      from,
    });
  }

  endMarked(): void {
    const content = this.marked.pop();
    if (content !== undefined && content.actual !== null)
      this.words.replaceSince(content.from, content.actual);
  }
}

function identifierOf(tag: unknown, properties: unknown): number | null {
  if (tag === 'Artifact') return ARTIFACT;
  return tag !== 'OC' && typeof properties === 'number' ? properties : null;
}

const nameOf = (tag: unknown): unknown => (tag as { name?: unknown } | null | undefined)?.name ?? null;

type Handler = (reader: TextOperators, args: Arguments) => void;

const number = (value: unknown): number => (typeof value === 'number' && Number.isFinite(value) ? value : 0);

const concatenate: Handler = (reader, args) => {
  const matrix = matrixOf(args);
  if (matrix !== null) reader.current.concatenate(matrix);
};

const OPERATORS = handlersOf<Handler>([
  [OPERATOR.save, reader => reader.save()],
  [OPERATOR.restore, reader => reader.restore()],
  [OPERATOR.transform, concatenate],
  [
    OPERATOR.paintFormXObjectBegin,
    (reader, [matrix]) => {
      reader.save();
      const step = matrixOf(matrix);
      if (step !== null) reader.current.concatenate(step);
    },
  ],
  [OPERATOR.paintFormXObjectEnd, reader => reader.restore()],
  [
    OPERATOR.beginAnnotation,
    (reader, [id, , transform, matrix]) => reader.beginAnnotation(id, transform, matrix),
  ],
  [OPERATOR.endAnnotation, reader => reader.endAnnotation()],
  [OPERATOR.beginText, reader => reader.current.setTextMatrix([1, 0, 0, 1, 0, 0])],
  [
    OPERATOR.setTextMatrix,
    (reader, [matrix]) => {
      const value = matrixOf(matrix);
      if (value !== null) reader.current.setTextMatrix(value);
    },
  ],
  [OPERATOR.moveText, (reader, [dx, dy]) => reader.current.moveLine(number(dx), number(dy))],
  [
    OPERATOR.setLeadingMoveText,
    (reader, [dx, dy]) => {
      reader.current.leading = number(dy);
      reader.current.moveLine(number(dx), number(dy));
    },
  ],
  [
    OPERATOR.setLeading,
    (reader, [leading]) => {
      reader.current.leading = -number(leading);
    },
  ],
  [OPERATOR.nextLine, reader => reader.current.moveLine(0, reader.current.leading)],
  [
    OPERATOR.setFont,
    (reader, [name, size]) => {
      reader.current.font = reader.font(name);
      reader.current.fontSize = number(size);
    },
  ],
  [
    OPERATOR.setCharSpacing,
    (reader, [value]) => {
      reader.current.characterSpacing = number(value);
    },
  ],
  [
    OPERATOR.setWordSpacing,
    (reader, [value]) => {
      reader.current.wordSpacing = number(value);
    },
  ],
  [
    OPERATOR.setHScale,
    (reader, [percent]) => {
      reader.current.horizontalScale = number(percent) / 100;
    },
  ],
  [
    OPERATOR.setTextRise,
    (reader, [value]) => {
      reader.current.rise = number(value);
    },
  ],
  [
    OPERATOR.setTextRenderingMode,
    (reader, [mode]) => {
      reader.current.renderMode = number(mode);
    },
  ],
  [
    OPERATOR.setFillRGBColor,
    (reader, [color]) => {
      reader.current.fill = parseColor(color);
    },
  ],
  [
    OPERATOR.setStrokeRGBColor,
    (reader, [color]) => {
      reader.current.stroke = parseColor(color);
    },
  ],
  [
    OPERATOR.setFillColorN,
    reader => {
      reader.current.fill = null;
    },
  ],
  [
    OPERATOR.setGState,
    (reader, [entries]) => {
      for (const [key, value] of Array.isArray(entries) ? entries : []) {
        if (key !== 'Font' || !Array.isArray(value)) continue;
        reader.current.font = reader.font(value[0]);
        reader.current.fontSize = number(value[1]);
      }
    },
  ],
  [OPERATOR.showText, (reader, args) => reader.show(args[0])],
  // Without properties of its own; pdf.js passes the name as it read it.
  [OPERATOR.beginMarkedContent, (reader, [tag]) => reader.beginMarked(nameOf(tag), null, null)],
  [
    OPERATOR.beginMarkedContentProps,
    (reader, [tag, properties, actual]) => reader.beginMarked(tag, properties, actual),
  ],
  [OPERATOR.endMarkedContent, reader => reader.endMarked()],
]);

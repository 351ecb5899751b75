/** Finds the tables of one page. */

import { findFigures, overlapShare } from '../figures/figures.ts';
import { contains } from '../geometry.ts';
import type { PageContent, Rectangle, Rule } from '../page.ts';
import { mergeRules } from '../vectors/merge.ts';
import { type BandDraft, findBands } from './bands.ts';
import { type Candidate, wordsOf } from './candidate.ts';
import { columnsOf, type Draft, isFilled, regionOf, rowsOf } from './draft.ts';
import { type Edge, edgeGroups, isBleeding, type Strip, stripsOf } from './edges.ts';
import { beyondShare } from './evidence/beyond.ts';
import { cellSigns, hasBoldHead } from './evidence/cells.ts';
import { monospaceShare } from './evidence/code.ts';
import { isContents } from './evidence/contents.ts';
import { isCentred } from './evidence/drawings.ts';
import { endsText, flowsOn } from './evidence/flow.ts';
import { ACCEPTED_SCORE, UNRULED_SCORE, weigh } from './evidence/weights.ts';
import { extendTable } from './extend.ts';
import { type FoundTable, finishTable } from './finish.ts';
import { findHeadedLists } from './headed-lists.ts';
import { addLabels } from './labels-left.ts';
import { findLattices, type Lattice } from './lattice.ts';
import { joinNextColumn } from './next-column.ts';
import { draftRuled } from './ruled.ts';
import { shadedRules, stripesOf } from './shaded-rules.ts';
import { joinStacked } from './stack.ts';
import { lineText } from './text.ts';
import {
  COMPONENT_RULES_CEILING,
  PAGE_RULES_CEILING,
  PAGE_SHADINGS_CEILING,
  PAGE_WORDS_CEILING,
  STRIP_GAP_PT,
} from './thresholds.ts';
import { findUnruled } from './unruled.ts';
import { type VisualRow, visualRows } from './visual-rows.ts';
import { toWords, type Word } from './words.ts';

/** Tables from top to bottom. Beyond the ceilings lines and shadings tell nothing, and a page of too many words has none. */
export function findTables(page: PageContent): FoundTable[] {
  if (page.items.length > PAGE_WORDS_CEILING) return [];
  const finder = new TableFinder({
    ...page,
    rules: page.rules.length > PAGE_RULES_CEILING ? [] : page.rules,
    shadings: page.shadings.length > PAGE_SHADINGS_CEILING ? [] : page.shadings,
  });
  finder.addRuled();
  finder.addShaded();
  finder.addBands();
  finder.addUnruled();
  return finder.finish();
}

/** Takes the surest kinds first; what one has used, the next does not see. */
class TableFinder {
  readonly #page: PageContent;
  readonly #horizontal: Rule[];
  readonly #strips: Strip[];
  /** Charts and drawings; tables may stand on pictures. */
  readonly #figures: Rectangle[];
  /** Whether all the page's text is set in a font of one width. */
  readonly #plain: boolean;
  #free: Word[];
  /** The rows of the free words, as long as none of them is taken. */
  #rows: { of: readonly Word[]; rows: VisualRow[] } | null = null;
  #candidates: Candidate[] = [];

  constructor(page: PageContent) {
    this.#page = page;
    this.#horizontal = page.rules.filter(rule => rule.orientation === 'horizontal');
    this.#free = toWords(page.items);
    this.#plain = monospaceShare([{ words: this.#free }]) > PLAIN_SHARE;
    this.#strips = stripsOf(page.shadings);
    this.#figures = findFigures(page).filter(figure => figure.picture === null);
  }

  addRuled(): void {
    for (const lattice of this.#lattices(this.#page.rules)) {
      const { left, right, top, bottom } = extentOf(lattice);
      const stripes = stripesOf(this.#strips, left, right, top, bottom);
      this.#addLattice({ ...lattice, horizontal: mergeRules([...lattice.horizontal, ...stripes], []) });
    }
  }

  addShaded(): void {
    const taken = this.#regions();
    const outside = this.#strips.filter(
      strip => !taken.some(region => contains(region, strip, STRIP_GAP_PT)),
    );
    const rules = shadedRules(outside);
    if (rules.length === 0) return;
    // A stripe without text is room between two parts of a table: what is to be filled in has lines around it.
    for (const lattice of this.#lattices(mergeRules([...this.#horizontal, ...rules], [])))
      this.#addLattice(lattice, false);
  }

  addBands(): void {
    this.#settle();
    const groups = edgeGroups(this.#page).filter(group => group.length > 1);
    const extents = groups.map(extentOfEdges);
    const bands = findBands(this.#page, groups, this.#free, this.#regions())
      .map(found => this.#withBody(found))
      .map(band => ({ ...band, score: scoreBand(band, this.#plain) + this.#beyond(band, extents) }));
    // Rules under some columns may look like a table inside the table that they belong to.
    const free = new Set(this.#free);
    for (const band of bands.sort((a, b) => wordsOf(b.draft).length - wordsOf(a.draft).length)) {
      const words = wordsOf(band.draft);
      if (!words.every(word => free.has(word)) || !this.#accept(band, ACCEPTED_SCORE)) continue;
      for (const word of words) free.delete(word);
    }
  }

  /** What speaks against a band whose rows go on beyond it; `extents` are those of all rules that may be a table's. */
  #beyond({ draft }: BandDraft, extents: readonly Rectangle[]): number {
    return weigh({ beyond: beyondShare(regionOf(draft), this.#freeRows(), extents) });
  }

  /** A shaded or ruled head alone takes the rows below it that keep its columns. */
  #withBody(band: BandDraft): BandDraft {
    const isHead = rowsOf(band.draft) === band.headRows;
    const candidate = { draft: band.draft, headRows: band.headRows, score: 0 };
    return isHead ? { ...band, draft: extendTable(candidate, this.#freeRows(), []).draft } : band;
  }

  addUnruled(): void {
    this.#settle();
    for (const list of findHeadedLists(this.#strips, this.#freeRows())) this.#accept(list, ACCEPTED_SCORE);
    for (const { draft } of findUnruled(this.#freeRows())) {
      const head = hasBoldHead(draft);
      this.#accept(
        { draft, headRows: Number(head), score: weigh({ ...cellSigns(draft, this.#plain), head }) },
        UNRULED_SCORE,
      );
    }
    this.#settle();
  }

  finish(): FoundTable[] {
    this.#candidates = joinStacked(this.#candidates, this.#free).filter(
      ({ draft }) => !isContentsList(draft),
    );
    const tables = this.#candidates.map(({ draft, headRows, score }) => finishTable(draft, headRows, score));
    return joinNextColumn(tables, this.#free);
  }

  /** Puts parts together and lets tables grow over rows that keep their columns. */
  #settle(): void {
    if (this.#candidates.length === 0) return;
    const joined = joinStacked(this.#candidates, this.#free);
    this.#candidates = [];
    let rows = this.#freeRows();
    for (const candidate of joined) {
      const grown = extendTable(addLabels(candidate, rows), rows, this.#horizontal);
      this.#take(grown);
      if (grown !== candidate) rows = this.#freeRows();
    }
    this.#candidates = joinStacked(this.#candidates, this.#free);
  }

  #freeRows(): readonly VisualRow[] {
    if (this.#rows?.of !== this.#free) this.#rows = { of: this.#free, rows: visualRows(this.#free) };
    return this.#rows.rows;
  }

  #regions(): Rectangle[] {
    return this.#candidates.map(({ draft }) => regionOf(draft));
  }

  #isFigure(region: Rectangle): boolean {
    return this.#figures.some(
      figure =>
        overlapShare(region, figure) > FIGURE_COVER ||
        (overlapShare(region, figure) > FIGURE_FILL && overlapShare(figure, region) > FIGURE_INSIDE),
    );
  }

  #lattices(rules: readonly Rule[]): Lattice[] {
    return findLattices(rules).filter(
      ({ horizontal, vertical }) => horizontal.length + vertical.length <= COMPONENT_RULES_CEILING,
    );
  }

  #addLattice(lattice: Lattice, blank = true): void {
    const draft = draftRuled(lattice, this.#free, blank);
    if (!draft) return;
    const score = scoreRuled(draft, this.#plain);
    this.#accept({ draft, headRows: Number(hasBoldHead(draft)), score }, ACCEPTED_SCORE);
  }

  #accept(candidate: Candidate, least: number): boolean {
    const region = regionOf(candidate.draft);
    const bleeds = isBleeding(region, this.#page);
    const score = candidate.score + weigh({ figure: this.#isFigure(region), bleeds });
    if (score >= least) this.#take({ ...candidate, score });
    return score >= least;
  }

  #take(candidate: Candidate): void {
    this.#candidates.push(candidate);
    const used = new Set(wordsOf(candidate.draft));
    this.#free = this.#free.filter(word => !used.has(word));
  }
}

/** Share of a page's words in a font of one width from which that font is its body. */
const PLAIN_SHARE = 0.8;

/** Share of a region that a drawing must fill to make it a figure, and of a drawing that must lie in it. */
const FIGURE_FILL = 0.3;
const FIGURE_INSIDE = 0.5;
/** A region of which the drawing covers this much is part of it. */
const FIGURE_COVER = 0.6;

function extentOf({ horizontal, vertical }: Lattice): Rectangle {
  return {
    left: Math.min(...horizontal.map(rule => rule.start), ...vertical.map(rule => rule.position)),
    right: Math.max(...horizontal.map(rule => rule.end), ...vertical.map(rule => rule.position)),
    top: Math.min(...vertical.map(rule => rule.start), ...horizontal.map(rule => rule.position)),
    bottom: Math.max(...vertical.map(rule => rule.end), ...horizontal.map(rule => rule.position)),
  };
}

function extentOfEdges(group: readonly Edge[]): Rectangle {
  return {
    left: Math.min(...group.map(edge => edge.left)),
    right: Math.max(...group.map(edge => edge.right)),
    top: group[0]?.y ?? 0,
    bottom: group.at(-1)?.y ?? 0,
  };
}

function scoreRuled(draft: Draft, plain: boolean): number {
  if (columnsOf(draft) < 2 || rowsOf(draft) < 2) return 0;
  return weigh({ ...cellSigns(draft, plain), grid: true, head: hasBoldHead(draft) });
}

/** Asked at the end: rows that were added may show what the first ones were too few to tell. */
function isContentsList(draft: Draft): boolean {
  const filled = draft.cells.filter(isFilled);
  return draft.kind !== 'ruled' && isContents(filled, columnsOf(draft), rowsOf(draft));
}

function scoreBand({ draft, band, joined }: BandDraft, plain: boolean): number {
  const edges = new Set(band.intervals.flatMap(interval => [interval.top, interval.bottom]));
  const list = columnsOf(draft) === 1;
  if (rowsOf(draft) < 2) return 0;
  const signs = cellSigns(draft, plain);
  const oneText = draft.cells.every(cell => cell.column === 0 || cell.words.length === 0);
  const broken = [...edges].filter(edge => (oneText ? edge.part : edge.broken)).length;
  return weigh({
    ...signs,
    fields: broken >= BROKEN_SHARE * edges.size && Number(signs.numeric) < FIELD_NUMBERS,
    edge: list ? listEdges(band) : Math.min(3, edges.size),
    joints: joined,
    head: hasBoldHead(draft),
    unparted: list && rowsOf(draft) > UNPARTED_FACTOR * band.intervals.length,
    boxes: list && isCentred(draft, draft.cells.filter(isFilled)),
    prose: list && proseShare(band) > LIST_PROSE_SHARE,
  });
}

/** Share of a band's edges that are rules with white space between, from which they are fields to be filled in, … */
const BROKEN_SHARE = 0.5;
/** … where fewer of the texts than this are numbers. */
const FIELD_NUMBERS = 0.2;

/** Rows for each stretch between two rules from which nothing parts the rows of a list. */
const UNPARTED_FACTOR = 2;

/** Share of lines from side to side from which a list is text. */
const LIST_PROSE_SHARE = 0.2;

/** Share of lines that fill the width, go on from the one above or are sentences. */
function proseShare({ intervals, left, right }: BandDraft['band']): number {
  const lines = intervals.flatMap(interval => interval.lines);
  const prose = lines.filter((line, i) => {
    const text = lineText(line);
    const full = (line.at(-1)?.right ?? 0) - (line[0]?.left ?? 0) > 0.8 * (right - left);
    const sentence = line.length >= SENTENCE_WORDS && endsText(text);
    return full || sentence || flowsOn(lineText(lines[i - 1] ?? []), line);
  });
  return prose.length / Math.max(1, lines.length);
}

/** Words of a line that ends as a sentence does. */
const SENTENCE_WORDS = 6;

/** What the edges of a table of one column say: drawn ones more than shadings, gaps between its rows against it. */
function listEdges({ intervals }: BandDraft['band']): number {
  const edges = [...new Set(intervals.flatMap(interval => [interval.top, interval.bottom]))];
  const drawn = edges.filter(edge => edge.drawn).length;
  const gaps = intervals.filter(interval => interval.lines.length === 0).length;
  return Math.min(4, drawn + UNDRAWN_EDGE * (edges.length - drawn)) - 2 * gaps;
}

/** What a shading's side counts against a drawn line. */
const UNDRAWN_EDGE = 0.4;

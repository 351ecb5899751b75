/** Finds the tables of one page. */

import { type Figure, findFigures, overlapShare } from '../figures/figures.ts';
import { contains } from '../geometry.ts';
import type { PageContent, Rectangle, Rule } from '../page.ts';
import { mergeRules } from '../vectors/merge.ts';
import { type BandDraft, findBands } from './bands.ts';
import { type Candidate, wordsOf } from './candidate.ts';
import { columnsOf, type Draft, isFilled, regionOf, rowsOf } from './draft.ts';
import { edgeGroups, extentOfEdges, isBleeding, type Strip, stripsOf } from './edges.ts';
import { beyondShare } from './evidence/beyond.ts';
import { cellSigns, hasBoldHead } from './evidence/cells.ts';
import { monospaceShare } from './evidence/code.ts';
import { isContents } from './evidence/contents.ts';
import { isCentred } from './evidence/drawings.ts';
import { endsText, flowsOn } from './evidence/flow.ts';
import { ACCEPTED_SCORE, UNRULED_SCORE, weigh } from './evidence/weights.ts';
import { extendTable } from './extend.ts';
import { type FoundTable, finishTable } from './finish.ts';
import { FreeWords } from './free-words.ts';
import { findHeadedLists } from './headed-lists.ts';
import { addLabels } from './labels-left.ts';
import { findLattices, type Lattice } from './lattice.ts';
import { joinNextColumn } from './next-column.ts';
import { draftRuled } from './ruled.ts';
import { type PageRules, pageRules } from './rules.ts';
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
import type { VisualRow } from './visual-rows.ts';
import { toWords } from './words.ts';

/** Tables from top to bottom. Beyond the ceilings lines and shadings tell nothing, and a page of too many words has none. */
export function findTables(page: PageContent, figures: readonly Figure[] = findFigures(page)): FoundTable[] {
  if (page.items.length > PAGE_WORDS_CEILING) return [];
  const rules = page.rules.length > PAGE_RULES_CEILING ? [] : page.rules;
  const shadings = page.shadings.length > PAGE_SHADINGS_CEILING ? [] : page.shadings;
  const finder = new TableFinder({ ...page, rules, shadings }, figures);
  finder.addRuled();
  finder.addShaded();
  finder.addBands();
  finder.addUnruled();
  return finder.finish();
}

/** Takes the surest kinds first; what one has used, the next does not see. */
class TableFinder {
  readonly #page: PageContent;
  readonly #rules: PageRules;
  readonly #strips: Strip[];
  /** Charts and drawings; tables may stand on pictures. */
  readonly #figures: readonly Rectangle[];
  /** Whether all the page's text is set in a font of one width. */
  readonly #plain: boolean;
  readonly #words: FreeWords;
  #candidates: Candidate[] = [];
  /** Those that have taken the rows beside them. */
  readonly #grown = new Set<Candidate>();

  constructor(page: PageContent, figures: readonly Figure[]) {
    const words = toWords(page.items);
    this.#page = page;
    this.#rules = pageRules(page.rules);
    this.#words = new FreeWords(words);
    this.#plain = monospaceShare([{ words }]) > PLAIN_SHARE;
    this.#strips = stripsOf(page.shadings);
    this.#figures = figures.filter(figure => figure.picture === null);
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
    for (const lattice of this.#lattices(mergeRules([...this.#rules.horizontal, ...rules], [])))
      this.#addLattice(lattice, false);
  }

  addBands(): void {
    this.#settle();
    const groups = edgeGroups(this.#rules.horizontal, this.#strips, this.#page.width);
    const extents = groups.map(extentOfEdges);
    const { rows } = this.#words;
    const bands = findBands(groups, this.#rules, this.#words, this.#regions()).map(found => {
      const band = withBody(found, rows);
      return { band, words: wordsOf(band.draft) };
    });
    // Rules under some columns may look like a table inside the table that they belong to.
    for (const { band, words } of bands.sort((a, b) => b.words.length - a.words.length)) {
      if (!this.#words.has(words)) continue;
      const beyond = beyondShare(regionOf(band.draft), rows, extents);
      this.#accept({ ...band, score: scoreBand(band, this.#plain) + weigh({ beyond }) }, ACCEPTED_SCORE);
    }
  }

  addUnruled(): void {
    this.#settle();
    for (const list of findHeadedLists(this.#strips, this.#words.rows)) this.#accept(list, ACCEPTED_SCORE);
    for (const draft of findUnruled(this.#words.rows)) {
      const head = hasBoldHead(draft);
      const score = weigh({ ...cellSigns(draft, this.#plain), head });
      this.#accept({ draft, headRows: Number(head), score }, UNRULED_SCORE);
    }
    this.#settle();
  }

  finish(): FoundTable[] {
    const tables = this.#candidates
      .filter(({ draft }) => !isContentsList(draft))
      .map(({ draft, headRows, score }) => finishTable(draft, headRows, score));
    return joinNextColumn(tables, this.#words.all);
  }

  /** Puts parts together and lets tables grow over rows that keep their columns. */
  #settle(): void {
    if (this.#candidates.every(candidate => this.#grown.has(candidate))) return;
    const joined = joinStacked(this.#candidates, this.#words.all);
    const grown = joined.map(candidate => (this.#grown.has(candidate) ? candidate : this.#grow(candidate)));
    this.#candidates = joinStacked(grown, this.#words.all);
    for (const candidate of this.#candidates) this.#grown.add(candidate);
  }

  #grow(candidate: Candidate): Candidate {
    const { rows } = this.#words;
    const grown = extendTable(addLabels(candidate, rows), rows, this.#rules.horizontal);
    if (grown !== candidate) this.#words.take(wordsOf(grown.draft));
    return grown;
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
    const draft = draftRuled(lattice, this.#words, blank);
    if (!draft) return;
    const head = hasBoldHead(draft);
    const score = scoreRuled(draft, head, this.#plain);
    this.#accept({ draft, headRows: Number(head), score }, ACCEPTED_SCORE);
  }

  #accept({ draft, headRows, score: own }: Candidate, least: number): void {
    const region = regionOf(draft);
    const bleeds = isBleeding(region, this.#page.width);
    const score = own + weigh({ figure: this.#isFigure(region), bleeds });
    if (score < least) return;
    this.#candidates.push({ draft, headRows, score });
    this.#words.take(wordsOf(draft));
  }
}

/** A shaded or ruled head alone takes the rows below it that keep its columns. */
function withBody(band: BandDraft, rows: readonly VisualRow[]): BandDraft {
  if (rowsOf(band.draft) > band.headRows) return band;
  const head = { draft: band.draft, headRows: band.headRows, score: 0 };
  return { ...band, draft: extendTable(head, rows, []).draft };
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

function scoreRuled(draft: Draft, head: boolean, plain: boolean): number {
  if (columnsOf(draft) < 2 || rowsOf(draft) < 2) return 0;
  return weigh({ ...cellSigns(draft, plain), grid: true, head });
}

/** Asked at the end: rows that were added may show what the first ones were too few to tell. */
function isContentsList(draft: Draft): boolean {
  const filled = draft.cells.filter(isFilled);
  return draft.kind !== 'ruled' && isContents(filled, columnsOf(draft), rowsOf(draft));
}

function scoreBand({ draft, band, joined }: BandDraft, plain: boolean): number {
  if (rowsOf(draft) < 2) return 0;
  const edges = new Set(band.intervals.flatMap(interval => [interval.top, interval.bottom]));
  const list = columnsOf(draft) === 1;
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

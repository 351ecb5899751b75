/** Finds the tables of one page. */

import type { PageContent, Rectangle, Rule } from '../../page/content.ts';
import type { Figure } from '../../page/draft.ts';
import { areaOf, boxOfRule, contains } from '../../page/geometry.ts';
import { mergeRules } from '../../page/merge-rules.ts';
import type { FoundTable } from '../../page/table.ts';
import { findFigures } from '../figures/figures.ts';
import { isBoxedHead, underBoxedHead } from './extend/boxed-head.ts';
import { addLabels } from './extend/labels-left.ts';
import { joinNextColumn } from './extend/next-column.ts';
import { extendTable } from './extend/rows.ts';
import { withRuledRows } from './extend/ruled-rows.ts';
import { joinStacked } from './extend/stack.ts';
import type { BandDraft } from './find-bands/band-split.ts';
import { findBands } from './find-bands/bands.ts';
import { edgeGroups, extentOfEdges, isBleeding } from './find-bands/edges.ts';
import { cutRows } from './find-open/cut-rows.ts';
import { findHeadedLists } from './find-open/headed-lists.ts';
import { findItemRows } from './find-open/item-rows.ts';
import { findUnruled } from './find-open/unruled.ts';
import { partsOfForm } from './find-ruled/inner-tables.ts';
import { extentOf, findLattices, type Lattice } from './find-ruled/lattice.ts';
import { numberedLines } from './find-ruled/numbered-lines.ts';
import { draftRuled } from './find-ruled/ruled.ts';
import {
  besideEachOther,
  columnLines,
  shadedRules,
  stripesOf,
  tellColumns,
  withoutFieldBoxes,
  withPartedRows,
  withShadedEnds,
} from './find-ruled/shaded-rules.ts';
import { withoutSheetFrame } from './find-ruled/sheet-frame.ts';
import { splitStacked, splitTitle } from './find-ruled/stacked.ts';
import {
  areShaded,
  linesDown,
  rowSides,
  withOpenSides,
  withShadedSides,
  withWhiteLines,
} from './find-ruled/white-lines.ts';
import { type Candidate, wordsOf } from './shape/candidate.ts';
import { columnsOf, type Draft, isFilled, regionOf, rowsOf } from './shape/draft.ts';
import { finishTable } from './shape/finish.ts';
import { FreeWords } from './shape/free-words.ts';
import { splitAtSections } from './shape/numbered-sections.ts';
import { type PageRules, pageRules } from './shape/rules.ts';
import { splitAtSecondHead } from './shape/second-head.ts';
import { STRIP_GAP_PT, type Strip, stripsOf } from './shape/strips.ts';
import { withTightColumnsApart } from './shape/tight-columns.ts';
import type { VisualRow } from './shape/visual-row.ts';
import { toWords } from './shape/words.ts';
import { bandSigns } from './weigh/bands.ts';
import { beyondShare, cutShare } from './weigh/beyond.ts';
import { cellSigns, unruledSigns } from './weigh/cells.ts';
import { isPlain } from './weigh/code.ts';
import { isContents } from './weigh/contents.ts';
import { isFigure } from './weigh/drawings.ts';
import { isFieldColumn } from './weigh/field-column.ts';
import { ACCEPTED_SCORE, type Signs, UNRULED_SCORE, weigh } from './weigh/weights.ts';

/** Most lines of one connected drawing; more is a chart or a map, not a table. */
const COMPONENT_RULES_CEILING = 2_000;
/** Most words, lines and shadings of one page: the rules compare them with each other, so more would cost seconds. */
const PAGE_WORDS_CEILING = 20_000;
const PAGE_RULES_CEILING = 4_000;
const PAGE_SHADINGS_CEILING = 2_000;

/** A grid that is no table is a drawing up to this share of the page; larger ones are frames around parts of the page. */
const DRAWING_AREA_MAX = 0.4;

/**
 * Finds the tables, from top to bottom. Beyond the ceilings, lines and shadings are ignored; a page with too many words
 * has no tables.
 */
export function findTables(page: PageContent, figures: readonly Figure[] = findFigures(page)): FoundTable[] {
  if (page.items.length > PAGE_WORDS_CEILING) return [];
  const rules = page.rules.length > PAGE_RULES_CEILING ? [] : page.rules;
  const shadings = page.shadings.length > PAGE_SHADINGS_CEILING ? [] : page.shadings;
  const whites = (page.whites ?? []).length > PAGE_RULES_CEILING ? [] : page.whites;
  const finder = new TableFinder({ ...page, rules, shadings, whites }, figures);
  finder.addRuled();
  finder.addWhiteLined();
  finder.addShaded();
  finder.addBands();
  finder.addUnruled();
  return finder.finish();
}

/** Takes the surest kinds first; words used by one table are not available to the next. */
class TableFinder {
  readonly #page: PageContent;
  readonly #rules: PageRules;
  readonly #strips: Strip[];
  /** Charts and drawings, including those of straight lines; tables may stand on pictures. */
  readonly #figures: Rectangle[];
  /** Whether all text of the page is set in fixed-pitch fonts. */
  readonly #plain: boolean;
  readonly #words: FreeWords;
  #candidates: Candidate[] = [];
  /** Rows of boxes that are no table by themselves. */
  readonly #heads: Draft[] = [];
  /** Candidates that have taken the rows beside them. */
  readonly #grown = new Set<Candidate>();

  constructor(page: PageContent, figures: readonly Figure[]) {
    const words = withTightColumnsApart(toWords(page.items));
    this.#page = page;
    this.#rules = pageRules(page.rules);
    this.#words = new FreeWords(words);
    this.#plain = isPlain(words);
    this.#strips = stripsOf(page.shadings);
    this.#figures = figures.filter(figure => figure.picture === null);
  }

  addRuled(): void {
    const { rules, whites = [], shadings } = this.#page;
    const { drafts, lattices } = numberedLines(this.#lattices(rules), this.#words);
    for (const draft of drafts) this.#addDrawn(draft);
    const framed = lattices.flatMap(lattice => withoutSheetFrame(lattice, this.#page));
    for (const drawn of framed.flatMap(splitTitle))
      this.#addLattice(withWhiteLines(this.#withStripes(drawn), whites, shadings));
  }

  addWhiteLined(): void {
    const { whites, shadings } = this.#page;
    if (!whites) return;
    const taken = this.#regions();
    const free = this.#rules.horizontal.filter(
      rule => !taken.some(region => contains(region, boxOfRule(rule), STRIP_GAP_PT)),
    );
    const down = linesDown(whites, free);
    for (const cut of down.length > 1 ? this.#lattices([...free, ...down]) : []) {
      const draft = draftRuled(this.#withStripes(withOpenSides(cut)), this.#words);
      if (draft && !cellSigns(draft, this.#plain).hollow) this.#addDrawn(draft);
    }
    for (const drawn of this.#lattices(whites)) {
      const lattice = withShadedSides(this.#withStripes(drawn), this.#strips);
      const draft = draftRuled(lattice, this.#words);
      if (draft && areShaded(draft, shadings))
        this.#addDrawn(withRuledRows(draft, this.#words, this.#rules.horizontal));
    }
  }

  addShaded(): void {
    const taken = this.#regions();
    const outside = this.#strips.filter(
      strip => !taken.some(region => contains(region, strip, STRIP_GAP_PT)),
    );
    const { horizontal, vertical } = this.#rules;
    for (const { strips, left, right } of besideEachOther(
      withoutFieldBoxes(outside, this.#words),
      horizontal,
    )) {
      const rules = shadedRules(strips, this.#words);
      if (rules.length === 0) continue;
      const near = horizontal.filter(rule => rule.start < right && rule.end > left);
      const down = columnLines(vertical, strips);
      // A stripe without text is space between two parts of a table: something to be filled in has lines around it.
      for (const lattice of this.#lattices(mergeRules([...near, ...down, ...rules], [])))
        this.#addLattice(lattice, false, down.length > 0 || tellColumns(strips, extentOf(lattice)));
    }
  }

  addBands(): void {
    this.#settle();
    const sides = rowSides(this.#page.whites ?? [], this.#strips);
    const groups = edgeGroups([...this.#rules.horizontal, ...sides], this.#strips, this.#page.width);
    const extents = groups.map(extentOfEdges);
    const { rows } = this.#words;
    const bands = findBands(groups, this.#rules, this.#words, this.#regions()).map(found => {
      const band = withBody(found, rows);
      return { band, words: wordsOf(band.draft) };
    });
    // Rules under some columns may look like a table inside the table that they belong to.
    for (const { band, words } of bands.sort((a, b) => b.words.length - a.words.length)) {
      if (rowsOf(band.draft) < 2 || !this.#words.has(words)) continue;
      if (isFieldColumn(band.draft, this.#words)) continue;
      const beyond = beyondShare(regionOf(band.draft), rows, extents);
      this.#accept(band, { ...bandSigns(band, this.#plain), beyond });
    }
  }

  addUnruled(): void {
    this.#settle();
    for (const { draft, signs } of findHeadedLists(this.#strips, this.#words.rows))
      this.#accept({ draft, headRows: 1 }, signs);
    const rows = cutRows(this.#words.rows);
    const accepted = findItemRows(rows).filter(draft =>
      this.#accept({ draft, headRows: 1 }, itemSigns(draft, this.#plain), UNRULED_SCORE),
    );
    for (const draft of findUnruled(accepted.length > 0 ? cutRows(this.#words.rows) : rows)) {
      const signs = unruledSigns(draft, this.#plain, UNRULED_SCORE);
      this.#accept({ draft, headRows: Number(signs.head) }, signs, UNRULED_SCORE);
    }
    this.#settle();
    for (const head of this.#heads) this.#addBoxedHead(head);
  }

  #addBoxedHead(head: Draft): void {
    const found = underBoxedHead(head, this.#candidates, this.#words.rows);
    if (found === null) return;
    this.#candidates = [...this.#candidates.filter(part => !found.parts.has(part)), found.table];
    this.#take(found.table.draft);
  }

  finish(): FoundTable[] {
    const tables = this.#candidates
      .filter(({ draft }) => !isContentsList(draft))
      .map(({ draft, headRows, score }) => finishTable(draft, headRows, score, this.#rules.vertical));
    return joinNextColumn(tables, this.#words.all);
  }

  /** Joins parts and extends tables over rows that keep their columns. */
  #settle(): void {
    if (this.#candidates.every(candidate => this.#grown.has(candidate))) return;
    const joined = joinStacked(this.#candidates, this.#words.all);
    const grown = joined.flatMap(candidate =>
      this.#grown.has(candidate) ? candidate : this.#grow(candidate),
    );
    this.#candidates = joinStacked(grown, this.#words.all);
    for (const candidate of this.#candidates) this.#grown.add(candidate);
  }

  #grow(candidate: Candidate): Candidate[] {
    const { rows } = this.#words;
    const grown = extendTable(addLabels(candidate, rows), rows, this.#rules);
    if (grown === candidate) return [candidate];
    const tables = tablesOf(grown);
    for (const { draft } of tables) this.#take(draft);
    return tables;
  }

  /** Takes the words of a table, and dot leaders between drawn cells. */
  #take(draft: Draft): void {
    this.#words.take(wordsOf(draft));
    if (draft.kind !== 'ruled') return;
    this.#words.take(this.#words.inside(regionOf(draft)).filter(({ leads }) => leads));
  }

  #regions(): Rectangle[] {
    return this.#candidates.map(({ draft }) => regionOf(draft));
  }

  #lattices(rules: readonly Rule[]): Lattice[] {
    return findLattices(rules)
      .filter(({ horizontal, vertical }) => horizontal.length + vertical.length <= COMPONENT_RULES_CEILING)
      .flatMap(splitStacked);
  }

  /** Adds what is shaded at its ends, and the sides of its shaded rows. */
  #withStripes(drawn: Lattice): Lattice {
    const whole = withShadedEnds(drawn, this.#strips, this.#words);
    const lattice = withPartedRows(whole, this.#strips, this.#words);
    const stripes = stripesOf(this.#strips, extentOf(lattice));
    return { ...lattice, horizontal: mergeRules([...lattice.horizontal, ...stripes], []) };
  }

  #addLattice(lattice: Lattice, blank = true, isTable = true): void {
    const draft = draftRuled(lattice, this.#words, blank);
    const parts = draft === null ? [] : partsOfForm(draft);
    for (const part of parts) this.#addDrawn(part, isTable, parts.length === 1 ? 2 : 1);
  }

  /** Adds a table, or else a drawing; `isTable` says whether it can be a table. */
  #addDrawn(draft: Draft, isTable = true, rowsLeast = 2): void {
    if (isBoxedHead(draft)) this.#heads.push(draft);
    if (columnsOf(draft) < 2 || rowsOf(draft) < rowsLeast) return;
    const region = regionOf(draft);
    const signs = { ...cellSigns(draft, this.#plain), cut: cutShare(region, this.#words.rows) };
    const accepted =
      isTable && this.#accept({ draft, headRows: Number(signs.head) }, { ...signs, grid: true });
    const isDrawing = signs.hollow && (signs.patchy || signs.slivers);
    if (!accepted && isDrawing && areaOf(region) < DRAWING_AREA_MAX * this.#page.width * this.#page.height)
      this.#figures.push(region);
  }

  #accept({ draft, headRows }: Omit<Candidate, 'score'>, signs: Signs, least = ACCEPTED_SCORE): boolean {
    const region = regionOf(draft);
    const figure = isFigure(region, this.#figures);
    const score = weigh({ ...signs, figure, bleeds: isBleeding(region, this.#page.width) });
    if (score < least) return false;
    for (const table of tablesOf({ draft, headRows, score })) {
      this.#candidates.push(table);
      this.#take(table.draft);
    }
    return true;
  }
}

/** Divides a candidate that is several tables. */
const tablesOf = (candidate: Candidate): Candidate[] => splitAtSecondHead(candidate).flatMap(splitAtSections);

/** Descriptions of items are prose and run across columns. */
function itemSigns(draft: Draft, plain: boolean): Signs {
  return {
    ...cellSigns(draft, plain),
    ragged: 0,
    justified: 0,
    wordy: false,
    verbose: false,
    twoRows: false,
  };
}

const NO_RULES: PageRules = { horizontal: [], vertical: [] };

/** Adds to a single shaded or ruled head the rows below it that keep its columns. */
function withBody(band: BandDraft, rows: readonly VisualRow[]): BandDraft {
  if (rowsOf(band.draft) > band.headRows) return band;
  const head = { draft: band.draft, headRows: band.headRows, score: 0 };
  return { ...band, draft: extendTable(head, rows, NO_RULES).draft };
}

/**
 * Whether a draft is a table of contents. Checked at the end, when added rows may show what the first ones were too few
 * to show.
 */
function isContentsList(draft: Draft): boolean {
  const filled = draft.cells.filter(isFilled);
  return draft.kind !== 'ruled' && isContents(filled, columnsOf(draft), rowsOf(draft));
}

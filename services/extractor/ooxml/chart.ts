/** A chart (ECMA-376 part 1, 21.2) as its title and a table: a column a series, a row a category. */
import type { Block, PageNumber, TableCell } from '../../../schemas/document.ts';
import type { Package } from '../archive/package.ts';
import { child, childrenNamed, descendants, path, type XmlNode } from '../xml/tree.ts';
import { drawingText } from './drawing-text.ts';

/** Points of one chart that are read; more than that is a data dump whose source is elsewhere in the file. */
const POINTS = 2_000;

export function readChart(office: Package, part: string | undefined, page: PageNumber): Block[] {
  const root = office.tree(part);
  const chart = child(root, 'c:chart');
  if (chart === undefined) return [];
  const blocks: Block[] = titlesOf(chart).map(text => ({ kind: 'paragraph', text, page }));
  const rows = tableRows(seriesOf(chart));
  office.allowance.spend('cells', rows.length * (rows[0]?.length ?? 0));
  if (rows.length > 0) blocks.push({ kind: 'table', rows, page });
  return blocks;
}

/** Only what the chart and its axes are called. */
export function chartTitles(office: Package, part: string | undefined): string[] {
  const chart = child(office.tree(part), 'c:chart');
  return chart === undefined ? [] : titlesOf(chart);
}

interface Series {
  name: string;
  categories: Map<number, string>;
  values: Map<number, string>;
}

/** The chart's own title, then those of its axes. */
function titlesOf(chart: XmlNode): string[] {
  const axes =
    child(chart, 'c:plotArea')?.children.filter(node => /^c:(?:cat|val|date|ser)Ax$/.test(node.name)) ?? [];
  return [chart, ...axes]
    .map(node => path(node, 'c:title', 'c:tx'))
    .map(text => (text === undefined ? '' : titleText(text)))
    .filter(text => text !== '');
}

function titleText(node: XmlNode): string {
  const rich = child(node, 'c:rich');
  const text = rich === undefined ? [...pointsOf(node).values()].join(' ') : drawingText(rich);
  return text.replace(/\s+/g, ' ').trim();
}

function seriesOf(chart: XmlNode): Series[] {
  const plots = child(chart, 'c:plotArea')?.children ?? [];
  return plots
    .flatMap(plot => childrenNamed(plot, 'c:ser'))
    .map(node => ({
      name: [...pointsOf(child(node, 'c:tx')).values()].join(' '),
      categories: pointsOf(child(node, 'c:cat') ?? child(node, 'c:xVal')),
      values: pointsOf(child(node, 'c:val') ?? child(node, 'c:yVal')),
    }));
}

/** The values cached in a reference or given in place, by index. */
function pointsOf(node: XmlNode | undefined): Map<number, string> {
  const levels = childrenNamed(path(node, 'c:multiLvlStrRef', 'c:multiLvlStrCache'), 'c:lvl');
  return levels.length > 0 ? joinedLevels(levels.map(pointsIn)) : pointsIn(node);
}

function pointsIn(node: XmlNode | undefined): Map<number, string> {
  const points = new Map<number, string>();
  if (node === undefined) return points;
  for (const one of descendants(node)) {
    if (points.size >= POINTS) break;
    if (one.name === 'c:pt') points.set(Number(one.attributes.idx), shown(child(one, 'c:v')?.text ?? ''));
    else if (one.name === 'c:v' && points.size === 0) points.set(0, shown(one.text));
  }
  return points;
}

/** Levels from the inner to the outer; an outer label holds until the next one (21.2.2.95). */
function joinedLevels([inner = new Map(), ...outer]: Map<number, string>[]): Map<number, string> {
  const current = outer.map(() => '');
  const indices = [...inner.keys()].sort((a, b) => a - b);
  return new Map(
    indices.map(index => {
      outer.forEach((level, at) => {
        current[at] = level.get(index) ?? current[at] ?? '';
      });
      const labels = [...current.toReversed(), inner.get(index) ?? ''];
      return [index, labels.filter(label => label !== '').join(' ')];
    }),
  );
}

/** Cached numbers carry the noise of binary fractions (`4.4000000000000004`). */
function shown(text: string): string {
  const value = Number(text);
  return /^-?\d+\.\d{10,}$/.test(text) && Number.isFinite(value)
    ? String(Number(value.toPrecision(12)))
    : text.trim();
}

function tableRows(series: Series[]): TableCell[][] {
  const indices = new Set(series.flatMap(one => [...one.categories.keys(), ...one.values.keys()]));
  if (indices.size === 0) return [];
  const categories = series.find(one => one.categories.size > 0)?.categories;
  const head = ['', ...series.map(one => one.name)].map(text => cell(text, true));
  const body = [...indices]
    .sort((a, b) => a - b)
    .map(index => [
      cell(categories?.get(index) ?? '', false),
      ...series.map(one => cell(one.values.get(index) ?? '', false)),
    ]);
  return [head, ...body];
}

const cell = (text: string, header: boolean): TableCell => ({ text, colspan: 1, rowspan: 1, header });

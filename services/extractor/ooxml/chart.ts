/**
 * Reads a chart (ECMA-376 part 1, 21.2): its titles, tables (a column for each series, a row for each category), and
 * labels that were typed.
 */
import type { Block, PageNumber, TableCell } from '../../../schemas/document.ts';
import type { Package } from '../archive/package.ts';
import { child, childrenNamed, descendants, path, type XmlNode } from '../xml/tree.ts';
import { extendedSeries } from './chart-extended.ts';
import { pointsOf, type Series } from './chart-points.ts';
import { drawingText } from './drawing-text.ts';

export function readChart(office: Package, part: string | undefined, page: PageNumber): Block[] {
  const root = office.tree(part);
  if (root === undefined) return [];
  const paragraphs = (texts: string[]): Block[] => texts.map(text => ({ kind: 'paragraph', text, page }));
  const series = root.name === 'cx:chartSpace' ? extendedSeries(root) : seriesOf(root);
  const tables = seriesTogether(series)
    .map(tableRows)
    .filter(rows => rows.length > 0);
  for (const rows of tables) office.allowance.spend('cells', rows.length * (rows[0]?.length ?? 0));
  const known = new Set(tables.flat(2).map(({ text }) => text));
  const labels = typedLabels(root).filter(text => !known.has(text));
  return [
    ...paragraphs(titlesOf(root)),
    ...tables.map((rows): Block => ({ kind: 'table', rows, page })),
    ...paragraphs(labels),
    ...paragraphs(drawnWords(office, part)),
  ];
}

/** Returns the titles of the chart and its axes, and labels that were typed. */
export function chartWords(office: Package, part: string | undefined): string[] {
  const root = office.tree(part);
  return root === undefined ? [] : [...titlesOf(root), ...typedLabels(root), ...drawnWords(office, part)];
}

/** Returns text boxes that the author drew on the chart, which are in a part of their own (21.3). */
function drawnWords(office: Package, part = ''): string[] {
  const root = office.tree(office.related(part, 'chartUserShapes'));
  const nodes = root === undefined ? [] : [...descendants(root, node => node.name !== 'mc:Fallback')];
  const texts = nodes.filter(({ name }) => name === 'cdr:txBody').map(drawingText);
  return texts.filter(text => text !== '');
}

/** Returns labels whose text the author typed over the point's value (21.2.2.47), each once. */
function typedLabels(space: XmlNode): string[] {
  const labels = seriesNodes(space).flatMap(series => childrenNamed(child(series, 'c:dLbls'), 'c:dLbl'));
  const texts = labels.map(label => path(label, 'c:tx', 'c:rich')).filter(rich => rich !== undefined);
  return [...new Set(texts.map(rich => drawingText(rich).replace(/\s+/g, ' ').trim()))].filter(
    text => text !== '' && !PLACES.test(text),
  );
}

/** Placeholders that Excel replaces with the point's own data. */
const PLACES = /^(?:\[[^\]]*\][\s,;:]*)+$/;

const AXIS = /^(?:c:(?:cat|val|date|ser)Ax|cx:axis)$/;

/** Returns the chart's own title, then those of its axes. */
function titlesOf(space: XmlNode): string[] {
  const chart = child(space, 'c:chart') ?? child(space, 'cx:chart');
  const area = child(chart, 'c:plotArea') ?? child(chart, 'cx:plotArea');
  const axes = area?.children.filter(node => AXIS.test(node.name)) ?? [];
  return [chart, ...axes]
    .map(node => path(node, 'c:title', 'c:tx') ?? path(node, 'cx:title', 'cx:tx'))
    .map(text => (text === undefined ? '' : titleText(text)))
    .filter(text => text !== '');
}

function titleText(node: XmlNode): string {
  const rich = child(node, 'c:rich') ?? child(node, 'cx:rich');
  const given = path(node, 'cx:txData', 'cx:v')?.text ?? [...pointsOf(node).values()].join(' ');
  const text = rich === undefined ? given : drawingText(rich);
  return text.replace(/\s+/g, ' ').trim();
}

function seriesNodes(space: XmlNode): XmlNode[] {
  const plots = path(space, 'c:chart', 'c:plotArea')?.children ?? [];
  return plots.flatMap(plot => childrenNamed(plot, 'c:ser'));
}

function seriesOf(space: XmlNode): Series[] {
  return seriesNodes(space).map(node => ({
    name: [...pointsOf(child(node, 'c:tx')).values()].join(' '),
    categories: pointsOf(child(node, 'c:cat') ?? child(node, 'c:xVal')),
    values: pointsOf(child(node, 'c:val') ?? child(node, 'c:yVal')),
    sizes: pointsOf(child(node, 'c:bubbleSize')),
  }));
}

/**
 * Groups series that share a table. In a scatter chart each may have categories (x) of its own; some programs write
 * only those of the first.
 */
function seriesTogether(series: Series[]): Series[][] {
  const first = series.find(one => one.categories.size > 0)?.categories;
  const isAsFirst = ({ categories }: Series) =>
    [...categories].every(([index, text]) => first?.get(index) === text);
  const together = Map.groupBy(series, one => (isAsFirst(one) ? '' : JSON.stringify([...one.categories])));
  return [...together.values()];
}

function tableRows(series: Series[]): TableCell[][] {
  const indices = new Set(series.flatMap(one => [...one.categories.keys(), ...one.values.keys()]));
  if (indices.size === 0) return [];
  const categories = new Map(series.toReversed().flatMap(one => [...one.categories]));
  const columns = series.flatMap(({ name, values, sizes }) =>
    sizes === undefined || sizes.size === 0
      ? [{ name, values }]
      : [
          { name, values },
          { name: '', values: sizes },
        ],
  );
  const head = ['', ...columns.map(one => one.name)].map(text => cell(text, true));
  const body = [...indices]
    .sort((a, b) => a - b)
    .map(index => [
      cell(categories.get(index) ?? '', false),
      ...columns.map(one => cell(one.values.get(index) ?? '', false)),
    ]);
  return [head, ...body];
}

const cell = (text: string, header: boolean): TableCell => ({ text, colspan: 1, rowspan: 1, header });

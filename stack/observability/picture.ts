/**
 * `npm run stack -- dashboard [NAME] --picture FILE`: draws the panels of deploy/grafana over a period as an SVG file,
 * for notes on an incident and for machines without Grafana. Uses the panels' own queries on Prometheus.
 */
import { asked, legendOf, type Model, valueInUnit } from './dashboard.ts';

interface Series {
  legend: string;
  /** Pairs of epoch seconds and value. */
  points: [number, number][];
}

/** A series as Prometheus returns it: epoch seconds, and the value as text. */
interface Run {
  metric: Record<string, string>;
  values: [number, string][];
}

export interface Span {
  /** Epoch seconds. */
  from: number;
  to: number;
}

const POINTS = 150;
const COLUMNS = 2;
const PANEL = { width: 520, height: 250 };
const PLOT = { left: 92, top: 30, width: 412, height: 120 };
const TITLE_HEIGHT = 34;
const LEGEND = { top: 178, row: 15, perRow: 3, width: 168, most: 12 };
const TIMES = 5;
const COLORS = [
  '#1d4ed8',
  '#b91c1c',
  '#15803d',
  '#a16207',
  '#7e22ce',
  '#0e7490',
  '#be185d',
  '#4d7c0f',
  '#475569',
  '#c2410c',
  '#0f766e',
  '#6d28d9',
];

export async function picture(prometheus: string, { title, panels }: Model, span: Span): Promise<string> {
  const drawn = await Promise.all(
    panels.map(async ({ title: name, targets, fieldConfig }, at) => {
      const asked = targets.map(({ expr, legendFormat }) => range(prometheus, expr, legendFormat, span));
      const shown = (await Promise.all(asked)).flat();
      const place = `translate(${(at % COLUMNS) * PANEL.width}, ${TITLE_HEIGHT + Math.floor(at / COLUMNS) * PANEL.height})`;
      return `<g transform="${place}">${panel(name, shown, span, fieldConfig.defaults.unit)}</g>`;
    }),
  );
  const [width, height] = [
    COLUMNS * PANEL.width,
    TITLE_HEIGHT + Math.ceil(panels.length / COLUMNS) * PANEL.height,
  ];
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" role="img" font-family="sans-serif" font-size="11">`,
    `<title>${escaped(title)}</title><rect width="${width}" height="${height}" fill="#fff"/>`,
    `<text x="12" y="22" font-size="15" font-weight="bold">${escaped(title)}, ${time(span.from)} to ${time(span.to)} UTC</text>`,
    ...drawn,
    '</svg>\n',
  ].join('\n');
}

async function range(
  prometheus: string,
  expression: string,
  legendFormat: string,
  { from, to }: Span,
): Promise<Series[]> {
  const step = String(Math.max(1, Math.round((to - from) / POINTS)));
  const times = { start: String(from), end: String(to), step };
  const found = await asked<Run>(prometheus, 'query_range', expression, times);
  return found.map(({ metric, values }) => ({
    legend: legendOf(metric, legendFormat),
    points: values.map(([at, value]) => [at, Number(value)]),
  }));
}

function panel(name: string, series: Series[], span: Span, unit: string): string {
  const shown = series
    .map(({ legend, points }) => ({ legend, points: points.filter(([, value]) => Number.isFinite(value)) }))
    .filter(({ points }) => points.length > 0)
    .slice(0, LEGEND.most);
  const most = Math.max(1e-9, ...shown.flatMap(({ points }) => points.map(([, value]) => value)));
  const x = (at: number) => PLOT.left + ((at - span.from) / (span.to - span.from)) * PLOT.width;
  const y = (value: number) => PLOT.top + PLOT.height * (1 - value / most);
  const levels = [0, most / 2, most].map(
    value =>
      `<path d="M${PLOT.left} ${y(value).toFixed(1)}h${PLOT.width}" stroke="#e2e8f0"/>` +
      `<text x="${PLOT.left - 5}" y="${(y(value) + 4).toFixed(1)}" text-anchor="end">${valueInUnit(value, unit)}</text>`,
  );
  const times = Array.from({ length: TIMES }, (_, at) => {
    const when = span.from + ((span.to - span.from) * at) / (TIMES - 1);
    return `<text x="${x(when).toFixed(1)}" y="${PLOT.top + PLOT.height + 14}" text-anchor="middle">${time(when)}</text>`;
  });
  const lines = shown.map(({ legend, points }, at) => {
    const color = COLORS[at % COLORS.length];
    const path = points.map(
      ([when, value], point) => `${point === 0 ? 'M' : 'L'}${x(when).toFixed(1)} ${y(value).toFixed(1)}`,
    );
    const [column, row] = [at % LEGEND.perRow, Math.floor(at / LEGEND.perRow)];
    const [left, top] = [12 + column * LEGEND.width, LEGEND.top + row * LEGEND.row];
    return (
      `<path d="${path.join('')}" fill="none" stroke="${color}" stroke-width="1.4"/>` +
      `<rect x="${left}" y="${top}" width="8" height="8" fill="${color}"/><text x="${left + 12}" y="${top + 8}">${escaped(legend)}</text>`
    );
  });
  return [
    `<text x="12" y="18" font-weight="bold">${escaped(name)}</text>`,
    ...levels,
    ...times,
    ...lines,
  ].join('\n');
}

const time = (seconds: number): string => new Date(seconds * 1000).toISOString().slice(11, 16);

const escaped = (text: string): string => text.replace(/[<&>]/g, sign => `&#${sign.charCodeAt(0)};`);

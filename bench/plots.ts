/**
 * `node bench/plots.ts`: writes the plots of docs/benchmarks.md as small SVG files to docs/plots. The figures are those
 * of its tables.
 */
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

interface Plot {
  name: string;
  title: string;
  unit: string;
  bars: [label: string, value: number][];
}

const PLOTS: Plot[] = [
  {
    name: 'cpu-a-page',
    title: 'CPU time of a page, milliseconds',
    unit: 'ms',
    bars: [
      ['PDF (40 lines)', 6.5],
      ['HTML', 0.66],
      ['DOCX', 0.33],
      ['XLSX', 0.28],
      ['PPTX', 0.21],
      ['EML', 0.14],
    ],
  },
  {
    name: 'scans',
    title: 'What of a document survives print and scan (1 = all)',
    unit: '',
    bars: [
      ['text, PDF', 0.997],
      ['text, scan', 0.99],
      ['headings, PDF', 0.942],
      ['headings, scan', 0.902],
      ['lists, PDF', 0.989],
      ['lists, scan', 0.868],
      ['tables, PDF', 0.936],
      ['tables, scan', 0.786],
    ],
  },
];

const WIDTH = 640;
const LABELS = 150;
const ROW = 26;
const TOP = 36;

function svg({ title, unit, bars }: Plot): string {
  const most = Math.max(...bars.map(([, value]) => value));
  const length = (value: number) => ((WIDTH - LABELS - 90) * value) / most;
  const rows = bars.map(([label, value], at) => {
    const y = TOP + at * ROW;
    return [
      `<text x="${LABELS - 8}" y="${y + 14}" text-anchor="end">${label}</text>`,
      `<rect x="${LABELS}" y="${y}" width="${length(value).toFixed(1)}" height="18" rx="2" fill="#1d4ed8"/>`,
      `<text x="${(LABELS + length(value) + 6).toFixed(1)}" y="${y + 14}">${value} ${unit}</text>`,
    ].join('');
  });
  const height = TOP + bars.length * ROW + 8;
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${WIDTH} ${height}" role="img" font-family="sans-serif" font-size="13">`,
    `<title>${title}</title><rect width="${WIDTH}" height="${height}" fill="#fff"/>`,
    `<text x="8" y="20" font-size="15" font-weight="bold">${title}</text>`,
    ...rows,
    '</svg>',
    '',
  ].join('\n');
}

const folder = join(import.meta.dirname, '..', 'docs', 'plots');
mkdirSync(folder, { recursive: true });
for (const plot of PLOTS) writeFileSync(join(folder, `${plot.name}.svg`), svg(plot));

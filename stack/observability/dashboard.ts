/** `npm run stack -- dashboard [NAME]`: prints the panels of deploy/grafana as text, using their own queries on Prometheus. */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

const FOLDER = join(import.meta.dirname, '..', '..', 'deploy', 'grafana');
/** Age in seconds of the earlier values that are shown for comparison. */
const BEFORE_SECONDS = 3_600;
/** Long enough for four scrapes, short enough to follow an experiment. */
const WINDOW = '30s';

export interface Model {
  title: string;
  panels: {
    title: string;
    fieldConfig: { defaults: { unit: string } };
    targets: { expr: string; legendFormat: string }[];
  }[];
}

interface Sample {
  metric: Record<string, string>;
  value: [number, string];
}

export function dashboard(name: string): Model {
  const path = join(FOLDER, `textrail-${name}.json`);
  if (!existsSync(path)) {
    const names = readdirSync(FOLDER).map(file => file.replace(/^textrail-(.*)\.json$/, '$1'));
    throw new Error(`no dashboard ${name}: there are ${names.join(', ')}`);
  }
  return JSON.parse(readFileSync(path, 'utf8')) as Model;
}

/** The values of a panel's expression at a time (epoch seconds; now by default). Rejects as `asked` does. */
export function ask(
  prometheus: string,
  expression: string,
  at = Math.floor(Date.now() / 1000),
): Promise<Sample[]> {
  return asked(prometheus, 'query', expression, { time: String(at) });
}

/** Sends a query. Rejects with Prometheus's own message if it cannot answer. */
export async function asked<S>(
  prometheus: string,
  verb: 'query' | 'query_range',
  expression: string,
  times: Record<string, string>,
): Promise<S[]> {
  const query = expression.replaceAll('$__rate_interval', WINDOW);
  const answer = await fetch(`${prometheus}/api/v1/${verb}?${new URLSearchParams({ query, ...times })}`);
  const body = (await answer.json()) as { error?: string; data?: { result: S[] } };
  if (body.data === undefined) throw new Error(`Prometheus: ${body.error}`);
  return body.data.result;
}

/** Lines of text: each panel, and below it each series with its value at that time (epoch seconds) and an hour before. */
export async function printed(prometheus: string, { title, panels }: Model, at: number): Promise<string[]> {
  const lines = [
    `${title}, ${new Date(at * 1000).toISOString().slice(0, 19)}Z (in brackets: an hour before)`,
  ];
  for (const { title: name, fieldConfig, targets } of panels) {
    const shown: string[] = [];
    for (const { expr, legendFormat } of targets) {
      const [now, before] = await Promise.all(
        [at, at - BEFORE_SECONDS].map(async time =>
          valuesOf(await ask(prometheus, expr, time), legendFormat),
        ),
      );
      for (const [legend, value] of now ?? []) {
        const past = before?.get(legend);
        const { unit } = fieldConfig.defaults;
        const beside = past === undefined ? '' : `  (${valueInUnit(past, unit)})`;
        shown.push(`  ${legend.padEnd(32)} ${valueInUnit(value, unit)}${beside}`);
      }
    }
    lines.push('', name, ...(shown.length === 0 ? ['  nothing was told at that time'] : shown));
  }
  return lines;
}

function valuesOf(samples: Sample[], legendFormat: string): Map<string, number> {
  const values = samples.map(
    ({ metric, value }) => [legendOf(metric, legendFormat), Number(value[1])] as const,
  );
  return new Map(values.filter(([, value]) => !Number.isNaN(value)));
}

export const legendOf = (metric: Record<string, string>, format: string): string =>
  format.replaceAll(/\{\{(\w+)\}\}/g, (_, label: string) => metric[label] ?? '');

export function valueInUnit(value: number, unit: string): string {
  switch (unit) {
    case 's':
      return `${value.toFixed(3)} s`;
    case 'reqps':
      return `${value.toFixed(2)} a second`;
    case 'bytes':
      return `${Math.round(value / 2 ** 20)} MiB`;
    default:
      return String(Math.round(value * 100) / 100);
  }
}

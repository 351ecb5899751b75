/** `npm run stack -- dashboard [NAME]`: what the panels of deploy/grafana show now, as text; Prometheus is asked their own queries. */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

const FOLDER = join(import.meta.dirname, '..', '..', 'deploy', 'grafana');
/** Long enough for four scrapes, short enough to follow what is tried. */
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

/** Rejects with Prometheus' own words where it cannot answer. */
export async function ask(prometheus: string, expression: string): Promise<Sample[]> {
  const query = expression.replaceAll('$__rate_interval', WINDOW);
  const answer = await fetch(`${prometheus}/api/v1/query?${new URLSearchParams({ query })}`);
  const body = (await answer.json()) as { error?: string; data?: { result: Sample[] } };
  if (body.data === undefined) throw new Error(`Prometheus: ${body.error}`);
  return body.data.result;
}

/** Lines of text: each panel, and below it each series with its value of now. */
export async function printed(prometheus: string, { title, panels }: Model): Promise<string[]> {
  const lines = [title];
  for (const panel of panels) {
    lines.push('', panel.title);
    for (const { expr, legendFormat } of panel.targets)
      for (const { metric, value } of await ask(prometheus, expr)) {
        const legend = legendFormat.replaceAll(/\{\{(\w+)\}\}/g, (_, label: string) => metric[label] ?? '');
        const number = Number(value[1]);
        if (!Number.isNaN(number))
          lines.push(`  ${legend.padEnd(32)} ${inUnit(number, panel.fieldConfig.defaults.unit)}`);
      }
  }
  return lines;
}

function inUnit(value: number, unit: string): string {
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

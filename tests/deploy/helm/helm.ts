/** Renders the chart with Helm itself, built from its Go module. */
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { onPath, run } from '../../../stack/tools.ts';
import { type Manifest, parseManifests } from '../rendered.ts';
import { helmProgram } from '../tools.ts';
import { CHART } from './chart.ts';

export interface Values {
  [name: string]: unknown;
}

export interface Helm {
  /** Renders the chart with values on top of its own. Rejects with Helm's error message. */
  template(values: Values): Promise<Manifest[]>;
  /** Rejects with the faults that Helm finds in the chart. */
  lint(): Promise<unknown>;
}

/** Undefined if there is no Go to build Helm with. */
export async function helm(): Promise<Helm | undefined> {
  if (onPath('go') === undefined && onPath('apt-get') === undefined) return undefined;
  const program = await helmProgram();
  return {
    async template(values) {
      const folder = mkdtempSync(join(tmpdir(), 'textrail-helm-'));
      const file = join(folder, 'values.json');
      writeFileSync(file, JSON.stringify(values));
      const options = ['--namespace', 'textrail', '--values', file, '--kube-version', '1.34.0'];
      try {
        await run(program, ['template', 'textrail', CHART, ...options, '--output-dir', folder]);
        return parseManifests(readFileSync(join(folder, 'textrail/templates/textrail.yaml'), 'utf8'));
      } finally {
        rmSync(folder, { recursive: true });
      }
    },
    lint: () => run(program, ['lint', '--strict', CHART, '--namespace', 'textrail']),
  };
}

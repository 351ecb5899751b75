/** Helm itself, as a Go module, rendering the chart. */
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
  /** The chart with values on top of its own; rejects with what Helm says. */
  template(values: Values): Promise<Manifest[]>;
  /** Rejects with what Helm finds wrong with the chart. */
  lint(): Promise<unknown>;
}

/** Undefined where there is no Go to build Helm with. */
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

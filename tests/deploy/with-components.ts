/** The production overlay with components, included as in an operator's own overlay. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { stringify } from 'yaml';
import { KUBERNETES_FOLDER, kustomize, type Manifest, parseManifests } from './rendered.ts';

export async function productionWith(components: readonly string[]): Promise<Manifest[]> {
  const folder = mkdtempSync(join(tmpdir(), 'textrail-component-'));
  const path = (name: string) => relative(folder, join(KUBERNETES_FOLDER, name));
  const overlay = {
    apiVersion: 'kustomize.config.k8s.io/v1beta1',
    kind: 'Kustomization',
    namespace: 'textrail',
    resources: [path('overlays/production')],
    components: components.map(name => path(`components/${name}`)),
  };
  writeFileSync(join(folder, 'kustomization.yaml'), stringify(overlay));
  try {
    return parseManifests(await kustomize(relative(KUBERNETES_FOLDER, folder)));
  } finally {
    rmSync(folder, { recursive: true });
  }
}

import assert from 'node:assert/strict';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import { run } from '../../../stack/tools.ts';
import { writeSchemas } from '../custom-schemas.ts';
import { kustomize, parseManifests } from '../rendered.ts';
import { type StrimziModel, strimziModel } from '../strimzi/model.ts';
import { type OfflineTools, offlineTools } from '../tools.ts';

const RENDERED = ['base', 'overlays/local', 'overlays/production', 'overlays/production/kafka'];

let tools: OfflineTools;
let strimzi: StrimziModel;
let folder: string;

before(async () => {
  tools = await offlineTools();
  strimzi = await strimziModel();
  folder = mkdtempSync(join(tmpdir(), 'textrail-schemas-'));
  writeSchemas([tools.kedaCrds, strimzi.crds], folder);
});
after(() => rmSync(folder, { recursive: true }));

/** The number of valid resources. Rejects with the faults if one is invalid or has no schema. */
async function kubeconform(manifests: string): Promise<number> {
  const file = join(folder, 'rendered.yaml');
  writeFileSync(file, manifests);
  const names = '{{.ResourceKind}}{{.KindSuffix}}.json';
  const locations = [tools.schemas, folder].flatMap(place => ['-schema-location', join(place, names)]);
  const summary = await run(tools.kubeconform, ['-strict', '-summary', ...locations, file]);
  return Number(/Valid: (\d+), Invalid: 0, Errors: 0, Skipped: 0/.exec(summary)?.[1]);
}

describe('the schemas of Kubernetes 1.34, KEDA and Strimzi', () => {
  for (const name of RENDERED) {
    test(`accept every resource of ${name}, down to the last field`, async () => {
      const text = await kustomize(name);
      assert.equal(await kubeconform(text), parseManifests(text).length);
    });
  }

  test('refuse a field that does not exist, in a built-in kind and in a custom one', async () => {
    const text = await kustomize('overlays/production');
    await assert.rejects(kubeconform(text.replace('readinessProbe:', 'readynessProbe:')), /readynessProbe/);
    await assert.rejects(kubeconform(text.replace('pollingInterval:', 'pollInterval:')), /pollInterval/);
  });
});

describe("Strimzi's own model", () => {
  test('knows every field of the topics, the users and the cluster', async () => {
    const texts = await Promise.all(['overlays/production', 'overlays/production/kafka'].map(kustomize));
    const ours = texts
      .flatMap(parseManifests)
      .filter(manifest => manifest.apiVersion.startsWith('kafka.strimzi.io/'));
    assert.ok(ours.length > 10);
    assert.deepEqual(strimzi.unknownFields(ours), []);
  });

  test('names a field that it does not know', () => {
    const metadata = { name: 'textrail-nobody' };
    const spec = { authentication: { type: 'scram-sha-512', pasword: {} } };
    const user = { apiVersion: 'kafka.strimzi.io/v1', kind: 'KafkaUser', metadata, spec };
    assert.deepEqual(strimzi.unknownFields([user]), [
      'KafkaUser textrail-nobody.Spec.Authentication.pasword',
    ]);
  });
});

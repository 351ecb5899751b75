import assert from 'node:assert/strict';
import { test } from 'node:test';
import { kustomize, type PodSpec, parseManifests, rendered, workloadOf } from '../rendered.ts';

test('the sandboxed overlay is production with the extractors, and nobody else, under a stricter runtime class', async () => {
  const manifests = parseManifests(await kustomize('overlays/production-sandboxed'));
  const spec: PodSpec & { runtimeClassName?: string } = workloadOf(manifests, 'extractor').spec.template.spec;
  assert.equal(spec.runtimeClassName, 'gvisor');
  delete spec.runtimeClassName;
  assert.deepEqual(manifests, await rendered('production'));
});

import assert from 'node:assert/strict';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { type Cluster, startCluster } from './cluster.ts';
import {
  KUBERNETES_FOLDER,
  kustomize,
  OVERLAYS,
  parseManifests,
  rendered,
  type Workload,
  workloadsOf,
} from './rendered.ts';
import { strimziModel } from './strimzi/model.ts';
import { offlineTools } from './tools.ts';

const ESTABLISHED_LIMIT_MS = 60_000;

let cluster: Cluster;

before(async () => {
  const tools = await offlineTools();
  const strimzi = await strimziModel();
  cluster = await startCluster();
  for (const crds of [tools.kedaCrds, strimzi.crds]) {
    await cluster.kubectl(['apply', '--server-side', '--filename', crds]);
  }
  await established();
});
after(() => cluster?.stop());

/** Waits until all definitions are established. kubectl fails at once for a definition so new that it has no conditions yet. */
async function established(): Promise<void> {
  const wait = ['wait', '--for=condition=Established', '--timeout=60s', 'crd', '--all'];
  for (const end = Date.now() + ESTABLISHED_LIMIT_MS; ; await sleep(500)) {
    try {
      return void (await cluster.kubectl(wait));
    } catch (error) {
      if (Date.now() > end) throw error;
    }
  }
}

const applyArguments = ['apply', '--server-side', '--validate=strict'];

describe('a Kubernetes 1.34 API server', () => {
  for (const overlay of OVERLAYS) {
    test(`takes the ${overlay} overlay whole with kubectl apply -k`, async () => {
      const out = await cluster.kubectl([
        ...applyArguments,
        '--kustomize',
        join(KUBERNETES_FOLDER, 'overlays', overlay),
      ]);
      assert.equal(out.trim().split('\n').length, (await rendered(overlay)).length);
    });

    test(`takes the ${overlay} overlay again: nothing in it is immutable once applied`, async () => {
      const out = await cluster.kubectl([
        ...applyArguments,
        '--kustomize',
        join(KUBERNETES_FOLDER, 'overlays', overlay),
      ]);
      assert.match(out, /serverside-applied/);
    });

    test(`admits a pod of every template of the ${overlay} overlay where only restricted pods may run`, async () => {
      const workloads = workloadsOf(await rendered(overlay));
      assert.ok(workloads.length >= 4);
      for (const workload of workloads) {
        const out = await cluster.kubectl(['create'], JSON.stringify(podOf(workload)));
        assert.match(out, /created/);
      }
    });
  }

  test('takes the Kafka cluster that the production overlay can stand on', async () => {
    await cluster.kubectl(['create', 'namespace', 'kafka']);
    const text = await kustomize('overlays/production/kafka');
    const out = await cluster.kubectl(applyArguments, text);
    assert.equal(out.trim().split('\n').length, parseManifests(text).length);
  });

  test('refuses a pod that does not give up what restricted takes, so the admissions above mean something', async () => {
    const [workload] = workloadsOf(await rendered('production'));
    assert.ok(workload);
    const pod = podOf(workload);
    pod.metadata.name = 'unrestricted';
    const [container] = pod.spec.containers;
    if (container) container.securityContext = {};
    await assert.rejects(
      cluster.kubectl(['create'], JSON.stringify(pod)),
      /violates PodSecurity "restricted:v1.34"/,
    );
  });

  test('refuses a field that does not exist', async () => {
    const text = (await kustomize('overlays/production')).replace('readinessProbe:', 'readynessProbe:');
    await assert.rejects(cluster.kubectl(applyArguments, text), /readynessProbe/);
  });
});

/** The pod that the workload's controller would create. A StatefulSet's controller creates the claims too. */
function podOf(workload: Workload) {
  const { metadata, spec } = workload.spec.template;
  const namespace = workload.metadata.namespace ?? '';
  return {
    apiVersion: 'v1',
    kind: 'Pod',
    metadata: { ...metadata, name: `${workload.metadata.name}-0`, namespace },
    spec: { ...spec, volumes: [...(spec.volumes ?? []), ...claimsOf(workload)] },
  };
}

function claimsOf(workload: Workload): Record<string, unknown>[] {
  const { volumeClaimTemplates = [] } = workload.spec as {
    volumeClaimTemplates?: { metadata: { name: string } }[];
  };
  return volumeClaimTemplates.map(({ metadata: { name } }) => ({
    name,
    persistentVolumeClaim: { claimName: name },
  }));
}

import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { quantity } from '../quantity.ts';
import {
  containerOf,
  OVERLAYS,
  ROLES,
  rendered,
  type Workload,
  workloadOf,
  workloadsOf,
} from '../rendered.ts';
import { effectiveSettings } from '../settings-of.ts';

/** Time for closing connections after the drain; see platform/runtime.ts. */
const CLOSE_SECONDS = 5;
const LANES = 2;
/** Workers reserved for callers whose key has nothing under way. */
const RESERVE = 1;
/** Memory of the service without its workers: Node, and buffers of documents in transit. */
const SERVICE_BYTES = quantity('512Mi');

for (const overlay of OVERLAYS) {
  const manifests = await rendered(overlay);
  const pods = workloadsOf(manifests).map(workload => [workload.metadata.name, workload] as const);
  const role = (name: (typeof ROLES)[number]): Workload => workloadOf(manifests, name);
  const graceOf = (workload: Workload): number =>
    workload.spec.template.spec.terminationGracePeriodSeconds ?? 0;

  describe(`every pod of the ${overlay} overlay`, () => {
    for (const [name, workload] of pods) {
      const spec = workload.spec.template.spec;
      test(`${name} runs restricted: not root, read-only, without capabilities or a token`, () => {
        assert.equal(spec.automountServiceAccountToken, false);
        assert.equal(spec.enableServiceLinks, false);
        assert.equal(spec.securityContext?.runAsNonRoot, true);
        assert.ok(Number(spec.securityContext?.runAsUser) > 0);
        assert.deepEqual(spec.securityContext?.seccompProfile, { type: 'RuntimeDefault' });
        for (const container of [...spec.containers, ...(spec.initContainers ?? [])]) {
          assert.equal(container.securityContext?.allowPrivilegeEscalation, false);
          assert.equal(container.securityContext?.readOnlyRootFilesystem, true);
          assert.deepEqual(container.securityContext?.capabilities, { drop: ['ALL'] });
        }
      });

      test(`${name} asks for what it needs and is held to a limit`, () => {
        const { requests = {}, limits = {} } = containerOf(workload).resources ?? {};
        for (const resource of ['cpu', 'memory', 'ephemeral-storage']) {
          assert.ok(quantity(requests[resource]) > 0, `requests ${resource}`);
          assert.ok(quantity(limits[resource]) >= quantity(requests[resource]), `limits ${resource}`);
        }
      });

      // A pod for commands serves nobody.
      if (workload.kind !== 'CronJob')
        test(`${name} is probed at its start, for readiness and for life`, () => {
          const { startupProbe, readinessProbe, livenessProbe } = containerOf(workload);
          assert.ok(startupProbe && readinessProbe && livenessProbe);
        });

      test(`${name} runs an image of one fixed version`, () => {
        assert.match(
          containerOf(workload).image,
          /^[\w./-]+(:(?!latest)[\w.-]*\d[\w.-]*|@sha256:[0-9a-f]{64})$/,
        );
      });
    }
  });

  describe(`every role of the ${overlay} overlay`, () => {
    for (const name of ROLES) {
      test(`${name} is started by its name, as its own service account`, () => {
        assert.deepEqual(containerOf(role(name)).args, [name]);
        assert.equal(role(name).spec.template.spec.serviceAccountName, `textrail-${name}`);
      });

      test(`${name} asks the service itself whether it is ready, and only the process whether it lives`, () => {
        const { startupProbe, readinessProbe, livenessProbe } = containerOf(role(name));
        assert.equal(readinessProbe?.httpGet?.path, '/readyz');
        assert.equal(livenessProbe?.httpGet?.path, '/healthz');
        assert.equal(startupProbe?.httpGet?.path, '/healthz');
      });

      test(`${name} has a service, a disruption budget and spread that select its pods`, () => {
        const { labels } = role(name).spec.template.metadata;
        const selects = (selector: Record<string, string>) =>
          Object.entries(selector).every(([key, value]) => labels[key] === value);
        const named = (kind: string) =>
          manifests.find(each => each.kind === kind && each.metadata.name === `textrail-${name}`)?.spec as {
            selector: { matchLabels?: Record<string, string> } & Record<string, string>;
          };
        assert.ok(selects(named('Service').selector));
        assert.ok(selects(named('PodDisruptionBudget').selector.matchLabels ?? { none: 'none' }));
        const spread = role(name).spec.template.spec.topologySpreadConstraints ?? [];
        assert.equal(spread.length, 2);
        assert.ok(spread.every(({ labelSelector }) => selects(labelSelector.matchLabels)));
        assert.ok(selects(role(name).spec.selector.matchLabels));
      });

      test(`${name} is killed only after its drain had its time`, () => {
        const settings = effectiveSettings(manifests, name);
        const drainSeconds = (settings.DRAIN_ACCEPT_MS + settings.DRAIN_MS) / 1000;
        assert.ok(graceOf(role(name)) > drainSeconds + CLOSE_SECONDS);
      });
    }

    test('ingest lets every caller who waits have the whole synchronous budget before it goes', () => {
      const settings = effectiveSettings(manifests, 'ingest');
      assert.ok(graceOf(role('ingest')) > settings.SYNC_BUDGET_MS / 1000);
      assert.ok(settings.DRAIN_MS > settings.SYNC_BUDGET_MS);
    });

    test('ingest goes on accepting while the endpoints forget it', () => {
      assert.ok(effectiveSettings(manifests, 'ingest').DRAIN_ACCEPT_MS >= 5_000);
    });

    test('an extractor finishes the document of every caller who waits before it goes', () => {
      const settings = effectiveSettings(manifests, 'extractor');
      assert.ok(settings.DRAIN_MS > settings.SYNC_BUDGET_MS);
    });

    test('an extractor has memory for every worker at its ceiling, and itself', () => {
      const { EXTRACT_WORKERS, WORKER_MEMORY_MB } = effectiveSettings(manifests, 'extractor');
      const workers = (LANES * EXTRACT_WORKERS + RESERVE) * WORKER_MEMORY_MB * quantity('1Mi');
      const limit = quantity(containerOf(role('extractor')).resources?.limits?.memory);
      assert.ok(limit >= workers + SERVICE_BYTES, `${limit} bytes for ${workers} and the service`);
    });

    test('a pod for commands has memory for the workers of a replay, and the command', () => {
      const { EXTRACT_WORKERS, WORKER_MEMORY_MB } = effectiveSettings(manifests, 'operator');
      const workers = EXTRACT_WORKERS * WORKER_MEMORY_MB * quantity('1Mi');
      const pod = workloadsOf(manifests).find(({ kind }) => kind === 'CronJob');
      const limit = quantity(pod && containerOf(pod).resources?.limits?.memory);
      assert.ok(limit >= workers + SERVICE_BYTES, `${limit} bytes for ${workers} and the command`);
    });
  });
}

/** CPU requests of kubeadm, kind and CoreDNS on one node (control plane 650m, network 100m, DNS 100m or 200m). */
const SYSTEM_CORES = 0.95;

test('the local overlay fits two CPUs, with one more of each pod while it is replaced and a pod for commands', async () => {
  const workloads = workloadsOf(await rendered('local'));
  const coresOf = (workload: Workload) => quantity(containerOf(workload).resources?.requests?.cpu);
  const sum = (some: Workload[]) => some.reduce((cores, workload) => cores + coresOf(workload), 0);
  const replaced = workloads.filter(({ kind }) => kind === 'Deployment');
  assert.equal(replaced.length, ROLES.length);
  assert.ok(sum(workloads) + sum(replaced) / replaced.length <= 2 - SYSTEM_CORES, `${sum(workloads)} cores`);
});

/**
 * Each component on the production overlay, rendered. There are no schemas here for resources of the Prometheus
 * operator and the Gateway API.
 */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { parse } from 'yaml';
import { Network } from '../network.ts';
import { quantity } from '../quantity.ts';
import {
  containerOf,
  type Manifest,
  type PodSpec,
  PROGRAMS,
  REPOSITORY,
  ROLES,
  rendered,
  type Workload,
  workloadOf,
} from '../rendered.ts';
import { environmentOf } from '../settings-of.ts';
import { productionWith } from '../with-components.ts';

const production = await rendered('production');
const nameOf = ({ kind, metadata }: Manifest) => `${kind}/${metadata.name}`;
/** The resources that a component adds and removes. */
function difference(manifests: Manifest[]) {
  const [before, after] = [production.map(nameOf), manifests.map(nameOf)];
  return {
    added: after.filter(name => !before.includes(name)).toSorted(),
    removed: before.filter(name => !after.includes(name)).toSorted(),
  };
}
const found = (manifests: Manifest[], name: string): Manifest => {
  const manifest = manifests.find(each => nameOf(each) === name);
  assert.ok(manifest, name);
  return manifest;
};

test('prometheus-operator scrapes the pods of every role, and loads the alerts as they are', async () => {
  const manifests = await productionWith(['prometheus-operator']);
  assert.deepEqual(difference(manifests), {
    added: ['PodMonitor/textrail', 'PrometheusRule/textrail'],
    removed: [],
  });
  const { selector, podMetricsEndpoints } = found(manifests, 'PodMonitor/textrail').spec as {
    selector: { matchExpressions: { values: string[] }[] };
    podMetricsEndpoints: { path: string; port: string }[];
  };
  assert.deepEqual(selector.matchExpressions[0]?.values.toSorted(), ROLES.toSorted());
  assert.deepEqual([podMetricsEndpoints[0]?.path, podMetricsEndpoints[0]?.port], ['/metrics', 'http']);
  for (const role of ROLES) {
    const { labels } = workloadOf(manifests, role).spec.template.metadata;
    assert.equal(labels['app.kubernetes.io/name'], 'textrail');
  }
  const rules = parse(readFileSync(join(REPOSITORY, 'deploy/prometheus/textrail.rules.yaml'), 'utf8'));
  assert.deepEqual(found(manifests, 'PrometheusRule/textrail').spec, rules);
});

test('http-route takes the place of the Ingress, with the same addresses', async () => {
  const manifests = await productionWith(['http-route']);
  assert.deepEqual(difference(manifests), { added: ['HTTPRoute/textrail'], removed: ['Ingress/textrail'] });
  const route = found(manifests, 'HTTPRoute/textrail').spec as {
    hostnames: string[];
    rules: { matches: { path: { value: string } }[]; backendRefs: { name: string; port: number }[] }[];
  };
  const ingress = found(production, 'Ingress/textrail').spec as {
    rules: { host: string; http: { paths: { path: string }[] } }[];
  };
  assert.deepEqual(
    route.rules[0]?.matches.map(({ path }) => path.value),
    ingress.rules[0]?.http.paths.map(({ path }) => path),
  );
  assert.deepEqual(route.hostnames, [ingress.rules[0]?.host]);
  const service = found(manifests, 'Service/textrail-ingest').spec as { ports: { port: number }[] };
  assert.deepEqual(route.rules[0]?.backendRefs, [{ name: 'textrail-ingest', port: service.ports[0]?.port }]);
});

test('without-keda scales the extractors by CPU', async () => {
  assert.deepEqual(difference(await productionWith(['without-keda'])), {
    added: ['HorizontalPodAutoscaler/textrail-extractor'],
    removed: ['ScaledObject/textrail-extractor', 'TriggerAuthentication/textrail-kafka'],
  });
});

test('priority-class puts what callers wait for before what waits in the log', async () => {
  const manifests = await productionWith(['priority-class']);
  const priorityOf = (role: (typeof ROLES)[number]) => {
    const spec: PodSpec & { priorityClassName?: string } = workloadOf(manifests, role).spec.template.spec;
    const { value } = found(manifests, `PriorityClass/${spec.priorityClassName}`) as Manifest & {
      value: number;
    };
    return value;
  };
  for (const first of ['ingest', 'projector'] as const)
    for (const second of ['extractor', 'webhooker'] as const)
      assert.ok(priorityOf(first) > priorityOf(second));
});

test('post-install-check asks every role, and the network lets it and nobody else', async () => {
  const manifests = await productionWith(['post-install-check']);
  const job = found(manifests, 'Job/textrail-check').spec as {
    template: { metadata: { labels: Record<string, string> }; spec: PodSpec };
  };
  const [container] = job.template.spec.containers;
  assert.equal(container?.image, containerOf(workloadOf(manifests, 'ingest')).image);
  const services = manifests.filter(({ kind }) => kind === 'Service').map(({ metadata }) => metadata.name);
  assert.deepEqual(container?.args?.toSorted(), services.map(name => `http://${name}:8080`).toSorted());
  const network = new Network(manifests);
  const { labels } = job.template.metadata;
  for (const role of ROLES) {
    const peer = { labels: workloadOf(manifests, role).spec.template.metadata.labels };
    assert.ok(network.allows(labels, 'Egress', peer, 8080));
    assert.ok(network.allows(peer.labels, 'Ingress', { labels }, 8080));
    assert.equal(network.allows(peer.labels, 'Ingress', { labels: { app: 'stranger' } }, 8080), false);
  }
});

test('every pod and resource of Textrail says its version', () => {
  const { version } = JSON.parse(readFileSync(join(REPOSITORY, 'package.json'), 'utf8')) as {
    version: string;
  };
  for (const role of ROLES) {
    const { labels } = workloadOf(production, role).spec.template.metadata;
    assert.equal(labels['app.kubernetes.io/version'], version);
  }
});

test('without-strimzi makes no topics and users, and knows the brokers by their addresses', async () => {
  const manifests = await productionWith(['without-strimzi']);
  const { added, removed } = difference(manifests);
  assert.deepEqual(added, []);
  assert.ok(removed.length > 10);
  assert.ok(removed.every(name => /^Kafka(Topic|User)\//.test(name)));
  assert.ok(!manifests.some(({ apiVersion }) => apiVersion.startsWith('kafka.strimzi.io/')));
  const network = new Network(manifests);
  const { labels } = workloadOf(manifests, 'ingest').spec.template.metadata;
  assert.ok(network.allows(labels, 'Egress', { address: '198.51.100.7' }, 9093));
});

test('sasl-plain signs in to Kafka by it everywhere: the roles, operators and KEDA', async () => {
  const manifests = await productionWith(['without-strimzi', 'sasl-plain']);
  for (const program of PROGRAMS)
    assert.equal(environmentOf(manifests, program).KAFKA_SASL_MECHANISM, 'plain');
  const { triggers } = found(manifests, 'ScaledObject/textrail-extractor').spec as {
    triggers: { type: string; metadata: { sasl?: string } }[];
  };
  const words = triggers.filter(({ type }) => type === 'kafka').map(({ metadata }) => metadata.sasl);
  assert.deepEqual(words, ['plaintext', 'plaintext']);
});

test('in-cluster-redis is reached by every program and by nobody else, and keeps no memory past its pod', async () => {
  const manifests = await productionWith(['in-cluster-redis']);
  const redis = found(manifests, 'StatefulSet/redis') as Workload;
  const { labels } = redis.spec.template.metadata;
  const network = new Network(manifests);
  for (const program of PROGRAMS) {
    const peer = { labels: workloadOf(manifests, program).spec.template.metadata.labels };
    assert.ok(network.allows(peer.labels, 'Egress', { labels }, 6379), program);
    assert.ok(network.allows(labels, 'Ingress', peer, 6379), program);
  }
  assert.equal(network.allows(labels, 'Ingress', { labels: { app: 'stranger' } }, 6379), false);
  const { args = [], resources } = containerOf(redis);
  const maximum = args[args.indexOf('--maxmemory') + 1]?.replace('gb', 'Gi');
  assert.ok(quantity(maximum) < quantity(resources?.limits?.memory));
  assert.ok(args.includes('noeviction'));
});

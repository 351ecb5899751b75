import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { type Endpoint, Network } from '../network.ts';
import {
  type Labels,
  OVERLAYS,
  type Overlay,
  PROGRAMS,
  type Program,
  ROLES,
  rendered,
  workloadOf,
} from '../rendered.ts';

const inNamespace = (name: string, more: Labels = {}): Labels => ({
  'kubernetes.io/metadata.name': name,
  ...more,
});

const DNS: Record<string, Endpoint> = {
  'the DNS of the cluster': { labels: { 'k8s-app': 'kube-dns' }, namespace: inNamespace('kube-system') },
  'NodeLocal DNSCache': { address: '169.254.20.10' },
  'the DNS of OpenShift': {
    labels: { 'dns.operator.openshift.io/daemonset-dns': 'default' },
    namespace: inNamespace('openshift-dns'),
  },
};
const INGRESS: Endpoint = {
  labels: {},
  namespace: inNamespace('ingress', { 'textrail/ingress-controller': 'true' }),
};
const MONITORING: Endpoint = {
  labels: {},
  namespace: inNamespace('monitoring', { 'textrail/monitoring': 'true' }),
};
const STRANGER: Endpoint = { labels: { app: 'stranger' }, namespace: inNamespace('default') };

const SERVERS: Record<Overlay, Record<'kafka' | 'redis' | 's3', { endpoint: Endpoint; port: number }>> = {
  local: {
    kafka: { endpoint: { labels: { 'app.kubernetes.io/component': 'kafka' } }, port: 9092 },
    redis: { endpoint: { labels: { 'app.kubernetes.io/component': 'redis' } }, port: 6379 },
    s3: { endpoint: { labels: { 'app.kubernetes.io/component': 'minio' } }, port: 9000 },
  },
  production: {
    kafka: {
      endpoint: {
        labels: { 'strimzi.io/cluster': 'textrail', 'strimzi.io/kind': 'Kafka' },
        namespace: inNamespace('kafka'),
      },
      port: 9093,
    },
    redis: { endpoint: { address: '192.0.2.1' }, port: 6379 },
    s3: { endpoint: { address: '192.0.2.129' }, port: 443 },
  },
};

const PUBLIC = ['1.1.1.1', '93.184.215.14', '2606:4700:4700::1111'];
/** Addresses that no document, redirect or webhook may lead to. The guard in the code refuses the same ones. */
const REFUSED = [
  ...[
    '0.0.0.0',
    '10.0.0.1',
    '100.64.0.1',
    '127.0.0.1',
    '168.63.129.16',
    '169.254.169.254',
    '172.16.0.1',
    '172.31.255.255',
  ],
  ...['192.0.0.8', '192.168.1.1', '198.18.0.1', '203.0.113.5', '224.0.0.1', '255.255.255.255'],
  ...[
    '::1',
    '::ffff:10.0.0.1',
    'fc00::1',
    'fd12::1',
    'fe80::1',
    '64:ff9b::a00:1',
    '2002:a00:1::1',
    '2001:db8::1',
    'ff02::1',
  ],
];

const mayReachInternet: Record<Program, number[]> = {
  ingest: [],
  extractor: [443],
  projector: [],
  webhooker: [80, 443],
  operator: [],
};

const guests: Partial<Record<Program, string>> = {
  ingest: 'the ingress controller and monitoring',
  operator: 'nobody',
};

for (const overlay of OVERLAYS) {
  const manifests = await rendered(overlay);
  const network = new Network(manifests);
  const labelsOf = (role: Program): Labels => workloadOf(manifests, role).spec.template.metadata.labels;
  const serverPods = [...manifests]
    .filter(({ kind }) => kind === 'StatefulSet')
    .map(({ metadata }) => metadata.name);

  describe(`the network of the ${overlay} overlay`, () => {
    for (const role of PROGRAMS) {
      const labels = labelsOf(role);

      test(`denies ${role} by default, both ways`, () => {
        assert.ok(network.isIsolated(labels, 'Ingress') && network.isIsolated(labels, 'Egress'));
        for (const port of [22, 53, 80, 443, 6379, 8080, 9092]) {
          assert.equal(network.allows(labels, 'Ingress', STRANGER, port), false);
          assert.equal(network.allows(labels, 'Egress', STRANGER, port), false);
        }
      });

      test(`lets ${role} reach names, Kafka, Redis and S3, each on its port only`, () => {
        for (const [name, server] of Object.entries(DNS))
          for (const protocol of ['UDP', 'TCP']) {
            for (const port of [53, 5353])
              assert.ok(network.allows(labels, 'Egress', server, port, protocol), name);
            assert.equal(network.allows(labels, 'Egress', server, 80, protocol), false, name);
          }
        for (const { endpoint, port } of Object.values(SERVERS[overlay])) {
          assert.ok(network.allows(labels, 'Egress', endpoint, port));
          assert.equal(network.allows(labels, 'Egress', endpoint, 22), false);
        }
      });

      test(`lets ${role} reach the internet on ${mayReachInternet[role].join(' and ') || 'no port'}`, () => {
        for (const address of PUBLIC) {
          const open = [22, 80, 443, 8080, 9093].filter(port =>
            network.allows(labels, 'Egress', { address }, port),
          );
          assert.deepEqual(open, mayReachInternet[role], address);
        }
      });

      test(`keeps ${role} from every private, internal and link-local address`, () => {
        for (const address of REFUSED) {
          for (const port of [80, 443])
            assert.equal(network.allows(labels, 'Egress', { address }, port), false, address);
        }
      });

      test(`keeps ${role} from the other roles`, () => {
        for (const other of ROLES) {
          const peer = { labels: labelsOf(other) };
          assert.equal(network.allows(labels, 'Egress', peer, 8080), false);
        }
      });

      test(`lets ${guests[role] ?? 'only monitoring'} in to ${role}`, () => {
        assert.equal(network.allows(labels, 'Ingress', INGRESS, 8080), role === 'ingest');
        assert.equal(network.allows(labels, 'Ingress', MONITORING, 8080), role !== 'operator');
        assert.equal(network.allows(labels, 'Ingress', MONITORING, 22), false);
        assert.equal(network.allows(labels, 'Ingress', { address: '1.1.1.1' }, 8080), false);
      });
    }

    for (const server of serverPods) {
      const labels = { 'app.kubernetes.io/component': server };
      const { port } = Object.values(SERVERS[overlay]).find(
        ({ endpoint }) => 'labels' in endpoint && endpoint.labels['app.kubernetes.io/component'] === server,
      ) ?? { port: 0 };

      test(`lets the roles in to ${server} and nobody else, and ${server} out to nobody`, () => {
        for (const role of ROLES)
          assert.ok(network.allows(labels, 'Ingress', { labels: labelsOf(role) }, port));
        for (const peer of [STRANGER, MONITORING, INGRESS])
          assert.equal(network.allows(labels, 'Ingress', peer, port), false);
        for (const address of [...PUBLIC, '10.0.0.1'])
          assert.equal(network.allows(labels, 'Egress', { address }, 443), false);
      });
    }
  });
}

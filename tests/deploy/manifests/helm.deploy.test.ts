/** Compares the Helm chart with kustomize: operators get the same result from both tools. */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, test } from 'node:test';
import { CHART, generatedFiles, SWITCHES } from '../helm/chart.ts';
import { helm, type Values } from '../helm/helm.ts';
import { containerOf, type Manifest, REPOSITORY, ROLES, workloadOf } from '../rendered.ts';
import { productionWith } from '../with-components.ts';

const NAMESPACE: Values = { createNamespace: true };
/** With kustomize a component leads to placeholders; in the chart values name the brokers. */
const OTHER_KAFKA: Values = { network: { kafka: { peers: [{ ipBlock: { cidr: '198.51.100.0/24' } }] } } };

const program = await helm();
const skip = program === undefined && 'Go is missing here, and Helm is built with it';
const chart = (values: Values = {}): Promise<Manifest[]> => program?.template(values) ?? Promise.resolve([]);

/**
 * The manifests by kind and name, without what each tool adds: the hash in the settings' name, and the annotation that
 * keeps them.
 */
function comparable(manifests: Manifest[]): Record<string, unknown> {
  const text = JSON.stringify(manifests).replaceAll(/textrail-settings-\w+/g, 'textrail-settings');
  const parsed = JSON.parse(text) as Manifest[];
  for (const { kind, metadata } of parsed)
    if (kind === 'ConfigMap' && metadata.annotations?.['helm.sh/resource-policy'] === 'keep')
      delete metadata.annotations;
  return Object.fromEntries(parsed.map(manifest => [`${manifest.kind}/${manifest.metadata.name}`, manifest]));
}

async function assertSame(values: Values, components: string[]): Promise<void> {
  const [ours, theirs] = [
    comparable(await chart({ ...NAMESPACE, ...values })),
    comparable(await productionWith(components)),
  ];
  assert.deepEqual(Object.keys(ours).toSorted(), Object.keys(theirs).toSorted());
  for (const [name, manifest] of Object.entries(theirs)) assert.deepEqual(ours[name], manifest, name);
}

test('the chart is what `npm run generate:chart` writes', async () => {
  for (const [path, text] of Object.entries(await generatedFiles()))
    assert.ok(readFileSync(join(CHART, path), 'utf8') === text, `${path}: run npm run generate:chart`);
});

test('the chart has the version of the package, which is that of the image', () => {
  const { version } = JSON.parse(readFileSync(join(REPOSITORY, 'package.json'), 'utf8')) as {
    version: string;
  };
  const text = readFileSync(join(CHART, 'Chart.yaml'), 'utf8');
  assert.deepEqual(text.match(/(?<=ersion: )\d.*/g), [version, version]);
});

describe('Helm and kustomize render the same', { skip }, () => {
  test('for the production overlay', () => assertSame({}, []));

  for (const [name, component] of Object.entries(SWITCHES))
    test(`with ${component}`, () =>
      assertSame({ components: { [name]: true }, ...(name === 'withoutStrimzi' && OTHER_KAFKA) }, [
        component,
      ]));

  test('with all of them together', () =>
    assertSame(
      {
        components: Object.fromEntries(Object.keys(SWITCHES).map(name => [name, true])),
        ...OTHER_KAFKA,
      },
      Object.values(SWITCHES),
    ));

  test('with another way to sign in to Kafka, KEDA included', () =>
    assertSame(
      { components: { withoutStrimzi: true }, settings: { KAFKA_SASL_MECHANISM: 'plain' }, ...OTHER_KAFKA },
      ['without-strimzi', 'sasl-plain'],
    ));
});

test("the chart passes Helm's own checks", { skip }, async () => {
  await program?.lint();
});

describe('values of the chart', { skip }, () => {
  test('set image, replicas, resources and placement of a role', async () => {
    const resources = { requests: { cpu: '1', memory: '1Gi' } };
    const manifests = await chart({
      image: { repository: 'registry.example.com/textrail', digest: `sha256:${'0'.repeat(64)}` },
      projector: { replicas: 0, resources, nodeSelector: { pool: 'documents' } },
    });
    for (const role of ROLES)
      assert.equal(
        containerOf(workloadOf(manifests, role)).image,
        `registry.example.com/textrail@sha256:${'0'.repeat(64)}`,
      );
    const { spec } = workloadOf(manifests, 'projector');
    assert.equal(spec.replicas, 0);
    assert.deepEqual(Object(spec.template.spec).nodeSelector, { pool: 'documents' });
    assert.equal(containerOf(workloadOf(manifests, 'projector')).resources?.requests?.cpu, '1');
  });

  test('a changed setting is another ConfigMap that every role reads, so a rollout', async () => {
    const nameOf = (manifests: Manifest[]) => {
      const found = manifests.find(({ kind }) => kind === 'ConfigMap')?.metadata.name;
      for (const role of ROLES)
        assert.ok(
          containerOf(workloadOf(manifests, role)).envFrom?.some(
            ({ configMapRef }) => configMapRef?.name === found,
          ),
        );
      return found;
    };
    assert.notEqual(nameOf(await chart()), nameOf(await chart({ settings: { LOG_LEVEL: 'debug' } })));
  });

  test('that are misspelled, and settings that are no text, are refused', async () => {
    await assert.rejects(chart({ components: { withoutKeeda: true } }), /withoutKeeda/);
    await assert.rejects(chart({ settings: { DRAIN_MS: 60_000_000 } }), /DRAIN_MS/);
    await assert.rejects(chart({ settings: { RATE_LIMT_PER_MINUTE: '5' } }), /RATE_LIMT_PER_MINUTE/);
    await assert.rejects(chart({ settings: { S3_SECRET_KEY: 'in a ConfigMap' } }), /S3_SECRET_KEY/);
    assert.ok(await chart({ settings: { NODE_EXTRA_CA_CERTS: '/etc/ca.pem', RATE_LIMIT_PER_MINUTE: '5' } }));
  });

  const memory = (limit: string): Values => ({ resources: { limits: { memory: limit } } });
  for (const [what, values, said] of [
    ['more workers than the memory holds', { settings: { EXTRACT_WORKERS: '8' } }, /17920Mi/],
    ['less memory than the workers need', { extractor: memory('9000Mi') }, /9000Mi is too little/],
    ['another port than the probes ask', { settings: { PORT: '9090' } }, /settings\.PORT/],
    ['a drain that is cut off', { settings: { DRAIN_MS: '120000' } }, /at most 60000/],
    ['callers who wait longer than the drain', { settings: { SYNC_BUDGET_MS: '50000' } }, /DRAIN_MS: more/],
    [
      'callers who wait longer than the controller',
      { settings: { SYNC_BUDGET_MS: '50000', DRAIN_MS: '55000' } },
      /proxy-read-timeout/,
    ],
    ['extractors that no partition is left for', { extractor: { maxReplicas: 8 } }, /at most 6/],
    [
      'fewer replicas at the most than at the least',
      { ingest: { minReplicas: 20 } },
      /more than maxReplicas/,
    ],
  ] as const)
    test(`with ${what} are refused`, () => assert.rejects(chart(values), said));

  test('with more workers and the memory for them are taken', async () => {
    const more = { settings: { EXTRACT_WORKERS: '8' }, extractor: memory('18Gi') };
    assert.equal(containerOf(workloadOf(await chart(more), 'extractor')).resources?.limits?.memory, '18Gi');
  });

  test('go to the namespace of the release', async () => {
    for (const { kind, metadata } of await chart())
      if (kind !== 'PriorityClass') assert.equal(metadata.namespace, 'textrail', `${kind}/${metadata.name}`);
  });
});

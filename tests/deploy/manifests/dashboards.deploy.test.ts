import assert from 'node:assert/strict';
import { test } from 'node:test';
import { DASHBOARDS } from '../../../commands/dashboards.ts';
import { createTelemetry } from '../../../platform/telemetry.ts';
import { ownMetrics } from '../own-metrics.ts';

/** Metrics in the dashboards that other programs export, by exporter. */
const EXPORTED_BY: Readonly<Record<string, string[]>> = {
  'kafka-exporter (part of Strimzi)': [
    'kafka_consumergroup_lag',
    'kafka_topic_partition_under_replicated_partition',
  ],
  redis_exporter: ['redis_memory_used_bytes', 'redis_memory_max_bytes'],
};

interface Model {
  uid: string;
  panels: { id: number; title: string; targets: { refId: string; expr: string }[] }[];
}

const models = Object.values(DASHBOARDS).map(text => JSON.parse(text()) as Model);

test('every metric that a dashboard names is exported, by Textrail or by an exporter that is named', () => {
  const isOwn = ownMetrics();
  const others = Object.values(EXPORTED_BY).flat();
  const seen = new Set<string>();
  for (const { uid, panels } of models)
    for (const { title, targets } of panels)
      for (const { expr } of targets)
        for (const name of expr.match(/\b(?:textrail|kafka|redis|nodejs|process)_\w+/g) ?? []) {
          seen.add(name);
          assert.ok(isOwn(name) || others.includes(name), `${uid}: ${title}: ${name}`);
        }
  for (const name of others) assert.ok(seen.has(name), `${name} is named by no dashboard`);
});

test('every label that a dashboard asks of a metric of ours is one of its labels', async () => {
  const metrics = await createTelemetry('silent').registry.getMetricsAsJSON();
  assert.ok(metrics.some(({ name }) => name === 'textrail_stage_seconds'));
  const labels = ['stage', 'outcome', 'lane', 'format', 'key_class', 'le'];
  for (const { panels } of models)
    for (const { expr } of panels.flatMap(({ targets }) => targets))
      for (const [, selector = ''] of expr.matchAll(/textrail_stage_seconds\w*\{([^}]*)\}/g))
        for (const [, label = ''] of selector.matchAll(/(\w+)\s*[=!]/g))
          assert.ok(labels.includes(label), label);
});

test('every dashboard and panel can be told from the others', () => {
  assert.equal(new Set(models.map(({ uid }) => uid)).size, models.length);
  for (const { panels } of models) {
    assert.equal(new Set(panels.map(({ id }) => id)).size, panels.length);
    for (const { targets } of panels)
      assert.equal(new Set(targets.map(({ refId }) => refId)).size, targets.length);
  }
});

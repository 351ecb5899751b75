import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, test } from 'node:test';
import { parse } from 'yaml';
import { ownMetrics } from '../own-metrics.ts';
import { REPOSITORY, rendered } from '../rendered.ts';

interface Alert {
  alert: string;
  expr: string;
  labels: { severity: string };
}

const RULES = 'deploy/prometheus/textrail.rules.yaml';
const read = (path: string) => readFileSync(join(REPOSITORY, path), 'utf8');
const alerts: Alert[] = parse(read(RULES)).groups.flatMap(({ rules }: { rules: Alert[] }) => rules);

const PROBES = ['/healthz', '/readyz', '/metrics', '/docling-compat/health', '/tika-compat/version'];

describe('the alerts', () => {
  test('each have a part of the runbook under their name, and the runbook names no other', () => {
    const runbook = read('docs/operations.md').match(/(?<=^### )Textrail\w+$/gm);
    assert.deepEqual(runbook?.toSorted(), alerts.map(({ alert }) => alert).toSorted());
  });

  test('page or wait for the morning', () => {
    for (const { alert, labels } of alerts) assert.match(labels.severity, /^(page|ticket)$/, alert);
  });

  test('measure answers to callers alone: probes would drown failures at night, and be failures in a drain', () => {
    const all = alerts.flatMap(({ expr }) => expr.match(/rate\(textrail_requests_total.*?\[/g) ?? []);
    // Only probes tell whether anybody is ready.
    const rates = all.filter(rate => !rate.includes('route="/readyz"'));
    assert.ok(rates.length > 0);
    for (const rate of rates) {
      const [, asked = '', but = ''] = /\{route=~"([^"]*)",route!~"([^"]*)"/.exec(rate) ?? [];
      const isMeasured = (route: string) =>
        new RegExp(`^(?:${asked})$`).test(route) && !new RegExp(`^(?:${but})$`).test(route);
      assert.ok(isMeasured('/v1/extract'), rate);
      for (const probe of PROBES) assert.ok(!isMeasured(probe), `${probe} in ${rate}`);
    }
  });

  test('say when a role is gone altogether, whichever it is', () => {
    const silent = alerts.find(({ alert }) => alert === 'TextrailSilent')?.expr ?? '';
    // Of the programs that count answers, only ingest answers probes, so there is always a series.
    for (const series of ['requests_total', 'waiting_records{consumer="extractor-interactive"}'])
      assert.ok(silent.includes(`absent(textrail_${series})`), series);
    for (const consumer of ['projector', 'webhooker'])
      assert.ok(silent.includes(`absent(textrail_waiting_records{consumer="${consumer}"})`), consumer);
  });
});

test('every metric that a page for operators names is in the code', () => {
  const isOwn = ownMetrics();
  const pages = readdirSync(join(REPOSITORY, 'deploy', 'prometheus')).map(name =>
    join('deploy', 'prometheus', name),
  );
  for (const page of ['docs/operations.md', ...pages]) {
    const named = new Set(readFileSync(join(REPOSITORY, page), 'utf8').match(/\btextrail_\w+/g));
    for (const name of named) assert.ok(isOwn(name), `${page}: ${name}`);
  }
});

test('the step of the documentation that tells KEDA where Prometheus is changes the trigger that asks it', async () => {
  const [, json = ''] = /--patch '(\[.*serverAddress.*\])'/.exec(read('docs/operations.md')) ?? [];
  const [{ path } = { path: '' }] = JSON.parse(json) as { path: string }[];
  const scaled = (await rendered('production')).find(({ kind }) => kind === 'ScaledObject');
  let found: unknown = scaled;
  for (const part of path.split('/').slice(1)) found = Reflect.get(Object(found), part);
  assert.match(String(found), /^http:\/\/prometheus\./);
});

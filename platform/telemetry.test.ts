import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { createTelemetry, watchPools, watchReadModel } from './telemetry.ts';

describe('the metrics', () => {
  it('tell at each scrape how old the read model is as ingest sees it, also where nobody knows yet', async () => {
    const telemetry = createTelemetry('silent');
    let ageMs = 21_500;
    watchReadModel(telemetry, { ageMs: () => ageMs });
    assert.match(await telemetry.registry.metrics(), /\ntextrail_read_model_age_seconds 21.5\n/);
    ageMs = Number.POSITIVE_INFINITY;
    assert.match(await telemetry.registry.metrics(), /\ntextrail_read_model_age_seconds \+Inf\n/);
  });

  it('tell at each scrape how many pages idle workers have read, and left unread, by lane', async () => {
    const telemetry = createTelemetry('silent');
    const loans = { read: 0, unread: 0 };
    watchPools(telemetry, { bulk: { loans, setBack: 0, busy: 0, size: 0, queued: 0 } });
    for (const read of [1, 3]) {
      Object.assign(loans, { read, unread: 1 });
      const text = await telemetry.registry.metrics();
      assert.match(
        text,
        new RegExp(`textrail_lent_pages_total\\{lane="bulk",where="here",outcome="read"\\} ${read}\\n`),
      );
      assert.match(text, /textrail_lent_pages_total\{lane="bulk",where="here",outcome="unread"\} 1\n/);
    }
  });
});

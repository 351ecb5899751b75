import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { setImmediate } from 'node:timers/promises';
import { createTelemetry } from './telemetry.ts';
import { watchWaitingEvents } from './waiting-events.ts';

describe('the metrics of what waits', () => {
  it('are answered while a consumer cannot be asked how far it is behind', async () => {
    const telemetry = createTelemetry('silent');
    watchWaitingEvents(telemetry, [
      { name: 'away', lag: () => Promise.reject(new Error('the log does not answer')) },
      { name: 'here', lag: async () => ({ records: 3, oldestMs: 2_000 }) },
    ]);
    const text = await telemetry.registry.metrics();
    assert.match(text, /textrail_waiting_records\{consumer="here"\} 3/);
    assert.doesNotMatch(text, /consumer="away"/);
  });

  it('tell the number of waiting events and the age of the oldest of the same moment', async () => {
    const telemetry = createTelemetry('silent');
    let questions = 0;
    const lag = async () => ({ records: ++questions, oldestMs: questions * 1_000 });
    watchWaitingEvents(telemetry, [{ name: 'consumer', lag }]);
    for (const scrape of [1, 2]) {
      const text = await telemetry.registry.metrics();
      assert.match(text, new RegExp(`textrail_waiting_records\\{consumer="consumer"\\} ${scrape}\\n`));
      assert.match(text, new RegExp(`textrail_oldest_waiting_seconds\\{consumer="consumer"\\} ${scrape}\\n`));
    }
  });

  it('are told within two seconds while the log is silent: as they were, with their age', async t => {
    t.mock.timers.enable({ apis: ['setTimeout'] });
    let now = 1_000;
    t.mock.method(performance, 'now', () => now);
    const telemetry = createTelemetry('silent');
    let question = Promise.withResolvers<{ records: number; oldestMs: number }>();
    let questions = 0;
    const lag = () => {
      questions++;
      return question.promise;
    };
    watchWaitingEvents(telemetry, [{ name: 'consumer', lag }]);
    const scrape = async (tickMs = 0) => {
      const text = telemetry.registry.metrics();
      await setImmediate();
      t.mock.timers.tick(tickMs);
      return await text;
    };
    assert.doesNotMatch(await scrape(2_000), /consumer="consumer"/);
    question.resolve({ records: 3, oldestMs: 1_000 });
    await setImmediate();
    const told = /textrail_waiting_records\{consumer="consumer"\} 3\n/;
    assert.match(await scrape(), told);
    question = Promise.withResolvers();
    for (const seconds of [30, 60]) {
      now += 30_000;
      const text = await scrape(2_000);
      assert.match(text, told);
      assert.ok(text.includes(`\ntextrail_waiting_age_seconds{consumer="consumer"} ${seconds}\n`), text);
    }
    assert.equal(questions, 3, 'one without an answer is not asked again');
  });
});

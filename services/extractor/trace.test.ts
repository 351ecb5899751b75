import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { EXAMPLE_EVENTS } from '../../platform/event-log/codec-examples.ts';
import { createTelemetry } from '../../platform/telemetry.ts';
import { Trace } from './trace.ts';

const NOW = 1_000_000;

/** The trace of a document that was accepted 20 s ago. */
function traced() {
  const telemetry = createTelemetry('silent');
  const event = { ...EXAMPLE_EVENTS.ExtractRequested, at: NOW - 20_000 };
  const trace = new Trace({ telemetry, clock: { now: () => NOW } }, event, 'interactive', undefined);
  const stages = async () => {
    const { values } = await telemetry.stageSeconds.get();
    return values
      .filter(({ metricName }) => metricName?.endsWith('_sum'))
      .map(({ labels, value }) => ({
        stage: labels.stage,
        outcome: labels.outcome,
        format: labels.format,
        seconds: Math.round(value),
      }));
  };
  return { trace, stages };
}

describe('the stages of a document', () => {
  it('whose time ran out before a worker was free: it waited that long in the queue, in vain', async () => {
    const { trace, stages } = traced();
    trace.parsed({ kind: 'deadline' });
    assert.deepEqual(await stages(), [{ stage: 'queue', outcome: 'failed', format: '', seconds: 20 }]);
  });

  it('whose time was over when an extractor read of it', async () => {
    const { trace, stages } = traced();
    trace.expired();
    assert.deepEqual(await stages(), [{ stage: 'queue', outcome: 'failed', format: '', seconds: 20 }]);
  });

  it('which a worker could not be given for a stop: another extractor tells of it', async () => {
    const { trace, stages } = traced();
    trace.parsed({ kind: 'refused' });
    assert.deepEqual(await stages(), []);
  });

  it('that was ended by its deadline in a worker: its format is not known', async () => {
    const { trace, stages } = traced();
    trace.begun();
    trace.parsed({ kind: 'deadline' });
    assert.deepEqual(await stages(), [
      { stage: 'queue', outcome: 'ok', format: '', seconds: 20 },
      { stage: 'parse', outcome: 'failed', format: 'unknown', seconds: 0 },
    ]);
  });

  it('that is refused for what it holds: its format is told', async () => {
    const { trace, stages } = traced();
    trace.begun();
    trace.parsed({
      kind: 'answered',
      answer: { kind: 'failed', code: 'extraction_failed', abusive: false, contentType: 'application/pdf' },
      response: Buffer.alloc(0),
    });
    assert.deepEqual((await stages()).at(-1), {
      stage: 'parse',
      outcome: 'failed',
      format: 'pdf',
      seconds: 0,
    });
  });
});

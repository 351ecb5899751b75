import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { startTraceCollector, type TraceCollector } from '../../tests/support/trace-collector.ts';
import { openTracing } from './open-tracing.ts';
import { NO_TRACING } from './tracing.ts';

const SILENT = { warn: () => undefined };
const TRACE_ID = '0af7651916cd43dd8448eb211c80319c';
const parent = (flags: string) => `00-${TRACE_ID}-b7ad6b7169203331-${flags}`;

describe('traces by OpenTelemetry’s variables', () => {
  let collector: TraceCollector;
  before(async () => {
    collector = await startTraceCollector();
    // The exporter reads its endpoint from this variable.
    process.env.OTEL_EXPORTER_OTLP_ENDPOINT = collector.endpoint;
  });
  after(() => {
    delete process.env.OTEL_EXPORTER_OTLP_ENDPOINT;
    collector.close();
  });

  const opened = (more: Record<string, string> = {}) =>
    openTracing({ OTEL_EXPORTER_OTLP_ENDPOINT: collector.endpoint, ...more }, 'textrail-test', SILENT);
  const flagsOf = async (more: Record<string, string>, below?: string) => {
    const tracing = await opened(more);
    const { traceparent } = tracing.begin('work', below);
    await tracing.close();
    return traceparent.split('-')[3];
  };

  test('take the part of them that the sampler says, and all where it or its ratio is empty', async () => {
    const ratio = (argument: string) => ({
      OTEL_TRACES_SAMPLER: 'traceidratio',
      OTEL_TRACES_SAMPLER_ARG: argument,
    });
    for (const [more, below, flags] of [
      [{}, undefined, '01'],
      [{ OTEL_TRACES_SAMPLER: '' }, undefined, '01'],
      [{}, parent('00'), '00'],
      [{ OTEL_TRACES_SAMPLER: 'always_on' }, parent('00'), '01'],
      [{ OTEL_TRACES_SAMPLER: 'always_off' }, parent('01'), '00'],
      [{ OTEL_TRACES_SAMPLER: 'parentbased_always_off' }, parent('01'), '01'],
      [{ OTEL_TRACES_SAMPLER: 'parentbased_always_off' }, undefined, '00'],
      [{ OTEL_TRACES_SAMPLER: 'traceidratio' }, undefined, '01'],
      [ratio(''), undefined, '01'],
      [ratio('1'), undefined, '01'],
      [ratio('0'), undefined, '00'],
    ] as const)
      assert.equal(await flagsOf(more, below), flags, `${JSON.stringify(more)} ${below}`);
  });

  test('are refused by name where a variable is none', async () => {
    for (const [name, value] of [
      ['OTEL_TRACES_SAMPLER', 'sometimes'],
      ['OTEL_TRACES_SAMPLER_ARG', '1.1'],
      ['OTEL_TRACES_SAMPLER_ARG', '-0.1'],
      ['OTEL_TRACES_SAMPLER_ARG', 'half'],
      ['OTEL_BSP_SCHEDULE_DELAY', '0'],
      ['OTEL_BSP_SCHEDULE_DELAY', '1s'],
      ['OTEL_EXPORTER_OTLP_ENDPOINT', 'collector:4318'],
    ] as const)
      await assert.rejects(
        opened({ OTEL_TRACES_SAMPLER: 'traceidratio', [name]: value }),
        new RegExp(name),
        value,
      );
  });

  test('are not made where they are off, however that is written, or nobody is named who takes them', async () => {
    for (const off of [
      { OTEL_SDK_DISABLED: 'true' },
      { OTEL_SDK_DISABLED: 'True' },
      { OTEL_TRACES_EXPORTER: 'none' },
      { OTEL_EXPORTER_OTLP_ENDPOINT: '' },
    ])
      assert.equal(await opened(off), NO_TRACING, JSON.stringify(off));
    assert.notEqual(await opened({ OTEL_SDK_DISABLED: 'false' }), NO_TRACING);
  });

  test('hold spans that are over until they are sent, at a stop at the latest, with their times and why they failed', async () => {
    const tracing = await opened({ OTEL_BSP_SCHEDULE_DELAY: '100' });
    const startedAt = Date.now() - 5_000;
    for (let at = 0; at < 120; at++)
      tracing.ended('parse', parent('01'), { startedAt, ...(at === 7 && { failure: 'timeout' }) });
    await tracing.close();
    const spans = collector.spans(TRACE_ID);
    assert.equal(spans.length, 120);
    for (const { startTimeUnixNano, endTimeUnixNano, parentSpanId } of spans) {
      assert.equal(BigInt(startTimeUnixNano) / 1_000_000n, BigInt(startedAt));
      assert.ok(BigInt(endTimeUnixNano) - BigInt(startTimeUnixNano) >= 5_000_000_000n);
      assert.equal(parentSpanId, 'b7ad6b7169203331');
    }
    assert.deepEqual(
      spans.flatMap(({ status }) => (status?.code === 2 ? [status.message] : [])),
      ['timeout'],
    );
  });
});

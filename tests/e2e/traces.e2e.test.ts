import assert from 'node:assert/strict';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import { html } from '../support/documents.ts';
import { issueKey } from '../support/keys.ts';
import { inEmbedded, MODE, suite } from '../support/mode.ts';
import { finish, run } from '../support/process.ts';
import { type Receiver, startReceiver } from '../support/receiver.ts';
import { type Service, startService } from '../support/service.ts';
import { startTraceCollector, type TraceCollector } from '../support/trace-collector.ts';
import { until } from '../support/waiting.ts';

const TRACE_ID = '0af7651916cd43dd8448eb211c80319c';
const CALLERS_SPAN = 'b7ad6b7169203331';
const NAMES = [
  'accept',
  'deliver',
  'extract',
  'fetch',
  'parse',
  'POST /v1/extract',
  'project',
  'queue',
  'store',
];

describe(suite('traces'), () => {
  let collector: TraceCollector;
  let receiver: Receiver;
  let service: Service;
  before(async () => {
    collector = await startTraceCollector();
    receiver = await startReceiver();
    service = await startService({
      OTEL_EXPORTER_OTLP_ENDPOINT: collector.endpoint,
      OTEL_BSP_SCHEDULE_DELAY: '100',
      EGRESS_ALLOW: '127.0.0.0/8',
    });
  });
  after(async () => {
    await service.dispose();
    receiver.close();
    collector.close();
  });

  test('show one document from its caller over every role to its webhook, in one trace', async () => {
    const { client } = await issueKey(service);
    const { status } = await client.extract({
      file: html(),
      query: { webhook_url: receiver.url('/') },
      headers: { traceparent: `00-${TRACE_ID}-${CALLERS_SPAN}-01` },
    });
    assert.equal(status, 200);
    const spans = await until('the spans', () => {
      const found = collector.spans(TRACE_ID);
      return found.length >= NAMES.length && found;
    });
    assert.deepEqual(
      spans.map(({ name }) => name).toSorted((a, b) => a.localeCompare(b)),
      NAMES.toSorted((a, b) => a.localeCompare(b)),
    );
    const parentOf = (name: string) => {
      const parentId = spans.find(span => span.name === name)?.parentSpanId;
      return parentId === CALLERS_SPAN ? 'the caller' : spans.find(span => span.spanId === parentId)?.name;
    };
    assert.deepEqual(Object.fromEntries(NAMES.map(name => [name, parentOf(name)])), {
      'POST /v1/extract': 'the caller',
      accept: 'POST /v1/extract',
      extract: 'POST /v1/extract',
      ...Object.fromEntries(
        ['queue', 'fetch', 'parse', 'store', 'project', 'deliver'].map(name => [name, 'extract']),
      ),
    });
    for (const span of spans) {
      assert.ok(BigInt(span.endTimeUnixNano) >= BigInt(span.startTimeUnixNano), span.name);
      assert.notEqual(span.status?.code, 2, span.name);
    }
    const services = new Set(spans.map(span => span.service));
    const roles = ['textrail-extractor', 'textrail-ingest', 'textrail-projector', 'textrail-webhooker'];
    assert.deepEqual([...services].toSorted(), MODE === 'embedded' ? ['textrail'] : roles);
  });

  test('carry no text, file name or address of a document', async () => {
    const { client } = await issueKey(service);
    const traceId = 'ffffffffffffffffffffffffffffff01';
    await client.extract({
      file: html({ heading: 'a secret heading', paragraph: 'a secret' }),
      fileName: 'secret-name.html',
      headers: { traceparent: `00-${traceId}-${CALLERS_SPAN}-01` },
    });
    const spans = await until('the spans', () => {
      const found = collector.spans(traceId);
      return found.length >= NAMES.length - 1 && found;
    });
    assert.doesNotMatch(JSON.stringify(spans), /secret/);
  });

  inEmbedded(() => {
    test('load nothing of OpenTelemetry where no collector is named, but the interface that prom-client brings', async () => {
      const folder = mkdtempSync(join(tmpdir(), 'textrail-untraced-'));
      const loaded = join(folder, 'loaded');
      const watch = join(folder, 'watch.mjs');
      writeFileSync(
        watch,
        `import { appendFileSync } from 'node:fs';
         import { registerHooks } from 'node:module';
         registerHooks({ load: (url, context, next) => {
           if (url.includes('@opentelemetry/')) appendFileSync(${JSON.stringify(loaded)}, url + '\\n');
           return next(url, context);
         } });`,
      );
      const { child, stdout, ended } = run(['--import', watch, 'main.ts'], {
        DATA_DIR: join(folder, 'data'),
        PORT: '0',
        EXTRACT_WORKERS: '1',
      });
      await until('the service', () => stdout().includes('is ready'), 60_000);
      child.kill('SIGTERM');
      await ended;
      const packages = new Set(readFileSync(loaded, 'utf8').match(/@opentelemetry\/[\w-]+/g));
      rmSync(folder, { recursive: true, force: true });
      assert.deepEqual([...packages], ['@opentelemetry/api']);
    });

    for (const [name, value] of [
      ['OTEL_EXPORTER_OTLP_ENDPOINT', 'collector:4318'],
      ['OTEL_TRACES_SAMPLER', 'sometimes'],
    ] as const)
      test(`${name}=${value} is one clear line that names it, and exit 1`, async () => {
        const endpoint = { OTEL_EXPORTER_OTLP_ENDPOINT: 'http://127.0.0.1:1' };
        const { code, stderr } = await finish(['main.ts'], { ...endpoint, PORT: '0', [name]: value });
        assert.equal(code, 1);
        assert.match(stderr, new RegExp(`^textrail: ${name}: .*\\n$`));
      });
  });
});

/** A collector for tests: receives spans by OTLP over HTTP with JSON (opentelemetry-proto, trace/v1) and keeps them. */
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface CollectedSpan {
  traceId: string;
  spanId: string;
  parentSpanId?: string;
  name: string;
  /** SPAN_KIND_*: 1 internal, 2 server, 3 client, 5 consumer. */
  kind: number;
  startTimeUnixNano: string;
  endTimeUnixNano: string;
  /** Code 2 means an error. */
  status?: { code?: number; message?: string };
  attributes: { key: string; value: { stringValue?: string; intValue?: number; boolValue?: boolean } }[];
  /** `service.name` of the span's resource. */
  service: string;
}

interface Export {
  resourceSpans: {
    resource: { attributes: CollectedSpan['attributes'] };
    scopeSpans: { spans: Omit<CollectedSpan, 'service'>[] }[];
  }[];
}

export interface TraceCollector {
  /** The value for OTEL_EXPORTER_OTLP_ENDPOINT. */
  endpoint: string;
  /** The spans of a trace, ordered by their start. */
  spans(traceId: string): CollectedSpan[];
  close(): void;
}

export async function startTraceCollector(): Promise<TraceCollector> {
  const spans: CollectedSpan[] = [];
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk);
    const isTraces = request.method === 'POST' && request.url === '/v1/traces';
    if (!isTraces || request.headers['content-type'] !== 'application/json') {
      response.writeHead(415).end();
      return;
    }
    for (const { resource, scopeSpans } of (JSON.parse(Buffer.concat(chunks).toString()) as Export)
      .resourceSpans) {
      const named = resource.attributes.find(({ key }) => key === 'service.name');
      const service = named?.value.stringValue ?? '';
      for (const scope of scopeSpans) spans.push(...scope.spans.map(span => ({ ...span, service })));
    }
    response.writeHead(200, { 'content-type': 'application/json' }).end('{}');
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  // As in receiver.ts.
  server.unref();
  const { port } = server.address() as AddressInfo;
  return {
    endpoint: `http://127.0.0.1:${port}`,
    spans: traceId =>
      spans
        .filter(span => span.traceId === traceId)
        .toSorted((a, b) => Number(BigInt(a.startTimeUnixNano) - BigInt(b.startTimeUnixNano))),
    close: () => server.close(),
  };
}

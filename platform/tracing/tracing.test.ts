import assert from 'node:assert/strict';
import { test } from 'node:test';
import { NO_TRACING, traceIdOf } from './tracing.ts';

const CALLERS = '00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01';

test('without a collector the caller’s trace is handed on, and a new one is as W3C Trace Context writes it', () => {
  assert.equal(NO_TRACING.begin('work', CALLERS).traceparent, CALLERS);
  const { traceparent } = NO_TRACING.begin('work', undefined);
  assert.match(traceparent, /^00-(?!0{32})[0-9a-f]{32}-(?!0{16})[0-9a-f]{16}-01$/);
  assert.notEqual(NO_TRACING.begin('work', undefined).traceparent, traceparent);
});

test('log lines name the trace and not the span', () => {
  assert.equal(traceIdOf(CALLERS), '0af7651916cd43dd8448eb211c80319c');
  assert.equal(traceIdOf(undefined), undefined);
});

import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { EXAMPLE_EVENTS } from '../../platform/event-log/codec-examples.ts';
import type { ConsumeOptions } from '../../platform/event-log/event-log.ts';
import { formatRequestBlob } from '../../platform/request-blob.ts';
import { readSettings } from '../../platform/settings.ts';
import { createTelemetry } from '../../platform/telemetry.ts';
import { Webhooker, type WebhookerPorts } from './webhooker.ts';

describe('the webhook service', () => {
  it('delivers an outcome once that stands in the log twice, before the read model knows of either', async () => {
    let attempts = 0;
    let handle: ConsumeOptions['handle'] | undefined;
    const addresses = formatRequestBlob({ url: null, webhookUrl: 'https://receiver.example/' });
    const ports = {
      log: {
        append: async () => {},
        consume: (options: ConsumeOptions) => {
          handle = options.handle;
        },
      },
      blobs: { read: async () => addresses },
      views: { job: async () => undefined },
      courier: { attempt: async () => ({ kind: 'delivered', status: 200 + attempts++ }) },
      settings: readSettings({}, false),
      telemetry: createTelemetry('silent'),
    };
    new Webhooker(ports as unknown as WebhookerPorts).start();
    const event = { ...EXAMPLE_EVENTS.ExtractCompleted, webhook: true, request_blob: 'request/1' };
    const place = { topic: 'outcomes' as const, partition: 0, traceparent: undefined };
    const { signal } = new AbortController();
    await Promise.all([0, 1].map(offset => handle?.({ ...place, offset, event }, signal)));
    assert.equal(attempts, 1);
  });
});

/** A webhook service over a log, a read model and a receiver that a test controls. */
import { evolveJob, type JobState } from '../../core/job/job.ts';
import { UnreadableBlobs } from '../../platform/blob-store/unreadable-blobs.ts';
import { EXAMPLE_EVENTS } from '../../platform/event-log/codec-examples.ts';
import type { ConsumeOptions, FollowOptions } from '../../platform/event-log/event-log.ts';
import { formatRequestBlob } from '../../platform/request-blob.ts';
import { readSettings } from '../../platform/settings.ts';
import { createTelemetry } from '../../platform/telemetry.ts';
import type { Event, WebhookAttempted } from '../../schemas/events.ts';
import type { Attempt, AttemptOutcome } from './courier.ts';
import { Webhooker, type WebhookerPorts } from './webhooker.ts';

/** The offset at which the topic of attempts ends when the service begins to read it. */
export const END = 7;

const running: Webhooker[] = [];

/** Ends all services: one that waits for hours by mistake would delay the whole run. */
export function leaveAll(): void {
  for (const service of running) service.leave();
}

interface World {
  /** How far the read model has folded attempts (`position`) and outcomes (`folded`). */
  position: () => number;
  folded: () => number;
  /** `turn` resolves when it is an attempt's turn at its receiver, `received` when the receiver has answered. */
  turn: () => Promise<void>;
  received: () => Promise<void>;
  /** The outcomes of the attempts, in order; attempts beyond them are delivered. */
  outcomes: AttemptOutcome[];
  /** WEBHOOK_BACKOFF_MS. */
  pauses: string;
  /** `reachLog` is awaited before the log can be read, `reachAddress` before an address is returned. */
  reachLog: Promise<void>;
  reachAddress: () => Promise<void>;
  /** Awaited before an event of this service is in the log. */
  onAppend: (event: Event) => void | Promise<void>;
}

const CALM: World = {
  position: () => END,
  folded: () => END,
  turn: async () => undefined,
  received: async () => undefined,
  outcomes: [],
  pauses: '100,100,100',
  reachLog: Promise.resolve(),
  reachAddress: async () => undefined,
  onAppend: () => undefined,
};

export function webhooker(view: () => JobState | undefined, changes: Partial<World> = {}) {
  const world = { ...CALM, ...changes };
  const outcomes = [...world.outcomes];
  const made: number[] = [];
  const appended: Event[] = [];
  let handle: ConsumeOptions['handle'] | undefined;
  const followers: FollowOptions['onRecords'][] = [];
  const place = { topic: 'webhooks', partition: 0, offset: END, traceparent: undefined } as const;
  /** Writes another instance's event to the log. */
  const write = (event: Event) => {
    for (const follow of followers) follow([{ ...place, event }]);
  };
  const telemetry = createTelemetry('silent');
  const addresses = formatRequestBlob({
    url: null,
    webhookUrl: 'https://receiver.example/',
    resultUrl: null,
  });
  const ports = {
    log: {
      append: async (events: Event[]) => {
        for (const event of events) {
          await world.onAppend(event);
          appended.push(event);
          write(event);
        }
      },
      consume: (options: ConsumeOptions) => {
        handle = options.handle;
      },
      follow: ({ onRecords }: FollowOptions) => {
        followers.push(onRecords);
        return {
          ready: world.reachLog,
          next: () => [{ topic: 'webhooks', partition: 0, next: END }],
        };
      },
    },
    blobs: {
      read: async () => {
        await world.reachAddress();
        return addresses;
      },
    },
    views: {
      job: async () => view(),
      positions: async () => [
        { topic: 'webhooks', partition: 0, next: world.position() },
        { topic: 'outcomes', partition: 0, next: world.folded() },
      ],
    },
    courier: {
      attempt: async ({ attempt, begin }: Attempt) => {
        await world.turn();
        await begin();
        made.push(attempt);
        await world.received();
        return outcomes.shift() ?? { kind: 'delivered', status: 200 };
      },
    },
    unreadable: new UnreadableBlobs(telemetry, []),
    settings: readSettings({ WEBHOOK_TIMEOUT_MS: '100', WEBHOOK_BACKOFF_MS: world.pauses }, false),
    telemetry,
  };
  const started = new Webhooker(ports as unknown as WebhookerPorts);
  running.push(started);
  started.start();
  const deliver = (offset: number, event: Event = OUTCOME, { signal } = new AbortController()) =>
    handle?.({ topic: 'outcomes', partition: 0, traceparent: undefined, offset, event }, signal);
  return { made, appended, deliver, write, telemetry, leave: () => started.leave() };
}

export const OUTCOME = { ...EXAMPLE_EVENTS.ExtractCompleted, webhook: true, request_blob: 'request/1' };
export const begun = (at: number): WebhookAttempted => ({
  ...EXAMPLE_EVENTS.WebhookAttempted,
  job_id: OUTCOME.job_id,
  attempt: 1,
  at,
});
export const DELIVERED: Event = { ...EXAMPLE_EVENTS.WebhookDelivered, job_id: OUTCOME.job_id, attempt: 1 };
export const folded = (events: readonly Event[]) =>
  events.reduce<JobState | undefined>((job, event) => evolveJob(job, event), undefined);

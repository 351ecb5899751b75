import assert from 'node:assert/strict';
import { it } from 'node:test';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { KeyState } from '../../core/keys/key.ts';
import type { Entry } from '../../platform/journal/journal.ts';
import { readSettings } from '../../platform/settings.ts';
import { createTelemetry } from '../../platform/telemetry.ts';
import { type ClaimRequest, ViewStoreUnavailable } from '../../platform/view-store/view-store.ts';
import type { Event } from '../../schemas/events.ts';
import { Authenticator, NotAllowedAnyMore } from './authenticate.ts';
import type { Connections } from './connections.ts';
import { Intake, type IntakePorts } from './intake.ts';
import type { Parameters } from './parameters.ts';
import { Refusal } from './refusal.ts';
import type { Upload } from './upload.ts';

const KEY = {
  keyId: 'key',
  plan: 'free',
  secretSha256: 'a'.repeat(64),
  monthlyQuota: 500,
  revokedAt: null,
} as KeyState;
/** The default of SYNC_BUDGET_MS. */
const BUDGET_MS = 30_000;
const OCTOBER_END = Date.UTC(2026, 10, 1);

interface World {
  recorded?: (events: readonly Event[]) => void;
  /** Ids of the places of the quota that were given back. */
  givenBack?: string[];
  /** Keys of the documents that were deleted. */
  deleted?: string[];
  /** The key as the authenticator finds it. */
  key?: KeyState | (() => Promise<KeyState>);
}

/** An intake whose key is admitted to the 500th, the last, document of its quota. Nobody extracts. */
function intake({ recorded = () => undefined, givenBack = [], deleted = [], key = KEY }: World = {}): Intake {
  const ports = {
    settings: readSettings({}, false),
    telemetry: createTelemetry('silent'),
    clock: Date,
    blobs: { delete: async (keys: string[]) => void deleted.push(...keys) },
    journal: { record: async ({ events }: Entry) => recorded(events) },
    log: { isBehind: async () => false, ends: async () => [] },
    storedBytes: { read: async () => new Map() },
    readModelAge: { ageMs: () => 0 },
    views: {
      admit: async () => ({
        at: Date.now(),
        rate: { admitted: true, count: 1, endsAt: Date.now() + 60_000 },
        lockedUntil: null,
        used: 499,
        isWhole: true,
        hasPlace: true,
      }),
      claim: async ({ jobId }: ClaimRequest) => ({ outcome: 'new', jobId }),
      giveBack: async (_keyId: string, id: string) => void givenBack.push(id),
      watch: () => ({ settled: new Promise(() => undefined), cancel: () => undefined }),
    },
  };
  const connections = { onLook: () => undefined } as unknown as Connections;
  return new Intake(
    ports as unknown as IntakePorts,
    new Authenticator({ key: async () => (typeof key === 'function' ? key() : key) }),
    connections,
  );
}

it('a 202 shows the month in which the job was admitted, also where its document came until after that month’s end', async t => {
  t.mock.timers.enable({ apis: ['Date'], now: OCTOBER_END - 1_000 });
  const request = { headers: {}, routeOptions: {}, raw: {} } as FastifyRequest;
  const parameters = { url: null, asynchronous: true, webhookUrl: null, resultUrl: null, format: 'text' };
  const { answer, headers } = await intake().take(request, KEY, {
    idempotencyKey: undefined,
    parameters: () => ({ ...parameters, idempotencyKey: null }) as Parameters,
    document: async () => {
      t.mock.timers.setTime(OCTOBER_END + 1_000);
      return { key: 'source/a', size: 4, sha256: 'h', bytes: Buffer.from('text') };
    },
  });
  assert.equal(answer.status, 202);
  assert.deepEqual(headers, {
    'X-Quota-Limit': '500',
    'X-Quota-Remaining': '1',
    'X-Quota-Reset': String(OCTOBER_END / 1_000),
  });
});

it('gives who waits his time from the last byte of his document on, however long the store took for it', async () => {
  const request = { headers: {}, routeOptions: {}, raw: {} } as FastifyRequest;
  const parameters = { url: null, asynchronous: false, webhookUrl: null, resultUrl: null, format: 'text' };
  const leftMs = (storedMs: number) =>
    new Promise<number>((resolve, reject) => {
      const taking = intake({
        recorded: ([event]) =>
          resolve(event?.type === 'ExtractRequested' ? event.deadline_at - Date.now() : Number.NaN),
      }).take(request, KEY, {
        idempotencyKey: undefined,
        parameters: () => ({ ...parameters, idempotencyKey: null }) as Parameters,
        document: async () => {
          const arrivedAt = performance.now() - storedMs;
          return { key: 'source/a', size: 400_000, sha256: 'h', bytes: null, arrivedAt };
        },
      });
      taking.catch(reject);
    });
  const left = await leftMs(BUDGET_MS - 1_500);
  assert.ok(left > 0 && left <= 1_500, `${left} ms`);
  await assert.rejects(leftMs(2 * BUDGET_MS), { name: 'BlobStoreUnavailable' });
});

it('a request that is refused once it was admitted gives its place of the quota back; one that is accepted keeps it', async () => {
  const request = { headers: {}, routeOptions: {}, raw: {} } as FastifyRequest;
  const parameters = { url: null, asynchronous: true, webhookUrl: null, resultUrl: null, format: 'text' };
  const givenBack: string[] = [];
  const take = (document: () => Promise<Upload>) =>
    intake({ givenBack }).take(request, KEY, {
      idempotencyKey: undefined,
      parameters: () => ({ ...parameters, idempotencyKey: null }) as Parameters,
      document,
    });
  const { answer } = await take(async () => ({
    key: 'source/a',
    size: 4,
    sha256: 'h',
    bytes: Buffer.from('text'),
  }));
  assert.deepEqual([answer.status, givenBack], [202, []]);
  const empty = () => Promise.reject(new Refusal('unsupported_format', 'empty'));
  await assert.rejects(take(empty), Refusal);
  assert.equal(givenBack.length, 1);
});

it('takes no document of a key that was revoked while it came, keeps nothing of it and gives its place back', async t => {
  t.mock.timers.enable({ apis: ['Date'] });
  const request = { headers: {}, routeOptions: {}, raw: {} } as FastifyRequest;
  const parameters = { url: null, asynchronous: true, webhookUrl: null, resultUrl: null, format: 'text' };
  const givenBack: string[] = [];
  const deleted: string[] = [];
  let now = 0;
  t.mock.method(performance, 'now', () => now);
  const take = (cameForMs: number, revokedAt: number | null) =>
    intake({ givenBack, deleted, key: { ...KEY, revokedAt } }).take(request, KEY, {
      idempotencyKey: undefined,
      parameters: () => ({ ...parameters, idempotencyKey: null }) as Parameters,
      document: async () => {
        now += cameForMs;
        return { key: 'source/a', size: 400_000, sha256: 'h', bytes: null, arrivedAt: now };
      },
    });
  assert.equal((await take(90_000, null)).answer.status, 202);
  assert.equal((await take(10, 1)).answer.status, 202, 'its key was looked at a moment ago');
  assert.deepEqual([givenBack, deleted], [[], []]);
  await assert.rejects(take(90_000, 1), NotAllowedAnyMore);
  assert.deepEqual([givenBack.length, deleted], [1, ['source/a']]);
});

it('keeps nothing of a document where it is not known any more whether its key is live', async t => {
  const away = new ViewStoreUnavailable('the keys are behind the log');
  const parameters = { url: null, asynchronous: true, webhookUrl: null, resultUrl: null, format: 'text' };
  const deleted: string[] = [];
  let now = 0;
  t.mock.method(performance, 'now', () => now);
  const taken = intake({ deleted, key: () => Promise.reject(away) }).take(
    { headers: {}, routeOptions: {}, raw: {} } as FastifyRequest,
    KEY,
    {
      idempotencyKey: undefined,
      parameters: () => ({ ...parameters, idempotencyKey: null }) as Parameters,
      document: async () => {
        now += 90_000;
        return { key: 'source/a', size: 400_000, sha256: 'h', bytes: null, arrivedAt: now };
      },
    },
  );
  await assert.rejects(taken, away);
  assert.deepEqual(deleted, ['source/a']);
});

/** An intake that accepts every key. `ports` answers everything else. */
function overPorts(ports: unknown): Intake {
  const authenticator = { authenticate: async () => ({ kind: 'authenticated', key: KEY }) };
  const connections = { onLook: () => undefined, belongsTo: () => undefined };
  return new Intake(
    ports as unknown as IntakePorts,
    authenticator as unknown as Authenticator,
    connections as unknown as Connections,
  );
}

it('counts an abusive request by the clock that lockouts are judged by, whatever that of its ingest says', async () => {
  const counted: number[] = [];
  const storeTime = Date.now() - 600_000;
  const ports = {
    settings: readSettings({}, false),
    // A few ms ahead of the store, as a process's estimate of the shared clock is. A lockout counted from there would
    // be reported as one second longer.
    clock: { now: () => storeTime + 3 },
    views: {
      now: async () => storeTime,
      recordAbuse: async (_keyId: string, at: number) => void counted.push(at),
    },
  };
  const subject = overPorts(ports);
  const raw = { readableEnded: true, complete: true, resume: () => undefined, on: () => undefined };
  const request = { headers: {}, raw } as unknown as FastifyRequest;
  const reply = { raw: { socket: { destroyed: false } } } as unknown as FastifyReply;
  for (const method of ['code', 'header', 'headers', 'type', 'send'] as const)
    Object.assign(reply, { [method]: () => reply });
  await subject.attend(request, reply, async () => {
    throw new Refusal('bad_request', 'no form', { abusive: true });
  });
  assert.deepEqual(counted, [storeTime]);
});

it('reads the rest of a body that is refused also where the store that counts abuse is away: its sender gets an answer', async () => {
  const away = new ViewStoreUnavailable('away');
  const ports = {
    settings: readSettings({}, false),
    clock: Date,
    views: { now: async () => Date.now(), recordAbuse: () => Promise.reject(away) },
  };
  const subject = overPorts(ports);
  let isRead = false;
  const ignore = () => undefined;
  const resume = () => {
    isRead = true;
  };
  const raw = { complete: false, unpipe: ignore, removeAllListeners: ignore, on: ignore, resume };
  const request = { headers: {}, raw } as unknown as FastifyRequest;
  const reply = { raw: { socket: { destroyed: false } } } as unknown as FastifyReply;
  const refused = subject.attend(request, reply, async () => {
    throw new Refusal('too_large', 'too large', { abusive: true });
  });
  await assert.rejects(refused, away);
  assert.ok(isRead);
});

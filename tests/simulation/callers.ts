/** The service's users: they send documents, poll jobs again and again, and receive webhooks. */
import { randomBytes } from 'node:crypto';
import type { Outside } from './drivers/backend.ts';
import type { SimulatedAnswer, SimulatedRequest } from './drivers/fastify.ts';
import type { SimulatedDocument } from './drivers/worker.ts';
import { type Call, type Delivery, jobIdOf, type KeyLife, type Look } from './evidence.ts';
import type { Submit } from './plan.ts';
import type { Instance } from './product/system.ts';
import type { World } from './virtual/world.ts';

/** Time after which a caller gives up waiting for an answer. */
const CALLER_PATIENCE_MS = 25_000;
const TRIES = 4;
const PAUSE_MS = [300, 4_000] as const;
const LOOK_PAUSE_MS = [500, 8_000] as const;
/** Pause between looks at a job that has ended. */
const SELDOM_MS = [8_000, 40_000] as const;
const RECEIVER_MS = [5, 120] as const;
const ORIGIN_MS = [5, 500] as const;
/** Longer than WEBHOOK_TIMEOUT_MS. */
const SLOW_RECEIVER_MS = 2_500;

/** A document as bytes, which say what a worker does with it. `number` tells two documents apart. */
function documentOf({ ms, end, document, source }: Submit): Buffer {
  const said: SimulatedDocument & { number: number; padding: string } = {
    ms,
    end,
    number: document,
    // Every other document that is fetched by address is large enough to become a job.
    padding: source === 'url' && document === 1 ? 'x'.repeat(100) : '',
  };
  return Buffer.from(JSON.stringify(said));
}

export class Callers implements Outside {
  readonly calls: Call[] = [];
  readonly looks: Look[] = [];
  readonly deliveries: Delivery[] = [];
  /** Asynchronous jobs that were promised to a caller, with their keys. */
  readonly jobs = new Map<string, KeyLife>();
  private readonly world: World;
  private readonly ingests: readonly Instance[];
  private readonly keys: readonly KeyLife[];
  private isOver = false;
  private busy = 0;

  constructor(world: World, ingests: readonly Instance[], keys: readonly KeyLife[]) {
    this.world = world;
    this.ingests = ingests;
    this.keys = keys;
  }

  get isBusy(): boolean {
    return this.busy > 0;
  }

  /** Ends all polling. */
  end(): void {
    this.isOver = true;
  }

  async submit(submit: Submit): Promise<void> {
    this.busy++;
    const traceparent = `00-${randomBytes(16).toString('hex')}-${randomBytes(8).toString('hex')}-01`;
    for (let attempt = 1; attempt <= TRIES; attempt++) {
      const { status, body } = await this.call(submit, traceparent);
      const jobId = status === 202 ? jobIdOf(body) : undefined;
      const key = this.keys[submit.key]!;
      if (jobId !== undefined && !this.jobs.has(jobId)) {
        this.jobs.set(jobId, key);
        void this.follow(jobId, key);
      }
      if (!submit.insists || (status !== null && status !== 503)) break;
      await this.world.wait(this.world.between(...PAUSE_MS));
    }
    this.busy--;
  }

  async look(jobId: string, key: KeyLife): Promise<Look> {
    const from = this.world.now;
    const answer = await this.send('GET /v1/extract/:jobId', {
      method: 'GET',
      url: `/v1/extract/${jobId}`,
      headers: { authorization: `Bearer ${key.apiKey}` },
      query: {},
      params: { jobId },
    });
    const { status = null, body } = answer ?? {};
    const look = { jobId, keyId: key.keyId, from, to: this.world.now, status, body };
    this.looks.push(look);
    return look;
  }

  async post(url: string, headers: Record<string, string>, body: string): Promise<number> {
    const { hostname } = new URL(url);
    await this.world.wait(this.world.between(...RECEIVER_MS));
    this.deliveries.push({
      jobId: headers['x-service-job-id'] ?? '',
      attempt: Number(headers['x-service-attempt']),
      deliveryId: headers['x-service-delivery'] ?? '',
      at: this.world.now,
      body,
    });
    const [behaviour] = hostname.split('.');
    if (behaviour === 'slow') await this.world.wait(SLOW_RECEIVER_MS);
    if (behaviour === 'down') return 500;
    return behaviour === 'flaky' && this.world.random.chance(0.6) ? 503 : 204;
  }

  async fetch(url: string): Promise<Buffer> {
    await this.world.wait(this.world.between(...ORIGIN_MS));
    return Buffer.from(new URL(url).searchParams.get('document') ?? '');
  }

  /** Polls a job until it has ended, and then now and then, because an end must not change. */
  private async follow(jobId: string, key: KeyLife): Promise<void> {
    while (!this.isOver) {
      const { body } = await this.look(jobId, key);
      const isOver = jobIdOf(body) === undefined;
      const [least, most] = isOver ? SELDOM_MS : LOOK_PAUSE_MS;
      await this.world.wait(this.world.between(least, most));
    }
  }

  private async call(submit: Submit, traceparent: string): Promise<Call> {
    const key = this.keys[submit.key]!;
    const from = this.world.now;
    const idempotencyKey = submit.idempotencyKey === null ? null : `idempotency-${submit.idempotencyKey}`;
    const answer = await this.send('POST /v1/extract', {
      method: 'POST',
      url: '/v1/extract',
      headers: {
        authorization: `Bearer ${key.apiKey}`,
        traceparent,
        ...(idempotencyKey === null ? {} : { 'idempotency-key': idempotencyKey }),
      },
      query: queryOf(submit),
      params: {},
      ...(submit.source === 'upload' ? { document: documentOf(submit) } : {}),
    });
    const { status = null, body, headers = {} } = answer ?? {};
    const { keyId } = key;
    const rest = { submit, keyId, idempotencyKey, traceparent, from, to: this.world.now };
    const call = { ...rest, status, body, headers };
    this.calls.push(call);
    return call;
  }

  private async send(route: string, request: SimulatedRequest): Promise<SimulatedAnswer | undefined> {
    const instance = this.world.random.pick(this.ingests);
    await this.world.wait(this.world.between(0.2, 2));
    const gone = this.world.wait(CALLER_PATIENCE_MS).then(() => undefined);
    return Promise.race([instance.answer(route, request), gone]);
  }
}

function queryOf(submit: Submit): Record<string, string> {
  const { asynchronous, webhook, source } = submit;
  return {
    ...(asynchronous ? { async: 'true' } : {}),
    ...(webhook === 'none' ? {} : { webhook_url: `https://${webhook}.receiver.example/` }),
    ...(source === 'url'
      ? { url: `https://origin.example/?document=${encodeURIComponent(documentOf(submit).toString())}` }
      : {}),
  };
}

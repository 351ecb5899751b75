/** Callers who send and poll at random and go on whatever the service does. */
import { randomUUID } from 'node:crypto';
import type { Answer } from '../../support/answers.ts';
import { Client } from '../../support/client.ts';
import type { Origin } from '../../support/https-origin.ts';
import { sleep } from '../../support/waiting.ts';
import { KINDS } from './documents.ts';
import type { Key } from './keys.ts';
import { type KnownJob, type Ledger, MARK, type Sent } from './ledger.ts';
import type { Random } from './random.ts';
import { type Receivers, TEMPER_NAMES } from './receivers.ts';

export interface Traffic {
  bases: () => string[];
  keys: Key[];
  ledger: Ledger;
  origin: Origin;
  receivers: Receivers;
  /** Name of the run. */
  name: string;
}

const LONGEST_PAUSE_MS = 500;
const RECENT_KEYS = 30;

export class Caller {
  private readonly traffic: Traffic;
  private readonly random: Random;
  /** Requests with an Idempotency-Key that may be repeated. */
  private readonly repeatable: Sent[];

  constructor(traffic: Traffic, random: Random, repeatable: Sent[]) {
    this.traffic = traffic;
    this.random = random;
    this.repeatable = repeatable;
  }

  async run(signal: AbortSignal): Promise<void> {
    while (!signal.aborted) {
      const draw = this.random.next();
      if (draw < 0.4) await this.send(await this.invented());
      else if (draw < 0.5) await this.burst();
      else if (draw < 0.6) await this.repeat();
      else if (draw < 0.95) await this.poll();
      else await this.pry();
      await sleep(this.random.next() * LONGEST_PAUSE_MS);
    }
  }

  private async invented(idempotencyKey?: string, keyId?: string): Promise<Sent> {
    const { random } = this;
    const { ledger, origin, receivers, name, keys } = this.traffic;
    const kind = random.weighted(KINDS);
    const nonce = `${MARK}${name}-${ledger.sent.size}`;
    const sent: Sent = { nonce, kind, keyId: keyId ?? random.pick(keys).keyId, query: {} };
    ledger.sent.set(nonce, sent);
    const file = await kind.make(nonce);
    if (random.chance(0.2)) {
      origin.serve(`/${nonce}`, file);
      sent.query.url = origin.url(`/${nonce}`);
    } else sent.file = file;
    if (random.chance(0.6)) sent.query.async = 'true';
    if (random.chance(0.3)) sent.query.format = 'json';
    if (random.chance(0.25)) {
      sent.temper = random.pick(TEMPER_NAMES);
      sent.query.webhook_url = receivers.url(sent.temper, nonce);
    }
    const isKeyed = idempotencyKey !== undefined || random.chance(0.3);
    if (isKeyed) {
      sent.idempotencyKey = idempotencyKey ?? `${MARK}-${randomUUID()}`;
      this.repeatable.push(sent);
      if (this.repeatable.length > RECENT_KEYS) this.repeatable.splice(this.random.below(RECENT_KEYS), 1);
    }
    return sent;
  }

  /** Sends one Idempotency-Key several times at once, sometimes with another document among them. */
  private async burst(): Promise<void> {
    const first = await this.invented(`${MARK}-${randomUUID()}`);
    const others = this.random.chance(0.4) ? [await this.invented(first.idempotencyKey, first.keyId)] : [];
    await Promise.all([first, first, ...others, first].map(sent => this.send(sent)));
  }

  private async repeat(): Promise<void> {
    if (this.repeatable.length === 0) return;
    const first = this.random.pick(this.repeatable);
    await this.send(this.random.chance(0.3) ? await this.invented(first.idempotencyKey, first.keyId) : first);
  }

  private async send(sent: Sent): Promise<void> {
    const { ledger } = this.traffic;
    const headers: Record<string, string> = {};
    if (sent.idempotencyKey !== undefined) headers['idempotency-key'] = sent.idempotencyKey;
    const request = { query: sent.query, headers, ...(sent.file === undefined ? {} : { file: sent.file }) };
    const answer = await this.ask('POST', this.client(sent.keyId), client => client.extract(request));
    if (answer !== undefined) ledger.answered(sent, answer);
  }

  private async poll(): Promise<void> {
    const job = this.someJob();
    if (job === undefined) return;
    const answer = await this.ask('GET', this.client(job.sent.keyId), client => client.poll(job.jobId));
    if (answer !== undefined) this.traffic.ledger.polled(job, answer);
  }

  /** Asks for another key's job, which must look like a job that never existed. */
  private async pry(): Promise<void> {
    const job = this.someJob();
    const { keyId } = this.random.pick(this.traffic.keys);
    if (job === undefined || job.sent.keyId === keyId) return;
    const answer = await this.ask('GET', this.client(keyId), client => client.poll(job.jobId));
    if (answer !== undefined && ![404, 503].includes(answer.status))
      this.traffic.ledger.violation(`${job.jobId} was shown to another key: ${answer.status}`);
  }

  private async ask(
    method: string,
    client: Client,
    request: (client: Client) => Promise<Answer>,
  ): Promise<Answer | undefined> {
    const { ledger } = this.traffic;
    const begun = Date.now();
    try {
      return await request(client);
    } catch (error) {
      // A fault broke the connection, so nothing was promised. Any other error is an answer that the API does not
      // document.
      if (error instanceof TypeError) ledger.count(`${method} cut off`);
      else ledger.violation(`${method}: ${error}`);
      return undefined;
    } finally {
      const seconds = (Date.now() - begun) / 1000;
      if (seconds > 25) ledger.count(`${method} that took more than 25 s`);
    }
  }

  private client(keyId: string): Client {
    const key = this.traffic.keys.find(other => other.keyId === keyId);
    return new Client({ base: this.random.pick(this.traffic.bases()) }, key?.apiKey);
  }

  private someJob(): KnownJob | undefined {
    const jobs = [...this.traffic.ledger.jobs.values()];
    // Usually a recent one, because those still change.
    return this.random.chance(0.7)
      ? jobs.at(-1 - this.random.below(20))
      : jobs[this.random.below(jobs.length)];
  }
}

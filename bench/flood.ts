/**
 * Callers who send small documents as fast as they are answered, half of them as jobs, and report each answer to the
 * soak's ledger.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import { Pool } from 'undici';
import { KINDS } from '../tests/resilience/soak/documents.ts';
import type { Key } from '../tests/resilience/soak/keys.ts';
import { type Ledger, MARK, type Sent } from '../tests/resilience/soak/ledger.ts';
import type { Answer } from '../tests/support/answers.ts';
import { FORM_TYPE, form } from './load.ts';

/** Documents that are cheap to make, because the load comes from the same cores. */
const FLOOD_KINDS = KINDS.filter(({ name }) => name === 'html' || name === 'eml');
/** Pause after an answer that says to retry, or after none, because a fault is then under way. */
const PAUSE_MS = 50;
const ANSWER_LIMIT_MS = 40_000;

export interface FloodOptions {
  bases: string[];
  key: Key;
  ledger: Ledger;
  callers: number;
}

export class Flood {
  /** Number of answers that accepted a document, for each second of the run. */
  readonly bySecond: number[] = [];
  private readonly options: FloodOptions;
  private readonly pools: Pool[];
  private readonly name = `f${Date.now().toString(36)}`;
  private readonly begunAt = Date.now();
  private count = 0;

  constructor(options: FloodOptions) {
    this.options = options;
    this.pools = options.bases.map(
      base => new Pool(base, { connections: options.callers, headersTimeout: ANSWER_LIMIT_MS }),
    );
  }

  async run(signal: AbortSignal): Promise<void> {
    const { callers, ledger } = this.options;
    const caller = async () => {
      while (!signal.aborted) {
        const sent = await this.invented();
        const answer = await this.post(sent);
        if (answer !== undefined) ledger.answered(sent, answer);
        if (answer === undefined || answer.status > 202) await sleep(PAUSE_MS);
        else this.note();
      }
    };
    await Promise.all(Array.from({ length: callers }, caller));
  }

  close(): Promise<unknown> {
    return Promise.all(this.pools.map(pool => pool.close()));
  }

  private async invented(): Promise<Sent> {
    const number = this.count++;
    const kind = FLOOD_KINDS[number % FLOOD_KINDS.length];
    if (kind === undefined) throw new Error('the soak has no such document');
    const nonce = `${MARK}${this.name}-${number}`;
    const query: Record<string, string> = number % 4 < 2 ? { async: 'true' } : {};
    const sent: Sent = { nonce, kind, keyId: this.options.key.keyId, query };
    this.options.ledger.sent.set(nonce, sent);
    return { ...sent, file: await kind.make(nonce) };
  }

  /** Undefined if a fault cut the request off; nothing was promised then. */
  private async post({ query, file = new Uint8Array() }: Sent): Promise<Answer | undefined> {
    const { key, ledger } = this.options;
    const pool = this.pools[Math.floor(Math.random() * this.pools.length)];
    const path = `/v1/extract?${new URLSearchParams(query)}`;
    const headers = { authorization: `Bearer ${key.apiKey}`, 'content-type': FORM_TYPE };
    try {
      const response = await pool?.request({ path, method: 'POST', headers, body: form(Buffer.from(file)) });
      if (response === undefined) return undefined;
      const text = await response.body.text();
      return { status: response.statusCode, headers: new Headers(), text, body: bodyOf(text) };
    } catch {
      ledger.count('POST cut off');
      return undefined;
    }
  }

  private note(): void {
    const second = Math.floor((Date.now() - this.begunAt) / 1000);
    this.bySecond[second] = (this.bySecond[second] ?? 0) + 1;
  }
}

/** The parsed body; undefined for a text, which is answered as it is. */
function bodyOf(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

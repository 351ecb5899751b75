/** The keys that keep the service busiest. Metrics have no series for single keys, but the log names the key of each job. */
import type { KeyState } from '../../core/keys/key.ts';
import type { Platform } from '../../platform/platform.ts';
import type { Event } from '../../schemas/events.ts';
import { print } from '../open-platform.ts';
import { keysNow } from './keys-now.ts';

const MOST_KEYS = 10;

export interface Busy {
  documents: number;
  bytes: number;
  completed: number;
  failed: number;
  /** Sum over the documents of the time from when an extractor took each until its end, including the wait for a worker. */
  extractorMs: number;
}

/** Adds what an event says about its key. */
export function count(keys: Map<string, Busy>, event: Event): void {
  const before = keys.get(event.key_id) ?? {
    documents: 0,
    bytes: 0,
    completed: 0,
    failed: 0,
    extractorMs: 0,
  };
  const busy = { ...before };
  if (event.type === 'ExtractRequested') {
    busy.documents++;
    busy.bytes += event.bytes ?? 0;
  } else if (event.type === 'ExtractCompleted' || event.type === 'ExtractFailed') {
    busy[event.type === 'ExtractCompleted' ? 'completed' : 'failed']++;
    busy.extractorMs += event.duration_ms;
  } else return;
  keys.set(event.key_id, busy);
}

/**
 * Prints the ten keys whose documents took most of the extractors' time between `since` and `until` (epoch ms; until
 * now by default), one a line.
 */
export async function busiest({ log }: Platform, since: number, until?: number): Promise<void> {
  const found = new Map<string, Busy>();
  const topics = ['requests-interactive', 'requests-bulk', 'outcomes'] as const;
  for await (const { records } of log.read(topics, { since, ...(until !== undefined && { until }) }))
    for (const { event } of records)
      if (event.at >= since && event.at < (until ?? Number.POSITIVE_INFINITY)) count(found, event);
  const named = await keysNow(log);
  const first = [...found].toSorted(([, one], [, other]) => other.extractorMs - one.extractorMs);
  for (const [keyId, busy] of first.slice(0, MOST_KEYS)) print(line(keyId, named.get(keyId), busy));
}

function line(keyId: string, key: KeyState | undefined, busy: Busy): object {
  const { documents, bytes, completed, failed, extractorMs } = busy;
  return {
    key_id: keyId,
    name: key?.name ?? null,
    account: key?.account ?? null,
    plan: key?.plan ?? null,
    documents,
    bytes,
    completed,
    failed,
    extractor_seconds: Math.round(extractorMs / 100) / 10,
  };
}

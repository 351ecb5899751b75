/** What the log and the read model say about jobs, for checking the invariants. */
import assert from 'node:assert/strict';
import type { Event, ExtractCompleted, ExtractFailed } from '../../schemas/events.ts';
import { HISTORY_TOPICS } from '../../schemas/history.ts';
import type { Client } from '../support/client.ts';
import { withLog } from '../support/keys.ts';
import type { Place, Service } from '../support/service.ts';
import { until } from '../support/waiting.ts';

/** All events of the log; within each partition the oldest comes first. */
export function everyEvent(service: Place): Promise<Event[]> {
  return withLog(service, async log => {
    const events: Event[] = [];
    for await (const { records } of log.read(HISTORY_TOPICS))
      for (const { event } of records) events.push(event);
    return events;
  });
}

/** The first terminal event of each job, which is the one that counts (house rule 2). */
export function winners(events: readonly Event[]): Map<string, ExtractCompleted | ExtractFailed> {
  const first = new Map<string, ExtractCompleted | ExtractFailed>();
  for (const event of events) {
    if (event.type !== 'ExtractCompleted' && event.type !== 'ExtractFailed') continue;
    if (!first.has(event.job_id)) first.set(event.job_id, event);
  }
  return first;
}

/** Jobs whose webhook was delivered or given up. */
export function deliveriesOver(events: readonly Event[]): Set<string> {
  return new Set(
    events.flatMap(event =>
      event.type === 'WebhookDelivered' || (event.type === 'WebhookFailed' && event.next_attempt_at === null)
        ? [event.job_id]
        : [],
    ),
  );
}

/** Documents metered for a key as its caller sees them. The request for it is not metered. */
export async function metered(client: Client, quota: number): Promise<number> {
  const answer = await client.extract({ file: 'no document', query: { async: 'true' } });
  assert.equal(answer.status, 202, answer.text);
  return quota - Number(answer.headers.get('x-quota-remaining'));
}

/** Asserts house rules 1 to 3 for the jobs that a caller was promised. */
export async function assertAccounts(
  service: Service,
  key: { client: Client; keyId: string },
  promised: readonly string[],
  quota: number,
): Promise<void> {
  for (const jobId of promised) {
    const answer = await key.client.finished(jobId, 60_000);
    assert.ok([200, 415].includes(answer.status), `${jobId}: ${answer.text}`);
  }
  const ended = await endsOfAll(service);
  for (const jobId of promised) assert.ok(ended.has(jobId), `${jobId} has no end in the log`);
  const completed = [...ended.values()].filter(
    event => event.type === 'ExtractCompleted' && event.key_id === key.keyId,
  );
  for (const { job_id } of completed) assert.equal((await key.client.finished(job_id, 60_000)).status, 200);
  assert.equal(await metered(key.client, quota), completed.length);
}

/** The end of every job, once nothing is under way. Includes jobs that a service accepted but died before it could say so. */
function endsOfAll(service: Place): Promise<Map<string, ExtractCompleted | ExtractFailed>> {
  const ends = async () => {
    const events = await everyEvent(service);
    const ended = winners(events);
    return events.every(event => event.type !== 'ExtractRequested' || ended.has(event.job_id)) && ended;
  };
  return until('every job to end', ends, 60_000);
}

/** API keys: a revoked one is refused in time, a live one is served, and one Idempotency-Key stands for one job. */
import { type Check, type Evidence, jobIdOf, seconds, type Violation } from '../evidence.ts';

/** Allowance for requests that were on their way when the time limit passed. */
const ON_ITS_WAY_MS = 1_000;

/** Virtual ms at which each key's revocation came to the log. */
function revocations({ records }: Evidence): Map<string, number> {
  const found = new Map<string, number>();
  for (const { event, at } of records)
    if (event.type === 'ApiKeyRevoked')
      found.set(event.key_id, Math.min(at, found.get(event.key_id) ?? Number.POSITIVE_INFINITY));
  return found;
}

export const revokedKeysAreRefused: Check = evidence => {
  const { plan, calls, looks } = evidence;
  const cacheMs = seconds(plan.settings.AUTH_CACHE_SECONDS);
  const revoked = revocations(evidence);
  return [...calls, ...looks]
    .filter(({ keyId, from, status }) => {
      const bound = (revoked.get(keyId) ?? Number.POSITIVE_INFINITY) + cacheMs + ON_ITS_WAY_MS;
      return from > bound && status !== 403 && status !== 503 && status !== null;
    })
    .map(({ keyId, from, status }) => ({
      rule: 'a revoked key is refused in time',
      text: `${keyId}, revoked at ${revoked.get(keyId)}: ${status} at ${from}`,
    }));
};

export const liveKeysAreServed: Check = evidence => {
  // An ingest that knows of a revocation that the log has lost goes on refusing the key.
  const revoked = revocations({ ...evidence, records: [...evidence.records, ...evidence.lost] });
  const isLive = (keyId: string, at: number) => at < (revoked.get(keyId) ?? Number.POSITIVE_INFINITY);
  return [...evidence.calls, ...evidence.looks]
    .filter(({ keyId, to, status }) => (status === 403 || status === 401) && isLive(keyId, to))
    .map(({ keyId, to, status }) => ({ rule: 'a live key is served', text: `${keyId}: ${status} at ${to}` }));
};

/**
 * Two requests under one Idempotency-Key within its window never become two jobs. Windows count by the clock that
 * stamped the first request.
 */
export const oneKeyOneJob: Check = ({ plan, records }) => {
  const windowMs = Math.min(
    seconds(plan.settings.IDEMPOTENCY_SECONDS),
    seconds(plan.settings.JOB_RETENTION_SECONDS),
  );
  const violations: Violation[] = [];
  const requests = records.flatMap(({ event, at }) =>
    event.type === 'ExtractRequested' && event.idempotency_key_hash !== null ? [{ event, at }] : [],
  );
  for (const [hash, same] of Map.groupBy(requests, ({ event }) => event.idempotency_key_hash)) {
    const inOrder = same.toSorted((a, b) => a.event.at - b.event.at);
    let first = inOrder[0]!;
    for (const next of inOrder) {
      if (next.event.at >= first.event.at + windowMs) first = next;
      else if (next.event.job_id !== first.event.job_id) {
        const text = `${hash?.slice(0, 8)}: ${first.event.job_id} at ${first.at}, ${next.event.job_id} at ${next.at}`;
        violations.push({ rule: 'one Idempotency-Key, one job', text });
        break;
      }
    }
  }
  return violations;
};

/** All callers who were promised a job under one Idempotency-Key and for one document were promised the same one. */
export const repeatsMeetTheSameJob: Check = ({ plan, calls }) => {
  const windowMs = seconds(plan.settings.IDEMPOTENCY_SECONDS);
  const violations: Violation[] = [];
  const promised = calls.filter(({ idempotencyKey, status }) => idempotencyKey !== null && status === 202);
  for (const same of Map.groupBy(promised, call => call.traceparent).values()) {
    const [first] = same;
    const other = same.find(
      ({ body, to }) => jobIdOf(body) !== jobIdOf(first!.body) && to < first!.from + windowMs,
    );
    if (other !== undefined)
      violations.push({
        rule: 'a repeat meets the same job',
        text: `${jobIdOf(first!.body)} and ${jobIdOf(other.body)}`,
      });
  }
  return violations;
};

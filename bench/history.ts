/** Writes a long history to the log, measures how fast it is projected, and rebuilds the read model from it. */
import { setTimeout as sleep } from 'node:timers/promises';
import { openDistributed } from '../platform/distributed.ts';
import { EXAMPLE_EVENTS } from '../platform/event-log/codec-examples.ts';
import { newId } from '../platform/ids.ts';
import { readSettings } from '../platform/settings.ts';
import { createTelemetry } from '../platform/telemetry.ts';
import type { Event } from '../schemas/events.ts';
import { type Environment, operate, type Role } from './roles.ts';

export const HISTORY_JOBS = 100_000;
const JOBS_PER_APPEND = 1_000;
const POLL_MS = 100;
/** Events that are not measured: until then the projector is joining its group and compiling. */
const WARM_EVENTS = 20_000;

/** Writes the requests and outcomes of `HISTORY_JOBS` jobs. */
export async function writeHistory(environment: Environment): Promise<void> {
  const platform = await openDistributed(readSettings(environment, true), createTelemetry('error'), 'bench');
  for (let written = 0; written < HISTORY_JOBS; written += JOBS_PER_APPEND)
    await platform.log.append(Array.from({ length: JOBS_PER_APPEND }, jobHistory).flat());
  await platform.close();
}

function jobHistory(): Event[] {
  const at = Date.now();
  const job = { job_id: newId(at), at, webhook: false, request_blob: null };
  return [
    { ...EXAMPLE_EVENTS.ExtractRequested, ...job, event_id: newId(at) },
    { ...EXAMPLE_EVENTS.ExtractCompleted, ...job, event_id: newId(at), result_blob: `result/${job.job_id}` },
  ];
}

/** Events a second of a projector that has just been started on this history. */
export async function projectedPerSecond(projector: Role): Promise<number> {
  const first = await projected(projector, WARM_EVENTS);
  const last = await projected(projector, 2 * HISTORY_JOBS);
  return (last.events - first.events) / ((last.at - first.at) / 1000);
}

async function projected(role: Role, least: number): Promise<{ events: number; at: number }> {
  for (;;) {
    const events = await role.counter('textrail_projected_events_total');
    if (events >= least) return { events, at: performance.now() };
    await sleep(POLL_MS);
  }
}

export function rebuild(environment: Environment): { events: number; seconds: number } {
  return operate(environment, 'rebuild');
}

/**
 * A job's progress as server-sent events (HTML, section 9.2). A stream looks at its job once a second in the same store
 * as GET, so it survives a lost message and a rebuilt read model.
 */
import { isFinished, type JobState } from '../../../core/job/job.ts';
import { interruptedPause } from '../../../platform/interrupted-pause.ts';
import type { ViewStore } from '../../../platform/view-store/view-store.ts';
import { AtOnce } from '../at-once.ts';
import { jobBody } from './job-body.ts';

const LOOK_MS = 1_000;
/** More often than proxies close a silent connection. */
const HEARTBEAT_MS = 15_000;
/** How often the key is checked again, even while events are sent. */
const KEY_LOOK_MS = 15_000;
/** After this time the stream ends and its reader reconnects: no connection stays open for ever. */
const LONGEST_MS = 900_000;
/** How long a reader who was cut off waits before reconnecting. */
const RETRY_MS = 2_000;
const STREAMS_PER_KEY = 16;
/** Most streams of all keys; at one look a second each, that is the load of as many polls. */
const STREAMS = 512;
export const openStreams = () => new AtOnce(STREAMS_PER_KEY, STREAMS);

export type EndReason = 'finished' | 'gone' | 'time' | 'leaving';

export interface FollowPorts {
  views: Pick<ViewStore, 'progress'>;
  /** Undefined if the job is gone. */
  look: () => Promise<JobState | 'undecided' | undefined>;
  /** Whether the key is still valid. */
  isAllowed: () => Promise<boolean>;
  /** Aborted when the instance stops, or the reader has gone. */
  ending: AbortSignal;
  /** Monotonic ms. */
  clock: () => number;
  pause?: (ms: number, signal: AbortSignal) => Promise<void>;
}

/** The text of the stream, piece by piece. */
export async function* follow(ports: FollowPorts): AsyncGenerator<string> {
  const { clock, ending, pause = interruptedPause } = ports;
  const startedAt = clock();
  let saidAt = startedAt;
  let allowedAt = startedAt;
  let said = '';
  yield `retry: ${RETRY_MS}\n\n`;
  while (!ending.aborted) {
    const job = await ports.look();
    if (job === undefined) return yield end('gone');
    if (clock() - allowedAt >= KEY_LOOK_MS) {
      if (!(await ports.isAllowed())) return yield end('time');
      allowedAt = clock();
    }
    const body = job === 'undecided' ? said : JSON.stringify(await jobBody(ports.views, job));
    const now = clock();
    if (body !== said) {
      said = body;
      saidAt = now;
      yield `event: job\ndata: ${body}\n\n`;
    }
    if (job !== 'undecided' && isOver(job)) return yield end('finished');
    if (now - startedAt >= LONGEST_MS) return yield end('time');
    if (now - saidAt >= HEARTBEAT_MS) {
      saidAt = now;
      yield ': still here\n\n';
    }
    await pause(LOOK_MS, ending);
  }
  yield end('leaving');
}

const end = (reason: EndReason): string => `event: end\ndata: ${JSON.stringify({ reason })}\n\n`;

function isOver(job: JobState): boolean {
  return isFinished(job) && job.webhook !== 'pending';
}

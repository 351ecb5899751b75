/** What a key can ask about its own work: GET /v1/jobs, GET and DELETE /v1/jobs/{job_id}, its events, and /v1/usage. */
import { Readable } from 'node:stream';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { KeyState } from '../../../core/keys/key.ts';
import { eraseJobs } from '../../../platform/erasure.ts';
import { isOutage } from '../../../platform/outage.ts';
import { ViewStoreUnavailable } from '../../../platform/view-store/view-store.ts';
import { errorBody } from '../../../schemas/errors.ts';
import type { JobAnswer } from '../../../schemas/jobs-api.ts';
import { type Answer, errorAnswer } from '../answers.ts';
import { type Intake, sendAnswer } from '../intake.ts';
import { PollLimit } from '../poll-limit.ts';
import { Polling } from '../polling.ts';
import type { ServerPorts } from '../ports.ts';
import { jobBody } from './job-body.ts';
import { follow, openStreams } from './job-events.ts';
import { listJobs } from './job-list.ts';
import { parseListParameters } from './list-parameters.ts';
import { usageOf } from './usage.ts';

/** A list costs up to as much as a thousand polls. */
const LISTS_PER_SECOND = 10;
/** Each reads the store thirteen times. */
const USAGES_PER_SECOND = 10;
/** Each writes an event that is kept for ever, and waits until it is folded. */
const ERASURES_PER_SECOND = 20;

/** Whether the key may ask once more now. */
type Admits = (key: KeyState) => boolean;

/** Answers one request about the key's own work, or tells a key that asks too often to retry. */
type Asked = (
  request: FastifyRequest,
  reply: FastifyReply,
  admits: Admits,
  answer: (key: KeyState) => Promise<FastifyReply>,
) => Promise<FastifyReply>;

interface Shared {
  ports: ServerPorts;
  polling: Polling;
  asked: Asked;
  polls: Admits;
}

/** `leaving`: aborted when the instance accepts nothing new any more. */
export function jobRoutes(
  server: FastifyInstance,
  ports: ServerPorts,
  intake: Intake,
  leaving: AbortSignal,
): void {
  const { views, settings } = ports;
  const polling = new Polling(ports);
  const checkWhole = () => polling.checkWhole();
  const polls: Admits = key => intake.admitsPoll(key);
  const [lists, usages] = [costlier(LISTS_PER_SECOND), costlier(USAGES_PER_SECOND)];
  const retentionMs = settings.JOB_RETENTION_SECONDS * 1_000;
  const asked: Asked = (request, reply, admits, answer) =>
    intake.attend(request, reply, async key =>
      admits(key) ? answer(key) : tooOften(reply, 'This key asks far more often than its jobs can change.'),
    );

  server.get('/v1/jobs', (request, reply) =>
    asked(request, reply, lists, async key => {
      const parameters = parseListParameters(request.query as Record<string, unknown>);
      const body = await listJobs({ views, checkWhole, retentionMs }, key.keyId, parameters, Date.now());
      return sendAnswer(reply, { status: 200, body }, {});
    }),
  );

  server.get('/v1/usage', (request, reply) =>
    asked(request, reply, usages, async key => {
      const body = await usageOf({ views, checkWhole, settings }, key, intake.limitOf(key));
      return sendAnswer(reply, { status: 200, body }, {});
    }),
  );

  const shared = { ports, polling, asked, polls };
  oneJobRoutes(server, shared);
  eventsRoute(server, shared, leaving);
}

function oneJobRoutes(server: FastifyInstance, shared: Shared): void {
  const { ports, asked, polls } = shared;
  const erasures = costlier(ERASURES_PER_SECOND);

  server.get('/v1/jobs/:jobId', (request, reply) =>
    asked(request, reply, polls, async key =>
      sendAnswer(reply, await shown(shared, jobIdOf(request), key), {}),
    ),
  );

  server.delete('/v1/jobs/:jobId', (request, reply) =>
    asked(request, reply, erasures, async key => {
      const jobId = jobIdOf(request);
      const answer = await shown(shared, jobId, key);
      if (answer.status !== 200) return sendAnswer(reply, answer, {});
      const isFolded = await eraseJobs(ports, [{ jobId, keyId: key.keyId, by: 'caller' }]);
      if (isFolded) return reply.code(204).send();
      return sendAnswer(reply, { status: 202, body: { status: 'processing', job_id: jobId } }, {});
    }),
  );
}

function eventsRoute(server: FastifyInstance, shared: Shared, leaving: AbortSignal): void {
  const { ports, polling, asked, polls } = shared;
  const streams = openStreams();
  server.get('/v1/jobs/:jobId/events', (request, reply) =>
    asked(request, reply, polls, async key => {
      const jobId = jobIdOf(request);
      const answer = await shown(shared, jobId, key);
      if (answer.status !== 200) return sendAnswer(reply, answer, {});
      // The reader left before anything here could notice: a place taken now would never be freed.
      if (reply.raw.closed) return reply.send('');
      const close = streams.begin(key.keyId);
      if (close === undefined) return tooOften(reply, 'There are too many streams of events open.');
      const gone = new AbortController();
      reply.raw.once('close', () => {
        close();
        gone.abort();
      });
      const pieces = follow({
        views: { progress: jobId => ports.views.progress(jobId).catch(unlessAway(undefined)) },
        look: () => polling.find(jobId, key, Date.now()).catch(unlessAway('undecided' as const)),
        isAllowed: () =>
          ports.keys.key(key.keyId).then(known => known?.revokedAt === null, unlessAway(false)),
        ending: AbortSignal.any([leaving, gone.signal]),
        clock: () => performance.now(),
      });
      reply.type('text/event-stream; charset=utf-8').header('X-Accel-Buffering', 'no');
      // Nobody would read the stream.
      return reply.send(request.method === 'HEAD' ? '' : Readable.from(pieces));
    }),
  );
}

/** A limit of `perSecond` requests a second, whatever rate the key has. */
function costlier(perSecond: number): Admits {
  const limit = new PollLimit(perSecond);
  return ({ keyId }) => limit.admits(keyId, 0, Date.now());
}

const RETRY_AFTER_SECONDS = 2;

function tooOften(reply: FastifyReply, why: string): FastifyReply {
  const body = errorBody('rate_limited', `${why} Retry-After says when to come again.`);
  return reply.code(429).header('Retry-After', RETRY_AFTER_SECONDS).send(body);
}

/** Returns `instead` if a server that we depend on is away. */
function unlessAway<T>(instead: T): (error: unknown) => T {
  return error => {
    if (isOutage(error)) return instead;
    throw error;
  };
}

const jobIdOf = ({ params }: FastifyRequest): string => (params as { jobId: string }).jobId.toLowerCase();

/** The answer with the job. Throws `ViewStoreUnavailable` if nobody can tell whether there is such a job. */
async function shown({ ports, polling }: Shared, jobId: string, key: KeyState): Promise<Answer> {
  const job = await polling.find(jobId, key, Date.now());
  if (job === 'undecided') throw new ViewStoreUnavailable('the read model is behind the log');
  if (job === undefined) return errorAnswer('not_found');
  const body: JobAnswer = { status: 'success', job: await jobBody(ports.views, job) };
  return { status: 200, body };
}

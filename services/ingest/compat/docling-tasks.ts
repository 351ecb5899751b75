/**
 * docling-serve's tasks: conversions that are started now and fetched later, as docling's own client does. A task is a
 * job. Its id is the job's id, a dot, and the requested formats; nothing else about the request is stored.
 */
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { Refusal } from '../refusal.ts';
import type { JobEnd } from '../waited-job.ts';
import type { Conversion } from './conversion.ts';
import { type DoclingOrder, FORMATS, failureOf } from './docling-answers.ts';

const FORMAT = `(?:${FORMATS.join('|')})`;
const TASK_ID = new RegExp(
  `^([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})\\.(${FORMAT}(?:-${FORMAT}){0,${FORMATS.length - 1}})$`,
);
/** Longest wait of one poll: shorter than proxies and clients wait for an answer. */
const LONGEST_WAIT_SECONDS = 20;

interface Task {
  id: string;
  jobId: string;
  formats: string[];
}

export const taskIdOf = (jobId: string, formats: readonly string[]): string =>
  `${jobId}.${[...new Set(formats)].join('-')}`;

export function taskRoutes(server: FastifyInstance, conversion: Conversion): void {
  server.get('/v1/status/poll/:taskId', (request, reply) =>
    conversion.attend(request, reply, async exchange => {
      const { id, jobId } = taskOf(request);
      const hasEnded = await conversion.hasEnded(exchange, jobId, waitOf(request) * 1_000);
      if (hasEnded === undefined) throw unknown();
      return reply.send(taskStatus(id, hasEnded ? 'success' : 'started'));
    }),
  );

  server.get('/v1/result/:taskId', (request, reply) =>
    conversion.attend(request, reply, async exchange => {
      const { jobId, formats } = taskOf(request);
      const end = await conversion.endOf(exchange, jobId);
      if (end === undefined) throw unknown();
      if (end === null)
        throw new Refusal('not_found', 'Task result not found. Please wait for a completion status.');
      return answer(reply, end, { asked: { formats, pageBreak: null, fileName: '' }, processing_time: 0 });
    }),
  );
}

/** Sends the outcome of a document. Throws a `Refusal`. */
export async function answer(reply: FastifyReply, end: JobEnd, order: DoclingOrder): Promise<FastifyReply> {
  if (end.kind === 'unread') return reply.send(failureOf(end, order));
  const body = await end.render({ as: 'docling', ...order });
  // A job that was created elsewhere may have text only.
  if (body === null) throw unknown();
  return reply.type('application/json; charset=utf-8').send(body);
}

/** A task that has ended is a success even if its document could not be read: its result says so, as for any conversion. */
export function taskStatus(id: string, status: 'pending' | 'started' | 'success'): object {
  return { task_id: id, task_type: 'convert', task_status: status, task_position: null, task_meta: null };
}

function taskOf({ params }: FastifyRequest): Task {
  const { taskId } = params as { taskId: string };
  const [, jobId, formats] = TASK_ID.exec(taskId) ?? [];
  if (jobId === undefined || formats === undefined) throw unknown();
  return { id: taskId, jobId, formats: formats.split('-') };
}

/** Seconds to wait; 0 if the parameter is not a positive number. */
function waitOf({ query }: FastifyRequest): number {
  const seconds = Number((query as { wait?: unknown }).wait ?? 0);
  return seconds > 0 ? Math.min(seconds, LONGEST_WAIT_SECONDS) : 0;
}

/** Worded as docling's client expects it. */
const unknown = (): Refusal => new Refusal('not_found', 'Task not found.');

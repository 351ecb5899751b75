/** What a history leaves behind for its checks: what callers and receivers saw, and what is in the log. */
import type { Event, Topic } from '../../schemas/events.ts';
import type { Plan, Submit } from './plan.ts';

export interface Recorded {
  topic: Topic;
  partition: number;
  offset: number;
  /** Virtual ms at which the brokers stored it. */
  at: number;
  traceparent: string | undefined;
  event: Event;
}

/** One request to submit a document, with its answer. Times are virtual ms. */
export interface Call {
  submit: Submit;
  keyId: string;
  idempotencyKey: string | null;
  traceparent: string;
  from: number;
  to: number;
  /** Null if the connection ended without an answer, or none came in time. */
  status: number | null;
  body: unknown;
  headers: Record<string, string>;
}

export interface Look {
  jobId: string;
  keyId: string;
  from: number;
  to: number;
  status: number | null;
  body: unknown;
}

export interface Delivery {
  jobId: string;
  attempt: number;
  deliveryId: string;
  at: number;
  body: string;
}

export interface KeyLife {
  keyId: string;
  apiKey: string;
  quota: number;
  /** Virtual ms at which the command that revoked it returned. */
  revokedAt: number | undefined;
}

export interface Evidence {
  plan: Plan;
  calls: Call[];
  looks: Look[];
  deliveries: Delivery[];
  keys: KeyLife[];
  records: Recorded[];
  /** Records that were in the log but not in the copy from which it was restored. */
  lost: Recorded[];
  /** Documents used at the end according to the service, by `key/month`. */
  used: Map<string, number>;
  live: string;
  rebuilt: string;
  /** The error messages of consumers that could not go on. */
  stops: string[];
  /** Jobs and deliveries that had not ended when the history did. */
  unfinished: string[];
  /** Jobs and results that still existed long after they had expired. Empty if jobs live too long to wait for that. */
  expired: string[];
  /** Virtual ms. */
  endedAt: number;
}

export interface Violation {
  rule: string;
  text: string;
}

export type Check = (evidence: Evidence) => Violation[];

/** The job's id in the body of an answer; undefined if there is none. */
export function jobIdOf(body: unknown): string | undefined {
  if (typeof body !== 'object' || body === null || !('job_id' in body)) return undefined;
  return typeof body.job_id === 'string' ? body.job_id : undefined;
}

export const seconds = (setting: string | undefined): number => Number(setting) * 1_000;

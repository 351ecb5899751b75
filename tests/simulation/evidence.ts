/** What a history leaves behind for its checks: what callers and receivers saw, and what stands in the log. */
import type { Event, Topic } from '../../schemas/events.ts';
import type { Plan, Submit } from './plan.ts';

export interface Recorded {
  topic: Topic;
  partition: number;
  offset: number;
  /** Virtual ms at which the brokers had it. */
  at: number;
  traceparent: string | undefined;
  event: Event;
}

/** One request to submit a document, and its answer; times are virtual ms. */
export interface Call {
  submit: Submit;
  keyId: string;
  idempotencyKey: string | null;
  traceparent: string;
  from: number;
  to: number;
  /** Null where the connection ended without an answer, or none came in time. */
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
  /** What stood in the log once, and was not in the copy that it was restored from. */
  lost: Recorded[];
  /** `key/month` -> documents that the service says were used, at the end. */
  used: Map<string, number>;
  live: string;
  rebuilt: string;
  /** Why consumers could not go on, in the words of their errors. */
  stops: string[];
  /** Jobs and deliveries that were not over when the history ended. */
  unfinished: string[];
  /** Jobs and results that were still there long after they had expired; none, where jobs live too long to wait for that. */
  expired: string[];
  /** Virtual ms. */
  endedAt: number;
}

export interface Violation {
  rule: string;
  text: string;
}

export type Check = (evidence: Evidence) => Violation[];

/** The id that an answer carries, if it carries one. */
export function jobIdOf(body: unknown): string | undefined {
  if (typeof body !== 'object' || body === null || !('job_id' in body)) return undefined;
  return typeof body.job_id === 'string' ? body.job_id : undefined;
}

export const seconds = (setting: string | undefined): number => Number(setting) * 1_000;

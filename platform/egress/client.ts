/** The HTTP client behind `Egress`, loaded when it is needed. */
import { Agent, type Dispatcher, request } from 'undici';
import type { Network } from './addresses.ts';
import { givesUpCostlyAnswers } from './costly-answers.ts';
import { guardedConnector } from './guarded-connector.ts';
import { Names } from './names.ts';

/** Longest time for connecting, in ms; part of the time limit of the whole exchange. */
const CONNECT_TIMEOUT_MS = 5_000;
const MAX_HEADER_BYTES = 16 * 1024;
/** Idle connections are not kept, because a later request must be resolved and checked afresh. */
const KEEP_ALIVE_MS = 1;

export interface Client {
  request: typeof request;
  fetching: Dispatcher;
  sending: Dispatcher;
}

export interface ClientOptions {
  allowed: readonly Network[];
  fetchPorts: readonly number[];
  sendPorts: readonly number[];
}

export function openClient({ allowed, fetchPorts, sendPorts }: ClientOptions): Client {
  const names = new Names();
  const agent = (ports: readonly number[]) =>
    new Agent({
      connect: guardedConnector({ allowed, ports, connectTimeoutMs: CONNECT_TIMEOUT_MS, names }),
      keepAliveTimeout: KEEP_ALIVE_MS,
      keepAliveMaxTimeout: KEEP_ALIVE_MS,
      maxHeaderSize: MAX_HEADER_BYTES,
      pipelining: 0,
    }).compose(givesUpCostlyAnswers);
  return { request, fetching: agent(fetchPorts), sending: agent(sendPorts) };
}

/**
 * Closes silent connections. A network may lose a single connection (when a NAT table forgets it, for example): what is
 * sent on it arrives nowhere, and nobody says so. kafkajs 2.2.4 times out each request but sends the next one on the
 * same connection, until the system closes it after minutes. Everything that broker leads stood still for as long, and
 * the consumer was not silent as a whole, because other brokers answered. Here a connection ends with the first request
 * that times out while nothing is received, and the next request opens another one, as in Kafka's own client. A broker
 * answers in order, so a request behind one that may take longer proves nothing. The time of the first request restarts
 * with everything received: kafkajs gave up answers that were still arriving, and asked for all of it again and again
 * if a line was too slow for 10 MB in 5 s.
 *
 * It also makes each connection start clean. kafkajs takes the rest of an answer that was cut off for the beginning of
 * what the next connection brings, and understands nothing from there on; it keeps listening to a socket that it has
 * left, whose end then ends the next one; and it opens two connections at once for two callers.
 */
import { createRequire } from 'node:module';
import type { Socket } from 'node:net';

interface Request {
  /** Number of the request on its connection. */
  correlationId: number;
  /** Epoch ms from which its time-out counts. */
  sentAt: number;
}

/** kafkajs creates one object for each place in its pools, and opens it repeatedly. */
export interface Connection {
  host: string;
  port: number;
  socket?: Socket;
  connectionStatus: string;
  authenticatedAt: unknown;
  /** Received parts of an answer. */
  chunks: Buffer[];
  bytesBuffered: number;
  /** Bytes needed before the answer can be decoded; at first the length in front of each answer. */
  bytesNeeded: number;
  requestQueue: { inflight: { values(): Iterable<Request> }; destroy(): void };
  isConnected(): boolean;
  connect(): Promise<unknown>;
  disconnect(): Promise<unknown>;
  send(request: object): Promise<unknown>;
  processData(chunk: Buffer): void;
  rejectRequests(error: Error): void;
}

const BYTES_OF_LENGTH = 4;

const require = createRequire(import.meta.url);
export const connectionClass = require('kafkajs/src/network/connection.js') as {
  new (options: object): Connection;
  prototype: Connection;
};
const { KafkaJSConnectionClosedError } = require('kafkajs/src/errors.js');
const { prototype: connection } = connectionClass;
const { connect, processData, send } = connection;

const opening = new WeakMap<Connection, Promise<unknown>>();

/** Call it before a client is created; further calls change nothing. */
export function leaveSilentConnections(): void {
  connection.connect = function (this: Connection) {
    if (this.isConnected()) return Promise.resolve(true);
    const opened = opening.get(this) ?? open(this).finally(() => opening.delete(this));
    opening.set(this, opened);
    return opened;
  };
  connection.processData = function (this: Connection, chunk) {
    processData.call(this, chunk);
    const first = firstRequest(this);
    if (first !== undefined) first.sentAt = Date.now();
  };
  connection.send = async function (this: Connection, request) {
    try {
      return await send.call(this, request);
    } catch (error) {
      if (isTimeout(error) && isFirst(this, error)) end(this);
      throw error;
    }
  };
}

function open(connection: Connection): Promise<unknown> {
  connection.socket?.destroy();
  connection.chunks = [];
  connection.bytesBuffered = 0;
  connection.bytesNeeded = BYTES_OF_LENGTH;
  return connect.call(connection);
}

const isTimeout = (error: unknown): error is Error & Request =>
  error instanceof Error && error.name === 'KafkaJSRequestTimeoutError';

/** The request that will be answered next. */
function firstRequest({ requestQueue }: Connection): Request | undefined {
  const [first] = requestQueue.inflight.values();
  return first;
}

function isFirst(connection: Connection, { correlationId }: Request): boolean {
  const first = firstRequest(connection);
  const isBehind = first !== undefined && first.correlationId < correlationId;
  return connection.isConnected() && !isBehind;
}

/** Ends the connection as kafkajs does, except that kafkajs would wait for other requests first and accept further ones. */
function end(connection: Connection): void {
  const { host, port } = connection;
  connection.connectionStatus = 'disconnected';
  connection.authenticatedAt = null;
  connection.requestQueue.destroy();
  connection.socket?.destroy();
  connection.rejectRequests(new KafkaJSConnectionClosedError('The connection is silent', { host, port }));
}

/**
 * A network may lose one connection and no other (a table of translated addresses that forgets it, say): what is sent on it arrives
 * nowhere, and nobody says so. kafkajs 2.2.4 gives each request up in time and sends the next one on the same connection, until the
 * system ends it after minutes. What one broker leads stood still as long, and the consumer was not silent as a whole, since other
 * brokers answered. Here a connection ends with the first request that had its time while nothing was heard; the next one
 * opens another. (So does Kafka's own client.) A broker answers in order, so a request behind one that may take longer says nothing. The time of the
 * first one begins anew with all that is heard: kafkajs gave up an answer in the middle of its arrival, and asked for all of it again and again where a
 * line was too slow for one of 10 MB in 5 s.
 *
 * Also, each connection begins anew. kafkajs takes the rest of an answer that had ended in its middle for the beginning of what the next
 * connection brings, and understands nothing from there on; listens to a socket that it has left, whose end then ends the next one; and
 * opens two at once for two who ask.
 */
import { createRequire } from 'node:module';
import type { Socket } from 'node:net';

interface Request {
  /** Counts the requests of a connection. */
  correlationId: number;
  /** Epoch ms from which on it has its time. */
  sentAt: number;
}

/** kafkajs makes one for each place of its pools, and opens it again and again. */
export interface Connection {
  host: string;
  port: number;
  socket?: Socket;
  connectionStatus: string;
  authenticatedAt: unknown;
  /** What was received of an answer. */
  chunks: Buffer[];
  bytesBuffered: number;
  /** Until more is known: the length that stands before each answer. */
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

/** To be called before a client is made; again it changes nothing. */
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

/** The one that is answered next. */
function firstRequest({ requestQueue }: Connection): Request | undefined {
  const [first] = requestQueue.inflight.values();
  return first;
}

function isFirst(connection: Connection, { correlationId }: Request): boolean {
  const first = firstRequest(connection);
  const isBehind = first !== undefined && first.correlationId < correlationId;
  return connection.isConnected() && !isBehind;
}

/** As kafkajs does it, which would wait for the other requests first, and let further ones follow them. */
function end(connection: Connection): void {
  const { host, port } = connection;
  connection.connectionStatus = 'disconnected';
  connection.authenticatedAt = null;
  connection.requestQueue.destroy();
  connection.socket?.destroy();
  connection.rejectRequests(new KafkaJSConnectionClosedError('The connection is silent', { host, port }));
}

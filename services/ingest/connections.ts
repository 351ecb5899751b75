/**
 * Limits what connections may cost: their number, the memory of what waits on them, and how long a caller who neither
 * sends nor reads is waited for. A caller who keeps moving is left alone, however large the body and however long the
 * answer takes to make.
 */
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { TransientMap } from '../../platform/transient.ts';
import { waitsForCaller } from './caller-body.ts';
import { Pace } from './pace.ts';
import { type Refusal, tooSlow } from './refusal.ts';
import { chunksTooSmall, gatherChunks } from './small-chunks.ts';

/** Most requests of one connection that wait for the answers before them. */
const PIPELINED = 64;
/** Checks per window. */
const LOOKS = 4;
/** Share of all connections that is closed at once if there is no room for another. */
const ROOM_SHARE = 1 / 64;
/** Most bytes of answers in memory that the callers of one key have not read yet, and those of all keys. */
export const UNSENT_BYTES_PER_KEY = 32 * 1024 * 1024;
const UNSENT_BYTES = 256 * 1024 * 1024;
/** How long, and how many bytes, of the rest of a body are read and discarded after its request has been answered. */
const DISCARD_MS = 10_000;
const DISCARD_BYTES = 64 * 1024 * 1024;

export interface ConnectionLimits {
  /** The window of `Pace`. */
  stallMs: number;
  /** Connections at once. */
  most: number;
}

/** Why a connection was ended; the label of `textrail_connections_cut_total`. */
export type CutReason =
  | 'broken'
  | 'slow_body'
  | 'small_chunks'
  | 'unread_answer'
  | 'unsent_bytes'
  | 'unread_body'
  | 'pipelined'
  | 'crowded'
  | 'yielded';

interface Exchange {
  request: IncomingMessage;
  response: ServerResponse;
  /**
   * Monotonic ms, like all times here, so that setting the clock makes nobody look slow. Undefined until the answer has
   * been sent.
   */
  answeredAt: number | undefined;
  /** Bytes read from the connection by then. */
  readThen: number;
  interrupted: boolean;
}

interface Connection {
  readonly socket: Socket;
  readonly address: string;
  readonly receiving: Pace;
  readonly sending: Pace;
  readonly waiting: (() => void)[];
  /** The first of `waiting` will begin in the next turn of the event loop. */
  nextIsDue: boolean;
  /** The request being read or answered; undefined while the connection is idle. */
  exchange: Exchange | undefined;
  /** The time and byte from which what arrives is no longer a request and is discarded. */
  ended: { at: number; readThen: number } | undefined;
  idleSince: number;
  keyId: string | undefined;
}

export class Connections {
  private readonly all = new TransientMap<Socket, Connection>();
  private readonly limits: ConnectionLimits;
  private readonly onCut: (why: CutReason) => void;
  private readonly looks: ((now: number, intervalMs: number) => void)[] = [];
  private lookedAt = performance.now();

  /** Create it before other hooks and routes: while a request waits for its turn, nothing else may see it. */
  constructor(server: FastifyInstance, limits: ConnectionLimits, onCut: (why: CutReason) => void) {
    this.limits = limits;
    this.onCut = onCut;
    server.server.on('connection', socket => this.opened(socket));
    server.server.on('request', request =>
      gatherChunks(request, () => this.interrupt(request, chunksTooSmall(), 'small_chunks')),
    );
    server.addHook('onRequest', (request, reply, done) => this.inTurn(request, reply.raw, done));
    const intervalMs = Math.max(1, Math.floor(limits.stallMs / LOOKS));
    const timer = setInterval(() => this.look(performance.now(), intervalMs), intervalMs);
    timer.unref();
    server.addHook('onClose', async () => clearInterval(timer));
  }

  /** Registers a function that is called at each check. */
  onLook(look: (now: number, intervalMs: number) => void): void {
    this.looks.push(look);
  }

  /** Notes which key's answers wait on the connection. */
  belongsTo(request: FastifyRequest, keyId: string): void {
    const connection = this.all.get(request.raw.socket);
    if (connection !== undefined) connection.keyId = keyId;
  }

  cut(socket: Socket, why: CutReason): void {
    if (socket.destroyed) return;
    this.onCut(why);
    socket.destroy();
  }

  /** Ends the reading of a request's body with an answer, or cuts the connection if the answer has already begun. */
  interrupt(request: IncomingMessage, refusal: Refusal, why: CutReason): void {
    // The request was given up before: Node has detached its socket.
    if (request.destroyed) return;
    const exchange = this.all.get(request.socket)?.exchange;
    const isRead =
      exchange?.request === request && !exchange.interrupted && request.listenerCount('error') > 0;
    if (!isRead || exchange.response.headersSent) {
      this.cut(request.socket, why);
      return;
    }
    exchange.interrupted = true;
    this.onCut(why);
    request.emit('error', refusal);
  }

  /**
   * The bytes on the connection cannot be parsed. Refuses the request in progress if its answer has not been sent yet;
   * false if there is none.
   */
  fail(socket: Socket, refusal: Refusal): boolean {
    const exchange = this.all.get(socket)?.exchange;
    if (exchange === undefined || exchange.answeredAt !== undefined) return false;
    const { request, response } = exchange;
    // The answer in progress is still sent, and nothing after it.
    response.once('close', () => socket.destroySoon());
    if (request.complete) return true;
    const interrupt = () => this.interrupt(request, refusal, 'broken');
    if (request.listenerCount('error') > 0) interrupt();
    else onceRead(request, interrupt);
    return true;
  }

  /**
   * Closes our half of a connection whose requests can no longer be parsed. The client may still be sending a body, which is read and
   * discarded for a while: a reset could destroy the answer before the client has read it, and a proxy would say 502 instead.
   */
  end(socket: Socket): void {
    const connection = this.all.get(socket);
    if (connection === undefined) {
      socket.destroySoon();
      return;
    }
    // Node reports each further piece as broken again; only the first counts.
    connection.ended ??= { at: performance.now(), readThen: socket.bytesRead };
    socket.end();
    socket.resume();
  }

  private opened(socket: Socket): void {
    if (this.all.size >= this.limits.most && !this.makeRoom()) {
      this.cut(socket, 'crowded');
      return;
    }
    const connection: Connection = {
      socket,
      address: socket.remoteAddress ?? '',
      receiving: new Pace(),
      sending: new Pace(),
      waiting: [],
      nextIsDue: false,
      exchange: undefined,
      ended: undefined,
      idleSince: performance.now(),
      keyId: undefined,
    };
    this.all.set(socket, connection);
    closeBehindBody(connection);
    socket.once('close', () => this.all.delete(socket));
  }

  /**
   * Closes idle connections, those of the address with the most connections first and among them the longest idle.
   * Closes several at a time, because going through 4,000 takes .4 ms, twenty times the usual cost of a connection, and
   * anybody can open one.
   */
  private makeRoom(): boolean {
    const counts = new Map<string, number>();
    for (const { address } of this.all.values()) counts.set(address, (counts.get(address) ?? 0) + 1);
    const ofItsAddress = ({ address }: Connection) => counts.get(address) ?? 0;
    const leaving = [...this.all.values()]
      .filter(({ exchange }) => exchange === undefined)
      .sort((one, other) => ofItsAddress(other) - ofItsAddress(one) || one.idleSince - other.idleSince)
      .slice(0, Math.max(1, Math.floor(this.limits.most * ROOM_SHARE)));
    for (const { socket } of leaving) {
      this.cut(socket, 'crowded');
      this.all.delete(socket);
    }
    return leaving.length > 0;
  }

  /**
   * A pipelined request begins only when the answer before it has been sent, since its caller may never read one. It
   * gets its own turn of the event loop: otherwise dozens that are refused at once would run before any other caller's
   * next step.
   */
  private inTurn({ raw }: FastifyRequest, response: ServerResponse, done: () => void): void {
    const connection = this.all.get(raw.socket);
    // A request injected by tests has no connection.
    if (connection === undefined) {
      done();
      return;
    }
    const begin = () => {
      // The previous answer was the last one on this connection (RFC 9112, 9.6), so no other can follow it.
      if (connection.socket.writableEnded) return;
      this.begin(connection, raw, response);
      done();
    };
    const { exchange, waiting, nextIsDue } = connection;
    if (!nextIsDue && (exchange === undefined || exchange.answeredAt !== undefined)) begin();
    else if (waiting.length < PIPELINED) waiting.push(begin);
    else this.cut(connection.socket, 'pipelined');
  }

  private begin(connection: Connection, request: IncomingMessage, response: ServerResponse): void {
    connection.exchange = { request, response, answeredAt: undefined, readThen: 0, interrupted: false };
    response.once('close', () => this.answered(connection));
  }

  private answered(connection: Connection): void {
    const { exchange, socket } = connection;
    if (exchange === undefined || socket.destroyed) return;
    exchange.answeredAt = performance.now();
    exchange.readThen = socket.bytesRead;
    if (!exchange.request.complete) return;
    connection.exchange = undefined;
    connection.idleSince = exchange.answeredAt;
    if (connection.waiting.length === 0 || connection.nextIsDue) return;
    connection.nextIsDue = true;
    setImmediate(() => {
      connection.nextIsDue = false;
      if (!socket.destroyed) connection.waiting.shift()?.();
    });
  }

  private look(now: number, intervalMs: number): void {
    const unsent = new Map<string | undefined, Connection[]>();
    // This process itself stood still; data that arrived meanwhile is read only after this check, so blame no caller.
    const isLate = now - this.lookedAt > 2 * intervalMs;
    this.lookedAt = now;
    for (const connection of this.all.values()) {
      this.lookAt(connection, now, isLate);
      if (connection.socket.writableLength === 0 || connection.socket.destroyed) continue;
      const ofKey = unsent.get(connection.keyId);
      if (ofKey === undefined) unsent.set(connection.keyId, [connection]);
      else ofKey.push(connection);
    }
    for (const ofKey of unsent.values()) this.trim(ofKey, UNSENT_BYTES_PER_KEY);
    this.trim([...unsent.values()].flat(), UNSENT_BYTES);
    if (!isLate) for (const look of this.looks) look(now, intervalMs);
  }

  private lookAt(connection: Connection, now: number, isLate: boolean): void {
    const { socket, exchange, sending, receiving } = connection;
    const { stallMs } = this.limits;
    const unsent = socket.writableLength;
    if (sending.stalled(now, stallMs, socket.bytesWritten - unsent, unsent > 0 && !isLate))
      this.cut(socket, 'unread_answer');
    if (socket.destroyed) return;
    const isTooMuch = (since: number, readThen: number) =>
      now - since > DISCARD_MS || socket.bytesRead - readThen > DISCARD_BYTES;
    if (connection.ended !== undefined) {
      if (isTooMuch(connection.ended.at, connection.ended.readThen)) this.cut(socket, 'unread_body');
      return;
    }
    if (exchange === undefined) return;
    const { request, answeredAt } = exchange;
    if (answeredAt !== undefined) {
      if (request.complete) connection.exchange = undefined;
      else if (isTooMuch(answeredAt, exchange.readThen)) this.cut(socket, 'unread_body');
      return;
    }
    // While nothing here reads the body, the delay is ours.
    const isAwaited = waitsForCaller(request) && !isLate;
    if (receiving.stalled(now, stallMs, socket.bytesRead, isAwaited))
      this.interrupt(request, tooSlow('The body comes too slowly. Retry on a better line.'), 'slow_body');
  }

  /** Cuts the connections with the most unsent bytes until the rest is within the ceiling. */
  private trim(connections: readonly Connection[], ceilingBytes: number): void {
    let sum = connections.reduce((total, { socket }) => total + socket.writableLength, 0);
    if (sum <= ceilingBytes) return;
    for (const { socket } of connections.toSorted(
      (a, b) => b.socket.writableLength - a.socket.writableLength,
    )) {
      sum -= socket.writableLength;
      this.cut(socket, 'unsent_bytes');
      if (sum <= ceilingBytes) return;
    }
  }
}

/**
 * Node closes a connection after its last answer even while a body is still arriving; the sender is reset and loses the
 * answer. Close only our sending half instead, and discard what still arrives for at most `DISCARD_MS` (RFC 9112, 9.6).
 */
function closeBehindBody(connection: Connection): void {
  const { socket } = connection;
  const close = socket.destroySoon.bind(socket);
  socket.destroySoon = () => {
    const { exchange } = connection;
    if (exchange === undefined || exchange.request.complete || exchange.interrupted) return close();
    exchange.request.once('end', close);
    socket.end();
  };
}

/** Calls back once something begins to read the body; until then its key may still be being looked up. */
function onceRead(request: IncomingMessage, then: () => void): void {
  const added = (event: string | symbol) => {
    if (event !== 'error') return;
    request.off('newListener', added);
    setImmediate(then);
  };
  request.on('newListener', added);
}

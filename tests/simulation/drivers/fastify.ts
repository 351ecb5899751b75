/** Stands in for `fastify`: routes, hooks and answers without sockets. */
import { EventEmitter } from 'node:events';
import { Readable } from 'node:stream';
import { isDefect } from '../virtual/world.ts';
import { backend } from './backend.ts';
import { failOnMissing } from './missing.ts';

export interface SimulatedRequest {
  method: 'GET' | 'POST';
  url: string;
  headers: Record<string, string>;
  query: Record<string, string>;
  params: Record<string, string>;
  document?: Buffer;
}

export interface SimulatedAnswer {
  status: number;
  headers: Record<string, string>;
  body: unknown;
}

type Hook = (request: object, reply: Reply, done: (error?: Error) => void) => unknown;
type Handler = (request: object, reply: Reply) => Promise<unknown>;

class Reply {
  sent = false;
  statusCode = 200;
  readonly raw = new EventEmitter();
  readonly elapsedTime = 0;
  readonly request: object;
  private readonly fields: Record<string, string> = {};
  private readonly answered: (answer: SimulatedAnswer) => void;

  constructor(request: object, answered: (answer: SimulatedAnswer) => void) {
    this.request = request;
    this.answered = answered;
  }

  code(status: number): this {
    this.statusCode = status;
    return this;
  }

  header(name: string, value: unknown): this {
    this.fields[name.toLowerCase()] = String(value);
    return this;
  }

  headers(fields: Record<string, unknown>): this {
    for (const [name, value] of Object.entries(fields)) this.header(name, value);
    return this;
  }

  type(value: string): this {
    return this.header('content-type', value);
  }

  getHeader(name: string): string | undefined {
    return this.fields[name.toLowerCase()];
  }

  hasHeader(name: string): boolean {
    return this.getHeader(name) !== undefined;
  }

  send(body: unknown): this {
    if (this.sent) return this;
    this.sent = true;
    const given = Buffer.isBuffer(body) ? JSON.parse(body.toString()) : body;
    this.answered({ status: this.statusCode, headers: this.fields, body: given });
    this.raw.emit('close');
    return this;
  }
}

export class SimulatedServer {
  readonly server = Object.assign(new EventEmitter(), {
    address: () => ({ port: 0 }),
    closeAllConnections: () => undefined,
  });
  private readonly routes = new Map<string, Handler>();
  private readonly hooks: Hook[] = [];
  private onError: (error: unknown, request: object, reply: Reply) => unknown = () => undefined;
  private isClosed = false;

  async register(): Promise<void> {}
  addContentTypeParser(): void {}
  removeContentTypeParser(): void {}
  setNotFoundHandler(): void {}
  async listen(): Promise<void> {}

  addHook(name: string, hook: Hook): void {
    if (name === 'onRequest') this.hooks.push(hook);
  }

  setErrorHandler(handler: (error: unknown, request: object, reply: Reply) => unknown): void {
    this.onError = handler;
  }

  get(path: string, handler: Handler): void {
    this.routes.set(`GET ${path}`, handler);
  }

  post(path: string, handler: Handler): void {
    this.routes.set(`POST ${path}`, handler);
  }

  delete(path: string, handler: Handler): void {
    this.routes.set(`DELETE ${path}`, handler);
  }

  async close(): Promise<void> {
    this.isClosed = true;
  }

  /** The server's answer; undefined if it no longer listens. */
  async answer(route: string, given: SimulatedRequest): Promise<SimulatedAnswer | undefined> {
    if (this.isClosed) return undefined;
    const { promise, resolve } = Promise.withResolvers<SimulatedAnswer>();
    const { document } = given;
    const headers: Record<string, string> = {
      host: 'simulated',
      ...(document ? { 'content-length': String(document.length + 200) } : {}),
      ...given.headers,
    };
    const raw = Object.assign(Readable.from([]), {
      complete: true,
      httpVersion: '1.1',
      method: given.method,
      url: given.url,
      headers,
      rawHeaders: Object.entries(headers).flat(),
      socket: new EventEmitter(),
    });
    const request = {
      ...given,
      headers,
      raw,
      routeOptions: { url: route },
      isMultipart: () => document !== undefined,
      parts: async function* () {
        if (document) yield { type: 'file', fieldname: 'file', file: [document] };
      },
    };
    const reply = new Reply(request, resolve);
    try {
      for (const hook of this.hooks) {
        await called(hook, request, reply);
        if (reply.sent) return await promise;
      }
      const body = await this.routes.get(route)?.(request, reply);
      if (!reply.sent && body !== undefined && body !== reply) reply.send(body);
    } catch (error) {
      // The service answers any error with 503, which must not hide a mistake in the code.
      if (isDefect(error)) backend().world.fail(error);
      await this.onError(error, request, reply);
    }
    return await promise;
  }
}

/** Runs a hook: one with three parameters calls back, others return a promise. */
function called(hook: Hook, request: object, reply: Reply): unknown {
  if (hook.length < 3) return hook(request, reply, () => undefined);
  return new Promise<void>((resolve, reject) => {
    hook(request, reply, error => (error === undefined ? resolve() : reject(error)));
  });
}

/** All servers that were created, newest last. The code that starts a process takes the newest. */
export const servers: SimulatedServer[] = [];

export default function fastify(): SimulatedServer {
  const server = new SimulatedServer();
  servers.push(server);
  return server;
}

failOnMissing(SimulatedServer);
failOnMissing(Reply);

/** A webhook receiver on loopback that keeps every delivery and answers as a test says. */
import { createHmac, timingSafeEqual } from 'node:crypto';
import { createServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { until } from './waiting.ts';

export interface Delivery {
  path: string;
  method: string;
  headers: IncomingHttpHeaders;
  body: string;
  at: number;
}

/** Answers the `attempt`-th delivery (from 1) of a path. */
export type Reply = (response: ServerResponse, attempt: number) => void;

export interface Receiver {
  url: (path: string) => string;
  /** Deliveries to a path, in order of arrival. */
  at: (path: string) => Delivery[];
  /** Sets a path's answer; the default is 204. */
  reply: (path: string, reply: Reply) => void;
  /** Resolves once the path has received `count` deliveries. */
  deliveries: (path: string, count: number, timeoutMs?: number) => Promise<Delivery[]>;
  close: () => Promise<void>;
}

export async function startReceiver(host = '127.0.0.1'): Promise<Receiver> {
  const all: Delivery[] = [];
  const replies = new Map<string, Reply>();
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk);
    const path = request.url ?? '';
    const body = Buffer.concat(chunks).toString();
    all.push({ path, method: request.method ?? '', headers: request.headers, body, at: Date.now() });
    const attempt = all.filter(delivery => delivery.path === path).length;
    const reply = replies.get(path);
    if (reply === undefined) response.writeHead(204).end();
    else reply(response, attempt);
  });
  await new Promise<void>(resolve => server.listen(0, host, resolve));
  // If a suite's `before` throws, nothing closes the server, and it would hold up the stage until that is stopped.
  server.unref();
  const { port } = server.address() as AddressInfo;
  const at = (path: string) => all.filter(delivery => delivery.path === path);
  return {
    url: path => `http://${host}:${port}${path}`,
    at,
    reply: (path, reply) => replies.set(path, reply),
    deliveries: (path, count, timeoutMs) =>
      until(`${count} deliveries to ${path}`, () => at(path).length >= count && at(path), timeoutMs),
    close: async () => {
      server.closeAllConnections();
      await new Promise(resolve => server.close(resolve));
    },
  };
}

export const status =
  (code: number, headers: Record<string, string> = {}): Reply =>
  response => {
    response.writeHead(code, headers).end();
  };

/** Whether a delivery carries the service's signature, checked as a receiver would. */
export function isSigned({ headers, body, at }: Delivery, secret: string): boolean {
  const header = String(headers['x-service-signature']);
  const match = /^t=(\d+)((?:,v1=[0-9a-f]{64})+)$/.exec(header);
  if (!match?.[1] || !match[2] || Math.abs(Number(match[1]) * 1000 - at) > 30_000) return false;
  const expected = createHmac('sha256', secret).update(`${match[1]}.${body}`).digest();
  const given = match[2].split(',v1=').slice(1);
  return given.some(code => timingSafeEqual(expected, Buffer.from(code, 'hex')));
}

/** Receivers of webhooks of every temper. The address names the temper and the document. */
import type { ServerResponse } from 'node:http';
import { createServer, type IncomingHttpHeaders } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';

export interface Call {
  nonce: string;
  temper: string;
  headers: IncomingHttpHeaders;
  body: string;
  at: number;
}

type Answer = (response: ServerResponse, attempt: number) => void;

/** Longer than WEBHOOK_TIMEOUT_MS of the soak. */
const HANG_MS = 4_000;
const SLOW_MS = 800;

const TEMPERS: Record<string, Answer> = {
  kind: response => void response.writeHead(204).end(),
  flaky: (response, attempt) => void response.writeHead(attempt < 3 ? 500 : 200).end(),
  broken: response => void response.writeHead(500).end('no'),
  hanging: response => void setTimeout(() => response.destroy(), HANG_MS).unref(),
  slow: response => void setTimeout(() => response.writeHead(200).end('late'), SLOW_MS).unref(),
  closing: response => void response.destroy(),
  redirecting: response => void response.writeHead(302, { location: '/elsewhere' }).end(),
  talkative: response => void response.writeHead(200).end('x'.repeat(100_000)),
};

/** Receivers of these tempers get a delivery in the end, unless crashes have used its attempts up. */
export const WILLING = ['kind', 'flaky', 'slow', 'talkative'];
export const TEMPER_NAMES = ['kind', 'kind', 'kind', ...Object.keys(TEMPERS)];

export interface Receivers {
  url: (temper: string, nonce: string) => string;
  calls: Call[];
  /** Called for each call before it is answered. */
  onCall: (call: Call) => void;
  close: () => Promise<void>;
}

export async function startReceivers(): Promise<Receivers> {
  const sockets = new Set<Socket>();
  const server = createServer(async (request, response) => {
    const at = Date.now();
    const [, temper = '', nonce = ''] = (request.url ?? '').split('/');
    const chunks: Buffer[] = [];
    try {
      for await (const chunk of request) chunks.push(chunk);
    } catch {
      // The sender died in the middle of the request.
      return;
    }
    const call = { nonce, temper, headers: request.headers, body: Buffer.concat(chunks).toString(), at };
    receivers.calls.push(call);
    receivers.onCall(call);
    const attempt = receivers.calls.filter(other => other.nonce === nonce).length;
    TEMPERS[temper]?.(response, attempt);
  });
  server.on('connection', socket => {
    sockets.add(socket);
    socket.once('close', () => sockets.delete(socket));
  });
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  const receivers: Receivers = {
    url: (temper, nonce) => `http://127.0.0.1:${port}/${temper}/${nonce}`,
    calls: [],
    onCall: () => undefined,
    close: async () => {
      for (const socket of sockets) socket.destroy();
      await new Promise(resolve => server.close(resolve));
    },
  };
  return receivers;
}

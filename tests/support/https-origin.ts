/** An https server on loopback for `url` fetches, with its own certificate and one handler for each path. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { createServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { selfSigned } from './certificate.ts';

export type Handler = (request: IncomingMessage, response: ServerResponse) => void;

export interface Origin {
  url: (path: string) => string;
  port: number;
  /** Settings by which a service trusts this server and may reach it. */
  settings: Record<string, string>;
  /** TCP connections accepted so far. */
  connections: () => number;
  serve: (path: string, handler: Handler | Uint8Array) => void;
  close: () => Promise<void>;
}

export async function startOrigin(): Promise<Origin> {
  const { key, cert } = selfSigned();
  const folder = mkdtempSync(join(tmpdir(), 'textrail-origin-'));
  const authority = join(folder, 'certificate.pem');
  writeFileSync(authority, cert);
  const handlers = new Map<string, Handler>();
  let connections = 0;
  const server = createServer({ key, cert }, (request, response) => {
    const handler = handlers.get(request.url ?? '');
    if (handler === undefined) response.writeHead(404).end();
    else handler(request, response);
  });
  server.on('connection', () => {
    connections++;
  });
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve));
  // As in receiver.ts.
  server.unref();
  const { port } = server.address() as AddressInfo;
  return {
    url: path => `https://127.0.0.1:${port}${path}`,
    port,
    settings: { NODE_EXTRA_CA_CERTS: authority, EGRESS_ALLOW: '127.0.0.0/8' },
    connections: () => connections,
    serve: (path, handler) =>
      handlers.set(
        path,
        typeof handler === 'function' ? handler : (_request, response) => response.end(handler),
      ),
    close: async () => {
      server.closeAllConnections();
      await new Promise(resolve => server.close(resolve));
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

export function redirectTo(location: string, status = 302): Handler {
  return (_request, response) => {
    response.writeHead(status, { location }).end();
  };
}

/** Ports for servers that are started again on them: no outgoing connection takes one meanwhile. */
import { createServer, type Server } from 'node:net';

/** Below the ports of outgoing connections. */
const FIRST_PORT = 24_000;
const LAST_PORT = 31_000;
/** From a port to the one that is listened on while this process lives, as a sign for others that it is taken. */
const SIGN_OFFSET = -12_000;

/**
 * The first of some ports in a row that nobody listens on. They are this process's until it ends: a server takes a
 * second to listen, and another file of tests looks for ports in the same second.
 */
export async function freeBlock(count: number): Promise<number> {
  for (;;) {
    const first = FIRST_PORT + Math.floor(Math.random() * (LAST_PORT - FIRST_PORT));
    if (await claim(Array.from({ length: count }, (_, at) => first + at))) return first;
  }
}

export const freePort = () => freeBlock(1);

/** All of them or none. */
async function claim(ports: readonly number[]): Promise<boolean> {
  const signs = await Promise.all(ports.map(port => listen(port + SIGN_OFFSET)));
  const free = await Promise.all(ports.map(isFree));
  if (signs.every(sign => sign !== undefined) && free.every(Boolean)) return true;
  for (const sign of signs) sign?.close();
  return false;
}

async function isFree(port: number): Promise<boolean> {
  const probe = await listen(port);
  if (probe === undefined) return false;
  await new Promise(resolve => probe.close(resolve));
  return true;
}

/** A server that keeps no process alive, or nothing where another has the port. */
function listen(port: number): Promise<Server | undefined> {
  return new Promise(resolve => {
    const server = createServer();
    server.once('error', () => resolve(undefined));
    server.listen(port, '127.0.0.1', () => resolve(server.unref()));
  });
}

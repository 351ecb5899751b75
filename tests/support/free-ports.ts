/** Finds ports for servers that are restarted on them, so no outgoing connection may take one meanwhile. */
import { createServer, type Server } from 'node:net';

/** The range lies below the ports of outgoing connections. */
const FIRST_PORT = 24_000;
const LAST_PORT = 31_000;
/** Offset from a claimed port to the one that this process listens on as a sign to others that it is taken. */
const SIGN_OFFSET = -12_000;

/**
 * The first of `count` consecutive ports on which nothing listens. They belong to this process until it ends: a server
 * takes a second to listen, and another test file may look for ports in the same second.
 */
export async function freeBlock(count: number): Promise<number> {
  for (;;) {
    const first = FIRST_PORT + Math.floor(Math.random() * (LAST_PORT - FIRST_PORT));
    if (await claim(Array.from({ length: count }, (_, at) => first + at))) return first;
  }
}

export const freePort = () => freeBlock(1);

/** Claims all of the ports or none. */
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

/** A server that does not keep the process alive; undefined if the port is taken. */
function listen(port: number): Promise<Server | undefined> {
  return new Promise(resolve => {
    const server = createServer();
    server.once('error', () => resolve(undefined));
    server.listen(port, '127.0.0.1', () => resolve(server.unref()));
  });
}

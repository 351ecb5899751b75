/** Ports for servers that are started again on them: no outgoing connection takes one meanwhile. */
import { createServer } from 'node:net';

/** Below the ports of outgoing connections. */
const FIRST_PORT = 24_000;
const LAST_PORT = 31_000;

/** The first of some ports in a row that nobody listens on. */
export async function freeBlock(count: number): Promise<number> {
  for (;;) {
    const first = FIRST_PORT + Math.floor(Math.random() * (LAST_PORT - FIRST_PORT));
    const free = await Promise.all(Array.from({ length: count }, (_, at) => isFree(first + at)));
    if (free.every(Boolean)) return first;
  }
}

export const freePort = () => freeBlock(1);

function isFree(port: number): Promise<boolean> {
  return new Promise(resolve => {
    const probe = createServer();
    probe.once('error', () => resolve(false));
    probe.listen(port, '127.0.0.1', () => probe.close(() => resolve(true)));
  });
}

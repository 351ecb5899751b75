/** A Redis that runs but refuses, because of its operators' actions or its size. */
import { connect } from 'node:net';
import { sleep } from '../../support/waiting.ts';
import type { Fault } from './prey.ts';

const LONGEST_MS = 8_000;

/** The command that begins each state, and the one that ends it. */
const STATES: readonly [name: string, begin: string, end: string][] = [
  ['has no memory left', 'CONFIG SET maxmemory 1mb', 'CONFIG SET maxmemory 0'],
  ['misses its replicas', 'CONFIG SET min-replicas-to-write 1', 'CONFIG SET min-replicas-to-write 0'],
  ['takes no more clients', 'CONFIG SET maxclients 1', 'CONFIG SET maxclients 10000'],
  ['pauses writes', `CLIENT PAUSE ${LONGEST_MS} WRITE`, 'CLIENT UNPAUSE'],
  ['follows a primary that is gone', 'REPLICAOF 127.0.0.1 1', 'REPLICAOF NO ONE'],
  ['has forgotten its scripts', 'SCRIPT FLUSH', 'PING'],
  ['drops its clients', 'CLIENT KILL TYPE normal', 'PING'],
  ['lost its rights', 'ACL SETUSER default -@all +acl +auth +ping', 'ACL SETUSER default +@all'],
];

export function redisStates(port: number): Fault[] {
  return STATES.map(([name, begin, end]) => ({
    name: `a Redis that ${name}`,
    weight: 0.5,
    strike: async random => {
      // Use one connection, because a new one may not be accepted.
      const socket = connect(port, '127.0.0.1').on('error', () => undefined);
      socket.write(`${begin}\r\n`);
      await sleep(random.next() * LONGEST_MS);
      await new Promise<void>(resolve =>
        socket
          .on('close', () => resolve())
          .end(`${end}\r\n`)
          .resume(),
      );
    },
  }));
}

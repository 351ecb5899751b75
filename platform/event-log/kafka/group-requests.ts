/**
 * What the requests of a group's member lack in kafkajs 2.2.4.
 *
 * A name (group.instance.id, KIP-345): a process that is killed and started again under it is the member that it was. It has its
 * partitions back at once, and nobody else stops; without one it is another member, and the group waits for the session of
 * the one that is gone. kafkajs writes the name where its requests have one, and has no option for it.
 *
 * Time for SyncGroup, by which a member that has joined asks for its partitions: the broker answers when the group's leader has
 * said how they are shared out, and a leader that was killed while it joined never does; the broker finds out when that one's
 * session ends. kafkajs gives this request no more time than any other, half of our session: the consumer crashed, and joined as
 * another member beside the one that it had been, whose session the group had to wait for next. JoinGroup has its time.
 */
import { createRequire } from 'node:module';

/** A dead member's partitions stand still this long (and so does the whole group if a replacement joins meanwhile). */
export const SESSION_TIMEOUT_MS = 10_000;
/** What an answer takes beyond the end of a session, as kafkajs has it for JoinGroup. */
const NETWORK_DELAY_MS = 5_000;

interface Made {
  request: { encode(): Promise<{ buffer: Buffer }> };
  requestTimeout?: number;
}

interface Definition {
  versions: string[];
  protocol: (of: { version: number }) => (arguments_: { groupId: string } & Record<string, unknown>) => Made;
}

/** All three have the name: the broker then tells a member that another process has taken it (FENCED_INSTANCE_ID). */
const REQUESTS = ['JoinGroup', 'SyncGroup', 'Heartbeat'] as const;

export const requests: Record<(typeof REQUESTS)[number], Definition> = createRequire(import.meta.url)(
  'kafkajs/src/protocol/requests/index.js',
).requests;

/** By group. A process is in each of its groups once. */
const names = new Map<string, string>();

for (const request of REQUESTS) {
  const { protocol } = requests[request];
  requests[request].protocol = of => {
    const make = protocol(of);
    return arguments_ => {
      const name = names.get(arguments_.groupId);
      const made = make(name === undefined ? arguments_ : { ...arguments_, groupInstanceId: name });
      if (request !== 'SyncGroup') return made;
      return { ...made, requestTimeout: SESSION_TIMEOUT_MS + NETWORK_DELAY_MS };
    };
  };
}

/** Of this process in the group, from its next join on. `undefined`: it has none. */
export function nameMember(group: string, name: string | undefined): void {
  if (name === undefined) names.delete(group);
  else names.set(group, name);
}

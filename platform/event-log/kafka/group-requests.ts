/**
 * Adds what a group member's requests lack in kafkajs 2.2.4.
 *
 * A name (group.instance.id, KIP-345): a process that is killed and restarted under its name is the same member. It
 * gets its partitions back at once, and nobody else stops. Without a name it is a new member, and the group waits for
 * the old one's session to end. kafkajs writes the name if its requests have one, but has no option for it.
 *
 * Time for SyncGroup, by which a member that has joined asks for its partitions. The broker answers when the group's
 * leader has said how they are assigned; a leader that was killed while it joined never does, which the broker notices
 * when its session ends. kafkajs gives this request the time of any other, half of our session. The consumer then
 * crashed and joined as another member beside its former self, whose session the group had to wait for as well.
 * JoinGroup has enough time.
 */
import { createRequire } from 'node:module';

/** How long a dead member's partitions stand still (and the whole group, if a replacement joins meanwhile). */
export const SESSION_TIMEOUT_MS = 10_000;
/** Time for an answer beyond the end of a session, as in kafkajs's JoinGroup. */
const NETWORK_DELAY_MS = 5_000;

interface Made {
  request: { encode(): Promise<{ buffer: Buffer }> };
  requestTimeout?: number;
}

interface Definition {
  versions: string[];
  protocol: (of: { version: number }) => (arguments_: { groupId: string } & Record<string, unknown>) => Made;
}

/** All three carry the name, so that the broker can tell a member that another process has taken it (FENCED_INSTANCE_ID). */
const REQUESTS = ['JoinGroup', 'SyncGroup', 'Heartbeat'] as const;

export const requests: Record<(typeof REQUESTS)[number], Definition> = createRequire(import.meta.url)(
  'kafkajs/src/protocol/requests/index.js',
).requests;

/** Names by group. A process is in each of its groups only once. */
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

/** Sets this process's name in the group, from its next join on; `undefined` means none. */
export function nameMember(group: string, name: string | undefined): void {
  if (name === undefined) names.delete(group);
  else names.set(group, name);
}

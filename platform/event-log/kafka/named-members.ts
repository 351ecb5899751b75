/**
 * A process that is killed and started again under its name is the member of its groups that it was (group.instance.id, KIP-345):
 * it has its partitions back at once, and nobody else stops. Without a name it is another member, and the group waits for the
 * session of the one that is gone. kafkajs 2.2.4 writes the name where its requests have one, and has no option for it.
 */
import { createRequire } from 'node:module';

type Protocol = (arguments_: { groupId: string } & Record<string, unknown>) => {
  request: { encode(): Promise<{ buffer: Buffer }> };
};

interface Definition {
  protocol: (of: { version: number }) => Protocol;
}

type Name = 'JoinGroup' | 'SyncGroup' | 'Heartbeat';

export const requests: Record<Name, Definition> = createRequire(import.meta.url)(
  'kafkajs/src/protocol/requests/index.js',
).requests;
/** All three: the broker then tells a member that another process has taken its name (FENCED_INSTANCE_ID). */
const NAMING: readonly Name[] = ['JoinGroup', 'SyncGroup', 'Heartbeat'];

/** By group. A process is in each of its groups once. */
const names = new Map<string, string>();

for (const request of NAMING) {
  const { protocol } = requests[request];
  requests[request].protocol = of => {
    const make = protocol(of);
    return arguments_ => {
      const name = names.get(arguments_.groupId);
      return make(name === undefined ? arguments_ : { ...arguments_, groupInstanceId: name });
    };
  };
}

/** Of this process in the group, from its next join on. `undefined`: it has none. */
export function nameMember(group: string, name: string | undefined): void {
  if (name === undefined) names.delete(group);
  else names.set(group, name);
}

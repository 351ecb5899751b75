/**
 * A member of a group that has joined asks for its partitions (SyncGroup), and the broker answers when the group's leader has said
 * how they are shared out. A leader that was killed while it joined never says so: the broker finds out when the leader's session
 * ends. kafkajs 2.2.4 gives this request no more time than any other, half of our session; the consumer then crashed, and began
 * again as another member beside the one that it had been, whose session the group had to wait for next. JoinGroup has its time.
 */
import { createRequire } from 'node:module';

type Protocol = (arguments_: object) => { request: object; response: object; requestTimeout?: number };

interface Definition {
  versions: string[];
  protocol: (of: { version: number }) => Protocol;
}

export const SyncGroup: Definition = createRequire(import.meta.url)('kafkajs/src/protocol/requests/index.js')
  .requests.SyncGroup;
const { protocol } = SyncGroup;

/** What an answer takes beyond the end of a session, as kafkajs has it for JoinGroup. */
const NETWORK_DELAY_MS = 5_000;

/** To be called before a consumer is made; again it changes nothing. */
export function syncPatiently(sessionMs: number): void {
  SyncGroup.protocol = of => {
    const make = protocol(of);
    return arguments_ => ({ ...make(arguments_), requestTimeout: sessionMs + NETWORK_DELAY_MS });
  };
}

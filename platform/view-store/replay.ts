/** Reads the whole log into a read model that is being built. */
import { HISTORY_TOPICS } from '../../schemas/history.ts';
import { partitionName } from '../event-log/dispatcher.ts';
import type { EventLog } from '../event-log/event-log.ts';
import type { Rebuild } from './view-store.ts';

/**
 * Returns the number of folded events. Rejects with `PositionLost` if the store has lost what was built of a partition;
 * otherwise it would go live with a gap. `onFolded` is called after each batch with the number of offsets it covered
 * (in SQLite some are records of other kinds), and may end the replay by rejecting.
 */
export async function replay(
  log: Pick<EventLog, 'read'>,
  store: Pick<Rebuild['store'], 'apply'>,
  onFolded: (places: number) => Promise<void> = async () => undefined,
): Promise<number> {
  const applied = new Map<string, number>();
  let events = 0;
  for await (const { records, next } of log.read(HISTORY_TOPICS)) {
    const from = applied.get(partitionName(next));
    await store.apply(records, from === undefined ? next : { ...next, from });
    applied.set(partitionName(next), next.next);
    events += records.length;
    await onFolded(next.next - (from ?? 0));
  }
  return events;
}

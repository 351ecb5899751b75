/** Reads the whole log into a read model that is being built. */
import { HISTORY_TOPICS } from '../../schemas/history.ts';
import { partitionName } from '../event-log/dispatcher.ts';
import type { EventLog } from '../event-log/event-log.ts';
import type { Rebuild } from './view-store.ts';

/**
 * Answers how many events were folded. Rejects with `PositionLost` where the store has lost what was built of a
 * partition: what came after would have gone live with a hole in it. `onFolded` hears of each batch by how many places
 * of the log it went (in SQLite some are records of other kinds), and ends the replay by rejecting.
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

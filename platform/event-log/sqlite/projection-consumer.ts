/** Feeds a projection from the SQLite log, from the position that the projection itself has stored. */
import { setTimeout as sleep } from 'node:timers/promises';
import { isOutage } from '../../outage.ts';
import type { Consumer, Position, ProjectOptions, RecordedEvent } from '../event-log.ts';
import type { ReadableLog } from './readable-log.ts';

/** Attempts to apply a batch, and the pause between them; an outage (a full disk) is waited for. */
const APPLY_ATTEMPTS = 5;
const APPLY_PAUSE_MS = 200;

export class ProjectionConsumer implements Consumer {
  readonly ready: Promise<void>;
  readonly closed: Promise<void>;
  private readonly log: ReadableLog;
  private readonly options: ProjectOptions;
  private readonly readying = Promise.withResolvers<void>();
  private readonly closing = Promise.withResolvers<void>();
  private unsubscribe = () => {};
  private next = 0;
  private changed = true;
  private wake = () => {};
  private stopped = false;

  constructor(log: ReadableLog, options: ProjectOptions) {
    this.log = log;
    this.options = options;
    this.ready = this.readying.promise;
    this.closed = this.closing.promise;
    for (const promise of [this.ready, this.closed]) promise.catch(() => undefined);
  }

  start(): void {
    const changed = () => {
      this.changed = true;
      this.wake();
    };
    const unsubscribe = [this.log.onFailure(error => this.closing.reject(error)), this.log.onChange(changed)];
    this.unsubscribe = () => {
      for (const each of unsubscribe) each();
    };
    this.run().then(
      () => this.closing.resolve(),
      error => {
        this.readying.reject(error);
        this.closing.reject(error);
      },
    );
  }

  async lag(): Promise<{ records: number; oldestMs: number }> {
    const oldest = this.log.batch(this.next, 1).records[0]?.event.at;
    const records = Math.max(0, this.log.end() - this.next);
    return { records, oldestMs: oldest === undefined ? 0 : Math.max(0, Date.now() - oldest) };
  }

  async stop(): Promise<void> {
    this.stopped = true;
    this.unsubscribe();
    this.wake();
    await this.closed.catch(() => undefined);
  }

  private async run(): Promise<void> {
    const positions = await this.options.positions();
    this.next = Math.max(0, ...positions.map(position => position.next));
    this.checkInsideLog(positions);
    this.readying.resolve();
    while (!this.stopped) {
      this.changed = false;
      await this.applyAll();
      if (this.changed || this.stopped) continue;
      await new Promise<void>(resolve => {
        this.wake = resolve;
      });
    }
  }

  /** A read model from another log would silently skip events: better to stop with a clear word. */
  private checkInsideLog(positions: readonly Position[]): void {
    const isHere = ({ last }: Position) => {
      const [found] = last === undefined ? [] : this.log.batch(last.offset, 1).records;
      return last === undefined || (found?.offset === last.offset && found.event.event_id === last.eventId);
    };
    if (this.next > this.log.end() || !positions.every(isHere))
      throw new Error(`projection ${this.options.name}: the log was replaced or cut; run rebuild`);
  }

  private async applyAll(): Promise<void> {
    while (!this.stopped) {
      const { records, next } = this.log.batch(this.next);
      if (next.next === this.next) return;
      const { topics } = this.options;
      const wanted = records.filter(record => topics.includes(record.topic));
      // One position covers the whole log; a projection knows it by the name of a topic that it asked for.
      await this.apply(wanted, { ...next, topic: topics[0] ?? next.topic });
      this.next = next.next;
    }
  }

  private async apply(records: RecordedEvent[], next: Position): Promise<void> {
    for (let attempt = 1; ; attempt++) {
      try {
        return await this.options.apply(records, next);
      } catch (error) {
        if ((attempt >= APPLY_ATTEMPTS && !isOutage(error)) || this.stopped) throw error;
        await sleep(APPLY_PAUSE_MS);
      }
    }
  }
}

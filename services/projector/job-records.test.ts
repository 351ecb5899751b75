import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { setImmediate as turn } from 'node:timers/promises';
import { evolveJob, type JobState } from '../../core/job/job.ts';
import type { KeyState } from '../../core/keys/key.ts';
import { EXAMPLE_EVENTS } from '../../platform/event-log/codec-examples.ts';
import type { ConsumeOptions, RecordedEvent } from '../../platform/event-log/event-log.ts';
import type { Event, JobEnded } from '../../schemas/events.ts';
import { JobRecords, recordOf } from './job-records.ts';

const { ExtractRequested, ExtractCompleted, ExtractFailed, JobErased } = EXAMPLE_EVENTS;
const KEY = { keyId: ExtractRequested.key_id, account: 'acme', plan: 'team' } as KeyState;
const folded = (...events: Event[]) => events.reduce<JobState | undefined>(evolveJob, undefined);

/**
 * The records in the topic after the handlers have seen the events. The read model shows `states`, one for each look,
 * and then the last of them.
 */
async function recordsOf(events: Event[], ...states: (JobState | undefined)[]) {
  const topic = new Map<string, JobEnded>();
  let consumed: ConsumeOptions | undefined;
  const log = {
    consume: (options: ConsumeOptions) => {
      consumed = options;
    },
    append: async ([event]: Event[]) => {
      if (event?.type === 'JobEnded') topic.set(event.job_id, event);
    },
    retract: async (jobIds: string[]) => void jobIds.map(id => topic.delete(id)),
  };
  const views = {
    positions: async () => [{ topic: 'outcomes', partition: 0, next: 100 }],
    job: async () => (states.length > 1 ? states.shift() : states[0]),
    key: async () => KEY,
  };
  new JobRecords({ log, views } as unknown as ConstructorParameters<typeof JobRecords>[0]).start();
  const { signal } = new AbortController();
  for (const [offset, event] of events.entries())
    await consumed?.handle({ event, topic: 'outcomes', partition: 0, offset } as RecordedEvent, signal);
  return [...topic.values()];
}

describe('the record of a job', () => {
  it('says whose it is, how it ended and how long each stage took', async () => {
    const event = { ...ExtractCompleted, fetch_ms: 18 };
    const [record] = await recordsOf([event], folded(ExtractRequested, event));
    assert.ok(record);
    assert.deepEqual(
      [record.account, record.plan, record.outcome, record.waiting_ms, record.fetch_ms, record.extraction_ms],
      ['acme', 'team', 'completed', 20, 18, 100],
    );
    assert.equal(record.event_id, event.event_id);
    const said = ({ chars, pages, ocr, ocr_pages, warnings, result_bytes }: typeof event | JobEnded) => {
      return { chars, pages, ocr, ocr_pages, warnings, result_bytes };
    };
    assert.deepEqual(said(record), said(event));
  });

  it('of a failure carries its code, and no text of any document', async () => {
    const [record] = await recordsOf([ExtractFailed], folded(ExtractRequested, ExtractFailed));
    assert.deepEqual([record?.outcome, record?.chars, record?.result_bytes], ['encrypted', null, null]);
    assert.deepEqual([record?.ocr, record?.pages, record?.warnings], [false, null, []]);
    assert.deepEqual([record?.waiting_ms, record?.extraction_ms], [null, ExtractFailed.duration_ms]);
  });

  it('is that of the end that counts, however often and late another comes', async () => {
    const late = { ...ExtractFailed, at: ExtractCompleted.at + 1, event_id: 'later' };
    const state = folded(ExtractRequested, ExtractCompleted, late);
    for (const ends of [[ExtractCompleted, late, ExtractCompleted], [ExtractCompleted, late], [late]]) {
      const records = await recordsOf(ends, state);
      const counted = ends.includes(ExtractCompleted) ? ['completed'] : [];
      assert.deepEqual(
        records.map(({ outcome }) => outcome),
        counted,
      );
    }
  });

  it('of an erased job is taken out, whichever handler comes last', async () => {
    const before = folded(ExtractRequested, ExtractCompleted);
    const erased = folded(JobErased);
    assert.deepEqual(await recordsOf([ExtractCompleted, JobErased], before, before, erased), []);
    assert.deepEqual(await recordsOf([JobErased, ExtractCompleted], erased), []);
    // The job is erased between the two looks, and the erasure's handler has finished by then.
    assert.deepEqual(await recordsOf([ExtractCompleted], before, erased), []);
  });

  it('of a job that was forgotten since, under a key that nobody knows, says what its end says', async () => {
    const [record] = await recordsOf([ExtractCompleted], undefined);
    assert.deepEqual([record?.outcome, record?.format], ['completed', ExtractCompleted.format]);
    const failed = recordOf(ExtractFailed, undefined, undefined);
    assert.deepEqual([failed.account, failed.plan, failed.format], [null, null, 'text']);
    const asked = folded({ ...ExtractRequested, format: 'json' }, ExtractFailed);
    assert.equal(recordOf(ExtractFailed, asked, undefined).format, 'json');
  });

  /** The steps taken for one event, in order. The read model has folded the event at the second look. */
  async function stepsOf(event: Event, log: Partial<Record<'append' | 'retract', () => Promise<void>>> = {}) {
    const steps: string[] = [];
    let consumed: ConsumeOptions | undefined;
    const positions = [0, 5];
    const step = (name: 'append' | 'retract') => async () => {
      steps.push(name);
      await log[name]?.();
    };
    const ports = {
      log: {
        consume: (options: ConsumeOptions) => {
          consumed = options;
        },
        append: step('append'),
        retract: step('retract'),
      },
      views: {
        positions: async () => {
          const next = positions.shift() ?? 5;
          steps.push(`folded to ${next}`);
          return [{ topic: 'outcomes', partition: 0, next }];
        },
        job: async () => folded(ExtractRequested, ExtractCompleted),
        key: async () => KEY,
      },
    };
    new JobRecords(ports as unknown as ConstructorParameters<typeof JobRecords>[0]).start();
    const record = { event, topic: 'outcomes', partition: 0, offset: 4 } as RecordedEvent;
    const handled = consumed?.handle(record, new AbortController().signal);
    return { steps, handled };
  }

  it('is made, or taken out, only when the event is folded: before, nobody knows which end counts', async () => {
    for (const [event, last] of [
      [ExtractCompleted, 'append'],
      [JobErased, 'retract'],
    ] as const) {
      const { steps, handled } = await stepsOf(event);
      await handled;
      assert.deepEqual(steps, ['folded to 0', 'folded to 5', last]);
    }
  });

  it('is in the log, or out of it, before the event is done with: it would not be read again', async () => {
    for (const [event, name] of [
      [ExtractCompleted, 'append'],
      [JobErased, 'retract'],
    ] as const) {
      const begun = Promise.withResolvers<void>();
      const durable = Promise.withResolvers<void>();
      const wait = () => {
        begun.resolve();
        return durable.promise;
      };
      const { handled } = await stepsOf(event, { [name]: wait });
      await begun.promise;
      assert.equal(await Promise.race([handled, turn('not done')]), 'not done');
      durable.resolve();
      await handled;
    }
  });
});

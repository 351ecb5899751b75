/** `npm run erase`: erases a job, or all jobs of a key or of an account's keys. */
import { createInterface } from 'node:readline/promises';
import { parseArgs } from 'node:util';
import { evolveKey, isKeyEvent, type KeyState } from '../core/keys/key.ts';
import { eraseJobs } from '../platform/erasure.ts';
import { changePepper } from '../platform/keys.ts';
import type { Platform } from '../platform/platform.ts';
import { HISTORY_TOPICS } from '../schemas/history.ts';
import { command, print } from './open-platform.ts';
import { Interrupted, Progress } from './progress.ts';

const USAGE = 'npm run erase -- JOB_ID | --key KEY_ID | --account ACCOUNT [--yes] [--json]';

const JOB_TOPICS = ['requests-interactive', 'requests-bulk', 'outcomes'] as const;
/** Jobs erased at once; each is looked up and waited for. */
const SLICE = 200;
const NOT_SHOWN =
  'the events are in the log; what serves will follow once the projector has read them (is it running?)';

async function eraseJob(platform: Platform, jobId: string, isSure: boolean): Promise<void> {
  const keyId = await keyOf(platform, jobId);
  if (keyId === undefined) throw new Error(`the log knows no job ${jobId}`);
  await confirmed(`Erase the job ${jobId} of the key ${keyId}, its document and its result?`, isSure);
  const isShown = await eraseJobs(platform, [{ jobId, keyId, by: 'operator' }]);
  print({ job_id: jobId, key_id: keyId, erased: true, ...(isShown ? {} : { note: NOT_SHOWN }) });
}

async function keyOf({ log, views }: Platform, jobId: string): Promise<string | undefined> {
  const known = await views.job(jobId);
  if (known !== undefined) return known.keyId;
  // The read model has forgotten the job or not folded it yet; the log forgets nothing.
  for await (const { records } of log.read(HISTORY_TOPICS, { partitionKey: jobId }))
    for (const { event } of records) if ('job_id' in event && event.job_id === jobId) return event.key_id;
  return undefined;
}

interface How {
  isSure: boolean;
  json: boolean;
}

interface Whose {
  /** How the keys are named in the question, and in the error for a mistyped argument. */
  name: string;
  owns: (key: KeyState) => boolean;
}

async function eraseKeys(platform: Platform, { name, owns }: Whose, { isSure, json }: How): Promise<void> {
  const keys = (await keysOf(platform)).filter(({ key }) => owns(key));
  if (keys.length === 0) throw new Error(`there is no ${name}`);
  await confirmed(`Erase every job of the ${name}, its document and its result?`, isSure);
  // Replace peppers first: jobs that are accepted under the old one until then are found below.
  for (const { key } of keys) await replacePepper(platform, key);
  const jobs = await jobsOf(platform, keys, json);
  const total = keys.reduce((sum, { key }) => sum + (jobs.get(key.keyId)?.left.length ?? 0), 0);
  const progress = new Progress({ unit: 'jobs erased', json, total });
  try {
    for (const known of keys) await eraseKey(platform, known, jobs.get(known.key.keyId) ?? NO_JOBS, progress);
  } catch (error) {
    if (error instanceof Interrupted)
      process.stderr.write('erase: interrupted; the same command again goes on with what is left\n');
    throw error;
  } finally {
    progress.end();
  }
}

/** Gives a key that stays in use a new pepper before its old ones are destroyed. */
async function replacePepper({ log, peppers }: Platform, { keyId, revokedAt }: KeyState): Promise<void> {
  if (revokedAt === null) await changePepper(log, keyId, await peppers.make(keyId));
}

/**
 * Erases a key's jobs, then destroys its peppers. Peppers come last, so that after an interruption the same command
 * finds all of them and the remaining jobs.
 */
async function eraseKey(
  platform: Platform,
  { key, peppers }: KnownKey,
  { left, erased }: Jobs,
  progress: Progress,
): Promise<void> {
  const { keyId } = key;
  let isShown = true;
  await progress.more(0, keyId);
  for (let at = 0; at < left.length; at += SLICE) {
    const slice = left.slice(at, at + SLICE);
    const erasures = slice.map(jobId => ({ jobId, keyId, by: 'operator' as const }));
    // If nothing folds the events, as with a service that is stopped, only wait for the first slice.
    isShown = (await eraseJobs(platform, erasures, isShown ? undefined : 0)) && isShown;
    await progress.more(slice.length, keyId);
  }
  await platform.peppers.destroy(keyId, peppers);
  print({
    key_id: keyId,
    erased_jobs: left.length,
    ...(erased > 0 && { erased_before: erased }),
    destroyed_peppers: peppers.length,
    ...(isShown ? {} : { note: NOT_SHOWN }),
  });
}

interface KnownKey {
  key: KeyState;
  /** Ids of all peppers the key has ever had. */
  peppers: string[];
}

async function keysOf({ log }: Platform): Promise<KnownKey[]> {
  const known = new Map<string, KnownKey>();
  for await (const { records } of log.read(['keys']))
    for (const { event } of records) {
      const before = known.get(event.key_id);
      const key = evolveKey(before?.key, event);
      if (key === undefined) continue;
      const peppers = new Set(before?.peppers);
      if ('pepper' in event && event.pepper !== null && isKeyEvent(event)) peppers.add(event.pepper);
      known.set(event.key_id, { key, peppers: [...peppers] });
    }
  return [...known.values()];
}

interface Jobs {
  /** Ids of the jobs that are not erased. */
  left: string[];
  /** Number of jobs that are erased. */
  erased: number;
}

const NO_JOBS: Jobs = { left: [], erased: 0 };

/**
 * The jobs of the keys, by key. Reads the log, because it also has jobs that the read model has forgotten: every record
 * of a job has its id.
 */
async function jobsOf(
  { log }: Platform,
  keys: readonly KnownKey[],
  json: boolean,
): Promise<Map<string, Jobs>> {
  const requested = new Map(keys.map(({ key }) => [key.keyId, new Set<string>()]));
  const erased = new Map(keys.map(({ key }) => [key.keyId, new Set<string>()]));
  const progress = new Progress({ unit: 'events read', json });
  try {
    for await (const { records } of log.read(JOB_TOPICS)) {
      for (const { event } of records) {
        if (event.type === 'ExtractRequested') requested.get(event.key_id)?.add(event.job_id);
        if (event.type === 'JobErased') erased.get(event.key_id)?.add(event.job_id);
      }
      await progress.more(records.length);
    }
  } finally {
    progress.end();
  }
  return new Map(
    [...requested].map(([keyId, jobs]) => {
      const gone = erased.get(keyId) ?? new Set<string>();
      return [keyId, { left: [...jobs].filter(jobId => !gone.has(jobId)), erased: gone.size }];
    }),
  );
}

/** Prevents erasing by mistake: asks at a terminal; a script must pass --yes. */
async function confirmed(question: string, isSure: boolean): Promise<void> {
  if (isSure) return;
  if (!process.stdin.isTTY) throw new Error('nothing was erased: there is nobody to ask, so give --yes');
  const asking = createInterface({ input: process.stdin, output: process.stderr });
  const answer = await asking.question(`${question} It cannot be undone. Type yes: `);
  asking.close();
  if (answer.trim().toLowerCase() !== 'yes') throw new Error('nothing was erased');
}

await command('erase', USAGE, args => {
  const { values, positionals } = parseArgs({
    args,
    options: {
      key: { type: 'string' },
      account: { type: 'string' },
      yes: { type: 'boolean', default: false },
      json: { type: 'boolean', default: false },
    },
    allowPositionals: true,
  });
  const { key: keyId, account, yes: isSure, json } = values;
  const [jobId] = positionals;
  if ([...positionals, keyId, account].filter(each => each !== undefined).length !== 1) return undefined;
  const how = { isSure, json };
  if (keyId !== undefined) {
    const whose = { name: `key ${keyId}`, owns: (key: KeyState) => key.keyId === keyId };
    return platform => eraseKeys(platform, whose, how);
  }
  if (account !== undefined) {
    const whose = { name: `account ${account}`, owns: (key: KeyState) => key.account === account };
    return platform => eraseKeys(platform, whose, how);
  }
  return platform => eraseJob(platform, (jobId ?? '').toLowerCase(), isSure);
});

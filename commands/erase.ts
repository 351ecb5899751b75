/** `npm run erase -- JOB_ID | --key KEY_ID [--yes]`: erases a job, or everything that a key has had read. */
import { createInterface } from 'node:readline/promises';
import { parseArgs } from 'node:util';
import { evolveKey, isKeyEvent, type KeyState } from '../core/keys/key.ts';
import { eraseJobs } from '../platform/erasure.ts';
import { changePepper } from '../platform/keys.ts';
import type { Platform } from '../platform/platform.ts';
import { HISTORY_TOPICS } from '../schemas/history.ts';
import { command, print } from './open-platform.ts';

const USAGE = 'npm run erase -- JOB_ID | --key KEY_ID [--yes]';
/** Erased at once: each is looked up, and waited for. */
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
  // Forgotten, or not folded: the log forgets nothing.
  for await (const { records } of log.read(HISTORY_TOPICS, { partitionKey: jobId }))
    for (const { event } of records) if ('job_id' in event && event.job_id === jobId) return event.key_id;
  return undefined;
}

async function eraseKey(platform: Platform, keyId: string, isSure: boolean): Promise<void> {
  const { jobs, key, peppers } = await tracesOf(platform, keyId);
  if (key === undefined) throw new Error(`there is no key ${keyId}`);
  await confirmed(`Erase the ${jobs.length} jobs of the key ${keyId}, their documents and results?`, isSure);
  // A key that stays in use gets a new pepper before its old ones are destroyed.
  if (key.revokedAt === null) await changePepper(platform.log, keyId, await platform.peppers.make(keyId));
  let isShown = true;
  for (let at = 0; at < jobs.length; at += SLICE) {
    const slice = jobs.slice(at, at + SLICE);
    const erasures = slice.map(jobId => ({ jobId, keyId, by: 'operator' as const }));
    isShown = (await eraseJobs(platform, erasures)) && isShown;
  }
  await platform.peppers.destroy(keyId, peppers);
  print({
    key_id: keyId,
    erased_jobs: jobs.length,
    destroyed_peppers: peppers.length,
    ...(isShown ? {} : { note: NOT_SHOWN }),
  });
}

interface Traces {
  jobs: string[];
  key: KeyState | undefined;
  /** Ids. */
  peppers: string[];
}

/** From the log: also jobs that the read model has forgotten, since every record of them speaks of the job. */
async function tracesOf({ log }: Platform, keyId: string): Promise<Traces> {
  const jobs = new Set<string>();
  const peppers = new Set<string>();
  let key: KeyState | undefined;
  for await (const { records } of log.read(HISTORY_TOPICS))
    for (const { event } of records) {
      if (event.key_id !== keyId) continue;
      if (event.type === 'ExtractRequested') jobs.add(event.job_id);
      if (!isKeyEvent(event)) continue;
      key = evolveKey(key, event);
      if ('pepper' in event && event.pepper !== null) peppers.add(event.pepper);
    }
  return { jobs: [...jobs], key, peppers: [...peppers] };
}

/** Nobody erases by a slip: who is at a terminal is asked, and a script has to say that it means it. */
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
    options: { key: { type: 'string' }, yes: { type: 'boolean' } },
    allowPositionals: true,
  });
  const { key: keyId, yes: isSure = false } = values;
  const [jobId, ...rest] = positionals;
  if (rest.length > 0 || (jobId === undefined) === (keyId === undefined)) return undefined;
  if (keyId !== undefined) return platform => eraseKey(platform, keyId, isSure);
  return platform => eraseJob(platform, (jobId ?? '').toLowerCase(), isSure);
});

/** Pages of a scan that other extractors read: their results, and what does not depend on whether they come back. */
import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { drawnScan } from '../../services/extractor/ocr/testing/drawn-scan.ts';
import type { Client } from '../support/client.ts';
import { issueKey } from '../support/keys.ts';
import { remains } from '../support/remains.ts';
import { type Instance, ROLES, startRole } from '../support/service.ts';
import { sleep, until } from '../support/waiting.ts';
import { type Environment, OwnStack } from './own-stack.ts';

const PAGES = 20;
/** Time limit against hanging: a scan of seconds takes two minutes while sixty processes share two cores. */
const PATIENCE_MS = 300_000;
/** After this time a reader deletes a page that its borrower has not fetched. */
const LEFT_FOR_MS = 60_000;
/** What an extractor logs about its OCR and in which precision it computes. */
const READS = /"precision":"(\w+)"|does not load here/;
const LETTERS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ';

/** A page's number in letters. The lines below make a page take a few hundred milliseconds. */
const numberOf = (at: number): string =>
  [...String(at + 10)].map(digit => LETTERS[Number(digit) + 2]).join('');
const FILLING = ['THE LION MET TEN MEN', 'ON THE LITTLE HILL', 'THEN HE ATE THEM ALL'];

const scan = () =>
  drawnScan(
    Array.from({ length: PAGES }, (_, at) => [
      `PAGE ${numberOf(at)}    `,
      ...Array.from({ length: 5 }, (_, line) => FILLING[line % FILLING.length] ?? ''),
    ]),
  );

describe('the pages of a scan, with two extractors of one worker a lane', { timeout: 1_200_000 }, () => {
  let stack: OwnStack;
  let environment: Environment;
  let instances: Instance[] = [];
  let extractors: Instance[] = [];
  let client: Client;
  let file: Buffer;
  /** The precision in which all extractors compute. */
  let precision: string | undefined;
  /** The result of one extractor alone. */
  let alone: string;

  const place = () => ({ base: instances.at(-1)?.base ?? '', environment, dataFolder: '' });
  /**
   * Starts an extractor that computes in the same precision as the others, because only such extractors share pages.
   * The precision is chosen by a measurement, which may come out differently on a busy machine; then another extractor
   * is started.
   */
  const extractor = async (): Promise<Instance> => {
    const started = await startRole('extractor', environment);
    const said = await until(
      'what reads pictures',
      () => READS.exec(started.running.stdout() + started.running.stderr()) ?? undefined,
      120_000,
    );
    precision ??= said[1];
    if (said[1] === undefined || said[1] !== precision) {
      started.running.child.kill('SIGKILL');
      return extractor();
    }
    extractors.push(started);
    return started;
  };
  const pagesOf = async ({ base }: Instance, name: string): Promise<number> => {
    const metrics = await (await fetch(`${base}/metrics`)).text();
    const found = new RegExp(`^${name} (\\d+)$`, 'm').exec(metrics)?.[1];
    return Number(found ?? 0);
  };
  const SENT = 'textrail_lent_pages_total\\{lane="bulk",where="elsewhere",outcome="read"\\}';
  const TAKEN = 'textrail_pages_for_others_total\\{lane="bulk",outcome="read"\\}';
  const sent = () => Promise.all(extractors.map(each => pagesOf(each, SENT)));
  const begin = () => client.accepted({ file, query: { format: 'json' } });
  /** The answer without what differs from job to job. */
  const answerOf = async (jobId: string): Promise<string> => {
    const { status, text } = await client.finished(jobId, PATIENCE_MS);
    assert.equal(status, 200, text.slice(0, 300));
    return text.replaceAll(jobId, 'JOB');
  };
  /** The index of the extractor that has the job, once the other one has read some of its pages. */
  const borrowerSince = async (before: readonly number[]): Promise<number> =>
    until(
      'pages that are read elsewhere',
      async () => {
        const at = (await sent()).findIndex((pages, index) => pages > (before[index] ?? 0) + 1);
        return at < 0 ? undefined : { at };
      },
      PATIENCE_MS,
    ).then(({ at }) => at);
  const nothingLeft = () =>
    until('an empty store', async () => (await remains(place(), 'page')).length === 0, LEFT_FOR_MS);

  before(async () => {
    stack = await OwnStack.up();
    environment = { ...stack.settings, LOG_LEVEL: 'info', EXTRACT_WORKERS: '1', OCR_LANGUAGES: 'eng' };
    instances = await Promise.all(
      ROLES.filter(role => role !== 'extractor').map(role => startRole(role, environment)),
    );
    await extractor();
    client = (await issueKey(place())).client;
    file = await scan();
    alone = await answerOf(await begin());
    const numbers = [...alone.matchAll(/PAGE ([A-Z]+)/g)].map(([, number]) => number);
    assert.deepEqual(
      [...new Set(numbers)],
      Array.from({ length: PAGES }, (_, at) => numberOf(at)),
    );
    await extractor();
  });
  after(async () => {
    for (const { running } of [...instances, ...extractors]) running.child.kill('SIGKILL');
    await stack?.destroy();
  });

  test('are read by both, in order, to the very answer of one alone, and leave nothing in the store', async () => {
    assert.equal(await answerOf(await begin()), alone);
    const pages = (await sent()).reduce((sum, count) => sum + count, 0);
    assert.ok(pages > PAGES / 5, `${pages} pages were read elsewhere`);
    const taken = await Promise.all(extractors.map(each => pagesOf(each, TAKEN)));
    assert.equal(
      taken.reduce((sum, count) => sum + count, 0),
      pages,
    );
    await nothingLeft();
  });

  test('of two scans at once are all read: nobody waits for who waits for him', async () => {
    const jobs = await Promise.all([begin(), begin(), begin()]);
    for (const jobId of jobs) assert.equal(await answerOf(jobId), alone);
    await nothingLeft();
  });

  test('are all read where Redis dies in the middle, and comes back', async () => {
    const before = await sent();
    const jobId = await begin();
    await borrowerSince(before);
    stack.kill('redis');
    await sleep(2_000);
    await stack.again();
    assert.equal(await answerOf(jobId), alone);
    await nothingLeft();
  });

  test('are all read where the other extractor is killed, by the one that has the job and at its first try', async () => {
    const before = await sent();
    const jobId = await begin();
    const at = await borrowerSince(before);
    const [own, other] = [extractors[at], extractors[1 - at]] as [Instance, Instance];
    const completed = () => pagesOf(own, 'textrail_extractions_total\\{outcome="completed"\\}');
    const completedBefore = await completed();
    other.running.child.kill('SIGKILL');
    assert.equal(await answerOf(jobId), alone);
    assert.equal(await completed(), completedBefore + 1);
    extractors = [own];
    await extractor();
    await nothingLeft();
  });

  test('leave nothing in the store where the extractor that has the job is killed, and the other one ends it', async () => {
    const before = await sent();
    const jobId = await begin();
    const at = await borrowerSince(before);
    const [own, other] = [extractors[at], extractors[1 - at]] as [Instance, Instance];
    own.running.child.kill('SIGKILL');
    assert.equal(await answerOf(jobId), alone);
    extractors = [other];
    await nothingLeft();
  });

  test('are ended by an extractor that is stopped while it reads them, and it stops with 0', async () => {
    await extractor();
    const before = await sent();
    const jobId = await begin();
    const at = await borrowerSince(before);
    const [own, other] = [extractors[at], extractors[1 - at]] as [Instance, Instance];
    other.running.child.kill('SIGTERM');
    assert.equal(await other.running.ended, 0);
    assert.equal(await answerOf(jobId), alone);
    assert.equal(await pagesOf(own, 'textrail_worker_outcomes_total\\{lane="bulk",outcome="died"\\}'), 0);
    await nothingLeft();
  });
});

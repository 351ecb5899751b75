/** `npm run replay`: reads documents again with this version and reports what would change; see docs/asking-the-history.md. */
import { appendFileSync, existsSync, readFileSync, truncateSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { makeFolder } from '../platform/folders.ts';
import type { Platform } from '../platform/platform.ts';
import { makePrivate } from '../platform/private-files.ts';
import { readSettings, type Settings } from '../platform/settings.ts';
import { endWithReader } from './closed-output.ts';
import { optionalMoment } from './moments.ts';
import { print, withPlatform } from './open-platform.ts';
import { Progress } from './progress.ts';
import { type Comparison, compare } from './replay/compare.ts';
import { corpusDocuments, loggedDocuments, type ReplayDocument, sampled } from './replay/documents.ts';
import { Readers } from './replay/read-again.ts';
import { hasReadings, type Reading, saveReading } from './replay/reading.ts';
import { isFar, report, type Threshold, table, worst } from './replay/report.ts';
import { type Case, writeCases } from './replay/side-by-side.ts';
import { fail, understood } from './usage.ts';

const USAGE =
  'npm run replay -- (--since TIME [--until TIME] [--key KEY_ID] | --corpus FOLDER [--format json|text] [--against FOLDER]) [--sample N] [--save FOLDER] [--report FOLDER [--worst N] [--resume]] [--least-similarity 0.95] [--most-far 0.01] [--json]';

const OPTIONS = {
  since: { type: 'string' },
  until: { type: 'string' },
  key: { type: 'string' },
  corpus: { type: 'string' },
  format: { type: 'string', default: 'json' },
  against: { type: 'string' },
  sample: { type: 'string' },
  save: { type: 'string' },
  report: { type: 'string' },
  worst: { type: 'string', default: '20' },
  resume: { type: 'boolean', default: false },
  'least-similarity': { type: 'string', default: '0.95' },
  'most-far': { type: 'string', default: '0.01' },
  json: { type: 'boolean', default: false },
} as const;

interface Plan extends Threshold {
  from:
    | { kind: 'log'; since: number; until: number; keyId: string | undefined }
    | { kind: 'corpus'; folder: string; format: Reading['format']; against: string | undefined };
  sample: number;
  save: string | undefined;
  report: string | undefined;
  worst: number;
  resume: boolean;
  json: boolean;
}

/** File in the report's folder with the comparisons so far, one line for each document. */
const COMPARED = 'compared.ndjson';

class Replay {
  private readonly plan: Plan;
  private readonly compared: Comparison[] = [];
  /** The worst cases so far, with their texts. */
  private cases: Case[] = [];
  private gone = 0;
  private saved = 0;

  constructor(plan: Plan) {
    this.plan = plan;
  }

  async run(documents: readonly ReplayDocument[], settings: Settings): Promise<void> {
    const { plan } = this;
    const done = this.earlier();
    const left = documents.filter(({ name }) => !done.has(name));
    const progress = new Progress({ unit: 'documents', json: plan.json, total: documents.length });
    const readers = new Readers(settings);
    try {
      await readers.ready();
      await progress.at(done.size);
      const queue = left.values();
      // One loop for each reader; a document that is being read is finished before an interruption takes effect.
      const work = async () => {
        for (const document of queue) {
          await this.one(document, readers);
          await progress.more(1, document.name);
        }
      };
      const all = await Promise.allSettled(Array.from({ length: readers.count }, work));
      const failed = all.find(({ status }) => status === 'rejected');
      if (failed?.status === 'rejected') throw failed.reason;
    } finally {
      progress.end();
      await readers.close();
      // Also report after an interruption, with what was compared until then.
      await this.tell(documents.length);
    }
    if (this.compared.length === 0 && this.plan.save === undefined)
      throw new Error(nothingCompared(this.plan));
  }

  private async one(document: ReplayDocument, readers: Readers): Promise<void> {
    const loaded = await document.load();
    if (loaded === undefined) {
      this.gone++;
      return;
    }
    const now = await readers.read(document.name, document.format, loaded.bytes);
    const { save } = this.plan;
    if (save !== undefined) await saveReading(save, now).then(() => this.saved++);
    if (loaded.was === undefined) return;
    const comparison = compare(loaded.was, now);
    this.compared.push(comparison);
    this.remember({ comparison, was: loaded.was, now });
  }

  private remember(each: Case): void {
    const { report: folder, worst: most } = this.plan;
    if (folder === undefined) return;
    appendFileSync(join(folder, COMPARED), `${JSON.stringify(each.comparison)}\n`);
    const kept = worst(
      [...this.cases, each].map(({ comparison }) => comparison),
      most,
    );
    this.cases = kept.flatMap(
      comparison => [...this.cases, each].find(other => other.comparison === comparison) ?? [],
    );
  }

  /** Names of the documents that an interrupted run has compared. */
  private earlier(): Set<string> {
    const { report: folder, resume } = this.plan;
    if (folder === undefined) return new Set();
    makeFolder(folder);
    const path = join(folder, COMPARED);
    if (!existsSync(path)) return new Set();
    if (!resume) throw new Error(`${folder} holds a report already: give --resume or another folder`);
    const text = readFileSync(path, 'utf8');
    // The last line may be incomplete if the run was killed; text appended to it would be unreadable.
    const whole = text.slice(0, text.lastIndexOf('\n') + 1);
    if (whole !== text) truncateSync(path, Buffer.byteLength(whole));
    for (const line of whole.split('\n').slice(0, -1)) this.compared.push(JSON.parse(line) as Comparison);
    return new Set(this.compared.map(({ name }) => name));
  }

  private async tell(documents: number): Promise<void> {
    const { plan, compared } = this;
    const counted = { documents, compared: compared.length, not_stored: this.gone, saved: this.saved };
    if (compared.length === 0) {
      print(counted);
      return;
    }
    const found = report(compared, plan);
    const pages = plan.report === undefined ? undefined : await writeCases(plan.report, this.cases);
    const far = compared.filter(each => isFar(each, plan)).map(({ name }) => name);
    if (!plan.json) process.stdout.write(`${table(found)}\n`);
    else for (const kind of found.kinds) print(kind);
    print({
      ...counted,
      far: far.length,
      passed: found.passed,
      ...(pages !== undefined && { worst: pages }),
    });
    if (!found.passed) process.exitCode = 1;
  }
}

function nothingCompared({ from }: Plan): string {
  return from.kind === 'corpus'
    ? 'nothing was compared: no document of the corpus is in the folder of --against'
    : 'nothing was compared: no document of that time is stored any more (SOURCE_REPLAY_SECONDS keeps them)';
}

function planOf(args: string[]): Plan | undefined {
  const { values } = parseArgs({ args, options: OPTIONS });
  const now = Date.now();
  const { corpus, against, format, key: keyId, save, report: folder, resume, json } = values;
  const since = optionalMoment('--since', values.since, now);
  const until = optionalMoment('--until', values.until, now);
  if ((since === undefined) === (corpus === undefined) || (resume && folder === undefined)) return undefined;
  if (corpus !== undefined && (until !== undefined || keyId !== undefined)) return undefined;
  if (corpus === undefined && against !== undefined) return undefined;
  if (corpus !== undefined && against === undefined && save === undefined)
    throw new Error('a corpus is held against a folder that --save wrote: give --against, --save or both');
  if (format !== 'json' && format !== 'text') throw new Error('--format takes json or text');
  if (against !== undefined && !hasReadings(against)) throw new Error(`${against} holds no saved readings`);
  const from: Plan['from'] =
    corpus !== undefined
      ? { kind: 'corpus', folder: corpus, format, against }
      : { kind: 'log', since: since ?? 0, until: until ?? now, keyId };
  return {
    from,
    sample: number('--sample', values.sample ?? '1000000', 1, 1_000_000),
    save,
    report: folder,
    worst: number('--worst', values.worst, 1, 1_000),
    resume,
    leastSimilarity: number('--least-similarity', values['least-similarity'], 0, 1),
    mostFar: number('--most-far', values['most-far'], 0, 1),
    json,
  };
}

function number(option: string, text: string, least: number, most: number): number {
  const value = /^\d{1,9}(\.\d{1,6})?$/.test(text) ? Number(text) : Number.NaN;
  if (!(value >= least && value <= most) || (most > 1 && !Number.isInteger(value)))
    throw new Error(`${option} takes ${most > 1 ? 'a whole number' : 'a number'} from ${least} to ${most}`);
  return value;
}

async function overLog(plan: Plan, platform: Platform): Promise<void> {
  if (plan.from.kind !== 'log') return;
  const progress = new Progress({ unit: 'events', json: plan.json });
  const documents = await loggedDocuments(platform, plan.from, progress).finally(() => progress.end());
  await new Replay(plan).run(sampled(documents, plan.sample), platform.settings);
}

/** Replays a corpus, which needs neither log nor stores. */
async function overCorpus(plan: Plan): Promise<void> {
  if (plan.from.kind !== 'corpus') return;
  const settings = readSettings({ LOG_LEVEL: 'warn', ...process.env, KAFKA_BROKERS: '' }, false);
  const { folder, format, against } = plan.from;
  const documents = corpusDocuments(folder, format, against, settings.MAX_URL_BYTES);
  await new Replay(plan).run(sampled(documents, plan.sample), settings);
}

endWithReader('replay');
try {
  makePrivate();
  const plan = understood(USAGE, () => planOf(process.argv.slice(2)));
  if (plan.from.kind === 'corpus') await overCorpus(plan);
  else await withPlatform('replay', platform => overLog(plan, platform));
} catch (error) {
  fail('replay', error);
}

/** `npm run stack -- up|status|down`: runs real Kafka, Redis and S3 servers on loopback. See docs/operations.md. */
import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { moment } from '../commands/moments.ts';
import * as docker from './docker.ts';
import { withLock } from './lock.ts';
import * as native from './native.ts';
import { dashboard, printed } from './observability/dashboard.ts';
import { picture as drawn } from './observability/picture.ts';
import * as observability from './observability/servers.ts';
import { ensureState, readState, STACK_DIR, settingsOf } from './state.ts';
import { say } from './tools.ts';

const USAGE = `usage: npm run stack -- up [--versitygw] [--observability] | prepare [--versitygw] | status | dashboard [NAME] [--at TIME] [--picture FILE [--minutes N]] | down [--wipe]
  up               starts what is not running; prints the settings to export, one NAME=value a line
  --versitygw      starts the second S3 server too
  --observability  starts Prometheus with our rules and an OpenTelemetry collector too, as processes of this machine
  prepare          fetches and builds what \`up\` would, and starts nothing; where Docker answers there is nothing to prepare
  status           what runs, one server a line; exit code 1 if something is missing
  dashboard        what a dashboard of deploy/grafana shows: overview (the default), stages, plans, servers; beside it an hour before
  --at             as it was then: 2026-11-24T01:45Z, or so long ago: 90m
  --picture        of the 60 minutes before, or so many, as an SVG file
  down             stops everything and keeps the data; --wipe deletes it
in a shell: set -a; eval "$(npm run -s stack -- up)"; set +a   (-s, or npm prints its own lines first)
environment: STACK_DIR, STACK_PORT_BASE (first of 7 ports), STACK_ENGINE=native|docker, TEXTRAIL_CACHE_DIR`;

async function up(withVersitygw: boolean, withObservability: boolean): Promise<void> {
  const state = await ensureState();
  const engine = (await docker.dockerAnswers()) ? docker : native;
  await engine.up(state, withVersitygw);
  if (withObservability) await observability.up(state);
  const settings = {
    ...settingsOf(state, withVersitygw),
    ...(withObservability ? observability.observabilitySettings(state) : {}),
  };
  for (const [name, value] of Object.entries(settings)) process.stdout.write(`${name}=${value}\n`);
}

async function prepare(withVersitygw: boolean): Promise<void> {
  if (!(await docker.dockerAnswers())) await native.prepare(withVersitygw);
}

async function down(wipe: boolean): Promise<void> {
  const state = readState();
  if (state) {
    await observability.down(state);
    await ((await docker.dockerAnswers()) ? docker : native).down(state);
  }
  if (wipe) rmSync(STACK_DIR, { recursive: true, force: true });
}

async function status(): Promise<void> {
  const state = readState();
  if (!state) {
    console.log('no stack here yet');
    process.exitCode = 1;
  } else if (await docker.dockerAnswers()) {
    process.stdout.write(await docker.status(state));
  } else {
    const servers = await native.status(state);
    for (const { name, port, pid } of servers)
      console.log(`${name}\t${pid ? `up\tpid ${pid}` : 'down'}\tport ${port}`);
    if (servers.some(({ name, pid }) => !pid && name !== 'versitygw')) process.exitCode = 1;
  }
  // Only shown if they run: they are optional.
  for (const { name, port, pid } of state ? await observability.running(state) : [])
    console.log(`${name}\tup\tpid ${pid}\tport ${port}`);
}

/** Default length of a picture in minutes. */
const PICTURE_MINUTES = '60';

interface Shown {
  name: string;
  /** Epoch seconds. */
  at: number;
  picture: string | undefined;
  minutes: number;
}

/** Parses `[NAME] [--at TIME] [--picture FILE [--minutes N]]`; undefined for anything else. */
function shownDashboard(words: string[]): Shown | undefined {
  const options = {
    at: { type: 'string' },
    picture: { type: 'string' },
    minutes: { type: 'string' },
  } as const;
  try {
    const { values, positionals } = parseArgs({ args: words, options, allowPositionals: true });
    const { at = '0s', picture, minutes = PICTURE_MINUTES } = values;
    const seconds = Math.floor(moment('--at', at, Date.now()) / 1000);
    if (!/^[1-9]\d*$/.test(minutes) || positionals.length > 1) return undefined;
    return { name: positionals[0] ?? 'overview', at: seconds, picture, minutes: Number(minutes) };
  } catch {
    return undefined;
  }
}

async function showDashboard({ name, at, picture, minutes }: Shown): Promise<void> {
  const state = readState();
  if (!state || (await observability.running(state)).length === 0)
    throw new Error(
      'Prometheus does not run here; npm run stack -- up --observability starts it, and the servers',
    );
  const prometheus = observability.prometheusAddress(state);
  const model = dashboard(name);
  if (picture === undefined) console.log((await printed(prometheus, model, at)).join('\n'));
  else writeFileSync(picture, await drawn(prometheus, model, { from: at - minutes * 60, to: at }));
}

/** The flags of each verb. */
const FLAGS = new Map([
  ['up', ['--versitygw', '--observability']],
  ['prepare', ['--versitygw']],
  ['status', []],
  ['down', ['--wipe']],
]);

async function main(verb: string, flags: string[]): Promise<void> {
  const lock = join(STACK_DIR, 'lock');
  const shown = verb === 'dashboard' ? shownDashboard(flags) : undefined;
  const isKnown = flags.every(flag => FLAGS.get(verb)?.includes(flag));
  if (verb === 'up' && isKnown)
    await withLock(lock, () => up(flags.includes('--versitygw'), flags.includes('--observability')));
  else if (verb === 'prepare' && isKnown) await withLock(lock, () => prepare(flags.includes('--versitygw')));
  else if (verb === 'down' && isKnown) await withLock(lock, () => down(flags.includes('--wipe')));
  else if (verb === 'status' && isKnown) await status();
  else if (verb === 'dashboard' && shown !== undefined) await showDashboard(shown);
  else if (verb === '--help' || verb === '-h') process.stdout.write(`${USAGE}\n`);
  else {
    process.stderr.write(`${USAGE}\n`);
    process.exitCode = 2;
  }
}

const [verb = '', ...flags] = process.argv.slice(2);
main(verb, flags).catch((error: Error) => {
  say(error.message);
  process.exitCode = 1;
});

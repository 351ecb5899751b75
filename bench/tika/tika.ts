/**
 * `npm run bench -- tika`: the embedded service and Tika's parsers behind a bare HTTP server, in turns, with wrk as the
 * load. Tika returns text only, keeps no log and no limits, and parses in its own process.
 */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buildOnce, fetchJars } from '../../stack/build-once.ts';
import { ensureTools, JAVA, onPath, run, type Tool } from '../../stack/tools.ts';
import { freePort } from '../../tests/support/free-ports.ts';
import { FORM_TYPE, form, linesPdf, percentiles, TINY_HTML } from '../load.ts';
import { startService } from '../service.ts';

const WRK: Tool = { command: 'wrk', debianPackage: 'wrk', elsewhere: 'wrk (brew install wrk)' };
const VERSION = '3.2.3';
/**
 * Turns Nagle's algorithm off (RFC 9293, 3.7.4), which the JDK's server leaves on: callers on kept connections would
 * wait 40 ms for a delayed ACK.
 */
const NO_DELAY = '-Dsun.net.httpserver.nodelay=true';
/** A JVM goes on compiling hot code for many seconds. */
const WARM_SECONDS = 20;
const SECONDS = 8;
const ROUNDS = 3;
const LINES_A_PAGE = 40;
/** Milliseconds by wrk's units. */
const UNITS: Readonly<Record<string, number>> = { us: 0.001, ms: 1, s: 1000 };

interface Side {
  url: string;
  method: 'POST' | 'PUT';
  headers: Record<string, string>;
  body: (document: Buffer) => Buffer;
}

interface Rate {
  perSecond: number;
  p50: number;
}

export async function tika(): Promise<void> {
  await ensureTools([WRK, ...(onPath('java') ? [] : [JAVA])]);
  const pom = join(import.meta.dirname, 'pom.xml');
  const jars = await buildOnce(`tika-${VERSION}`, folder => fetchJars(pom, folder));
  const folder = mkdtempSync(join(tmpdir(), 'textrail-tika-'));
  const [service, other] = [await startService(), await startTika(jars)];
  const ours: Side = {
    url: `${service.base}/v1/extract`,
    method: 'POST',
    headers: { authorization: `Bearer ${service.key}`, 'content-type': FORM_TYPE },
    body: form,
  };
  const theirs: Side = { url: other.url, method: 'PUT', headers: {}, body: document => document };
  try {
    console.log('document       callers   Textrail/s  p50 ms   Tika/s  p50 ms   ratio of rates (each round)');
    for (const [name, document] of Object.entries({
      'tiny HTML': TINY_HTML,
      'one-page PDF': linesPdf(1, LINES_A_PAGE),
    }))
      for (const callers of [1, 16]) {
        const sides = [ours, theirs].map(side => script(folder, side, document));
        const rounds: Rate[][] = [];
        for (const [at, side] of [ours, theirs].entries())
          await wrk(side.url, sides[at] ?? '', callers, WARM_SECONDS);
        for (let round = 0; round < ROUNDS; round++) {
          const one = await wrk(ours.url, sides[0] ?? '', callers, SECONDS);
          rounds.push([one, await wrk(theirs.url, sides[1] ?? '', callers, SECONDS)]);
        }
        const middle = (side: number, figure: keyof Rate) =>
          percentiles(rounds.map(each => each[side]?.[figure] ?? 0)).p50;
        const ratios = rounds.map(([one, two]) => ((one?.perSecond ?? 0) / (two?.perSecond ?? 1)).toFixed(2));
        console.log(
          `${name.padEnd(14)}${String(callers).padStart(8)}${middle(0, 'perSecond').toFixed(0).padStart(13)}${middle(0, 'p50').toFixed(2).padStart(8)}${middle(1, 'perSecond').toFixed(0).padStart(9)}${middle(1, 'p50').toFixed(2).padStart(8)}   ${ratios.join(' ')}`,
        );
      }
  } finally {
    other.process.kill();
    await service.stop();
    rmSync(folder, { recursive: true });
  }
}

async function startTika(jars: string): Promise<{ url: string; process: ChildProcess }> {
  const port = await freePort();
  const program = join(import.meta.dirname, 'TikaServer.java');
  const child = spawn('java', ['-Xmx1g', NO_DELAY, '-cp', `${jars}/*`, program, String(port)], {
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  await Promise.race([
    once(child.stdout, 'data'),
    once(child, 'exit').then(([code]) => Promise.reject(new Error(`Tika ended with ${code}`))),
  ]);
  return { url: `http://127.0.0.1:${port}/tika`, process: child };
}

/** Writes wrk's request as a Lua script and returns its path. wrk itself counts statuses other than 200. */
function script(folder: string, { method, headers, body }: Side, document: Buffer): string {
  const path = join(folder, `${method}-${document.length}.lua`);
  const bytes = [...body(document)].map(byte => `\\${String(byte).padStart(3, '0')}`).join('');
  const named = Object.entries(headers).map(([name, value]) => `wrk.headers["${name}"] = "${value}"`);
  writeFileSync(path, [`wrk.method = "${method}"`, ...named, `wrk.body = "${bytes}"`, ''].join('\n'));
  return path;
}

async function wrk(url: string, lua: string, callers: number, seconds: number): Promise<Rate> {
  const flags = ['--latency', '-t1', `-c${callers}`, `-d${seconds}s`, '--timeout', '30s', '-s', lua, url];
  const out = await run(onPath('wrk') ?? 'wrk', flags);
  if (/Non-2xx/.test(out)) throw new Error(`${url} refused documents:\n${out}`);
  const [, p50 = '0', unit = 'ms'] = /50%\s+([\d.]+)(us|ms|s)/.exec(out) ?? [];
  return {
    perSecond: Number(/Requests\/sec:\s+([\d.]+)/.exec(out)?.[1]),
    p50: Number(p50) * (UNITS[unit] ?? 1),
  };
}

import assert from 'node:assert/strict';
import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { openSync } from 'node:fs';
import { describe, it } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { LogLines } from './log-lines.ts';

/** A destination for lines that fails on demand, and takes at most `most` bytes in a call. */
class Place {
  text = '';
  failing: string | undefined;
  most = Number.POSITIVE_INFINITY;
  private hanging: (() => void) | undefined;

  write = async (bytes: Uint8Array): Promise<number> => {
    if (this.hanging !== undefined) await new Promise<void>(resolve => (this.hanging = resolve));
    return this.writeNow(bytes);
  };

  writeNow = (bytes: Uint8Array): number => {
    if (this.failing !== undefined) throw Object.assign(new Error(this.failing), { code: this.failing });
    const taken = Math.min(this.most, bytes.length);
    this.text += Buffer.from(bytes.subarray(0, taken)).toString();
    return taken;
  };

  hang(): void {
    this.hanging = () => undefined;
  }

  goOn(): void {
    this.hanging?.();
    this.hanging = undefined;
  }
}

const turn = () => sleep(5);

describe('the lines of the log', () => {
  it('are written in order and whole, however little is taken at a time', async () => {
    const place = new Place();
    place.most = 3;
    const lines = new LogLines(place);
    lines.write('first\n');
    lines.write('second line\n');
    await turn();
    assert.equal(place.text, 'first\nsecond line\n');
  });

  for (const code of ['ENOSPC', 'EIO', 'EPIPE', 'EBADF'])
    it(`that meet ${code} are lost, and nothing else is: what comes later is written again`, async () => {
      const place = new Place();
      place.failing = code;
      const lines = new LogLines(place);
      lines.write('lost\n');
      await turn();
      lines.flushSync();
      place.failing = undefined;
      lines.write('kept\n');
      await turn();
      assert.equal(place.text, 'kept\n');
    });

  it('are written however many there are in all: the ceiling is for those that wait', async () => {
    const place = new Place();
    const lines = new LogLines(place);
    for (let kilobytes = 0; kilobytes < 3_000; kilobytes++) {
      lines.write(`${'x'.repeat(1_023)}\n`);
      if (kilobytes % 100 === 99) await turn();
    }
    await turn();
    assert.equal(place.text.length, 3_000 * 1_024);
  });

  it('wait for a reader who is busy, and are lost beyond a megabyte', async () => {
    const place = new Place();
    place.failing = 'EAGAIN';
    const lines = new LogLines(place);
    lines.write('patient\n');
    await turn();
    for (let line = 0; line < 2_000; line++) lines.write(`${'x'.repeat(1_023)}\n`);
    place.failing = undefined;
    await sleep(200);
    assert.match(place.text, /^patient\n/);
    assert.ok(place.text.length < 1.1 * 1024 * 1024 && place.text.length > 0.9 * 1024 * 1024);
  });

  it('that still wait at the end of the process are written then, and none twice', async () => {
    const place = new Place();
    place.hang();
    const lines = new LogLines(place);
    lines.write('begun\n');
    lines.write('waiting\n');
    lines.flushSync();
    place.goOn();
    await turn();
    assert.deepEqual(place.text.split('\n').toSorted(), ['', 'begun', 'waiting']);
  });

  it('at the end of the process a reader who is busy is waited for, and one who has gone is not', () => {
    const flushed = (code: string) => {
      const place = new Place();
      place.hang();
      const lines = new LogLines(place);
      lines.write('begun\n');
      lines.write('last\n');
      let attempts = 0;
      const { writeNow } = place;
      place.writeNow = bytes => {
        place.failing = ++attempts < 3 ? code : undefined;
        return writeNow(bytes);
      };
      lines.flushSync();
      return [attempts, place.text];
    };
    assert.deepEqual(flushed('EAGAIN'), [3, 'last\n']);
    assert.deepEqual(flushed('EPIPE'), [1, '']);
  });

  it('each line names the role that wrote it, since all roles are read in one stream', () => {
    const telemetry = new URL('telemetry.ts', import.meta.url).href;
    const program = `
      const { createLogger } = await import('${telemetry}');
      createLogger('info', 'projector').info('stopping');
      createLogger('info').info('of the whole service');
    `;
    const { stderr } = spawnSync(process.execPath, ['--input-type=module', '-e', program], {
      encoding: 'utf8',
    });
    const lines = stderr
      .trim()
      .split('\n')
      .map(line => JSON.parse(line));
    assert.deepEqual(
      lines.map(({ role, msg }) => [role, msg]),
      [
        ['projector', 'stopping'],
        [undefined, 'of the whole service'],
      ],
    );
  });

  it('a file that is full keeps no process from going on, nor from its end', async () => {
    const telemetry = new URL('telemetry.ts', import.meta.url).href;
    const program = `
      const { createTelemetry } = await import('${telemetry}');
      const { logger } = createTelemetry('info');
      logger.info('one');
      setTimeout(() => { logger.fatal('two'); process.stdout.write('went on'); process.exit(3); }, 200);
    `;
    const child = spawn(process.execPath, ['--input-type=module', '-e', program], {
      stdio: ['ignore', 'pipe', openSync('/dev/full', 'w')],
      timeout: 20_000,
      killSignal: 'SIGKILL',
    });
    let said = '';
    child.stdout?.on('data', chunk => {
      said += chunk;
    });
    const [code, signal] = await once(child, 'close');
    assert.deepEqual([code, signal, said], [3, null, 'went on']);
  });
});

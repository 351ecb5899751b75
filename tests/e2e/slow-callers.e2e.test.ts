/** Callers who send or read slowly, on purpose or not: they hold up only themselves, and not for long. */
import assert from 'node:assert/strict';
import { after, afterEach, before, describe, test } from 'node:test';
import { LEAST_BYTES } from '../../services/ingest/pace.ts';
import { html, page } from '../support/documents.ts';
import { issueKey, type TestKey } from '../support/keys.ts';
import { suite } from '../support/mode.ts';
import { fileBody, MULTIPART } from '../support/multipart.ts';
import { residentMb, type Service, startService } from '../support/service.ts';
import { sleep, until } from '../support/waiting.ts';
import { requestHead, Wire } from '../support/wire.ts';

/** The STALL_MS of the service under test. */
const STALL_MS = 1_000;
/** Time within which a caller who is too slow is given up: a window and a look or two, on a busy machine. */
const SOON_MS = 10 * STALL_MS;
const DEFAULT_RATE = 60;
const WAITING = 64;
/** Polls that a key with the default rate may send (services/ingest/poll-limit.ts). */
const POLLS_PER_SECOND = 600;
/**
 * Paragraphs of a result of 0.9 MB, which is sent whole, and of one of 7.1 MB, which is streamed. For a reader who
 * reads nothing the kernel buffered 4.2 to 4.3 MB (`tcp_wmem` and an initial `tcp_rmem`), so of a result of that size
 * nothing would be left to wait for.
 */
const WHOLE_PARAGRAPHS = 950;
const STREAMED_PARAGRAPHS = 7_500;
/**
 * Most growth of memory by the answers of ten sockets that never read: for each a piece or a whole answer, and what
 * Node needs besides. Measured: 41 to 74 MB, depending on when it collects garbage; without a bound 580.
 */
const UNREAD_GROWTH_MB = 150;

describe(suite('a slow caller'), () => {
  let service: Service;
  let key: TestKey;
  let wires: Wire[] = [];
  before(async () => {
    service = await startService({
      STALL_MS: String(STALL_MS),
      MAX_CONNECTIONS: '200',
      COMPAT: 'tika,openwebui,docling',
      MCP: 'on',
    });
    key = await issueKey(service);
  });
  afterEach(() => {
    for (const wire of wires) wire.destroy();
    wires = [];
  });
  after(() => service.dispose());

  const open = (options?: { reads?: boolean }): Wire => {
    const wire = new Wire(service, options);
    wires.push(wire);
    return wire;
  };
  const authorized = ({ apiKey }: TestKey) => `Authorization: Bearer ${apiKey}`;
  const upload = (by: TestKey, bytes: number, target = '/v1/extract') =>
    requestHead('POST', target, [authorized(by), `Content-Type: ${MULTIPART}`, `Content-Length: ${bytes}`]);
  /** The head of an upload of 1 MB and `sent` bytes of it. */
  const begun = (by: TestKey, sent: number): Wire => {
    const body = fileBody(Buffer.alloc(1_000_000, ' '));
    return open().send(upload(by, body.length)).send(body.subarray(0, sent));
  };
  const trickle = (some: readonly Wire[]): NodeJS.Timeout =>
    setInterval(() => {
      for (const { socket } of some) if (socket.writable) socket.write(' ');
    }, STALL_MS / 4);

  /** The number of connections cut, from the service's metrics: a paused socket does not notice that it was cut. */
  const cuts = async (): Promise<number> => {
    const { text } = await key.client.send('/metrics');
    return Number(/^textrail_connections_cut_total\{why="unread_answer"\} (\d+)$/m.exec(text)?.[1] ?? 0);
  };

  describe('who sends', () => {
    test('no whole head is answered 408 in time, though a byte comes now and then', async () => {
      const wire = open().send('GET /v1/extract/none HTTP/1.1\r\nHost: x\r\nX-Slow: ');
      const drops = trickle([wire]);
      const { status, body } = await wire.first(SOON_MS);
      clearInterval(drops);
      assert.equal(status, 408);
      assert.equal(JSON.parse(body).error.code, 'timeout');
      await wire.end(SOON_MS);
    });

    test('nothing at all on a new connection is closed without a word', async () => {
      const wire = open();
      await wire.end(SOON_MS);
      assert.equal(wire.text, '');
    });

    for (const [what, sent] of [
      ['a small body', 1_000],
      ['a large one', 400_000],
    ] as const) {
      test(`${what} drop by drop is answered 408, and blamed for nothing`, async () => {
        const caller = await issueKey(service);
        const wire = begun(caller, sent);
        const drops = trickle([wire]);
        const { status, body } = await wire.first(SOON_MS);
        clearInterval(drops);
        assert.equal(status, 408, body);
        assert.equal(JSON.parse(body).error.code, 'timeout');
        await wire.end(SOON_MS);
      });
    }

    for (const [method, target, body] of [
      ['PUT', '/tika-compat/tika', '<p>'],
      ['PUT', '/openwebui-compat/process', '<p>'.repeat(100_000)],
      ['POST', '/docling-compat/v1/convert/source', '{"sources":"'],
      ['POST', '/mcp', '{"jsonrpc":"'],
    ] as const) {
      test(`a body without a form, to ${target}, drop by drop is answered 408 as well`, async () => {
        const wire = open().send(requestHead(method, target, [authorized(key), 'Content-Length: 1000000']));
        const drops = trickle([wire.send(body)]);
        const { status, head } = await wire.first(SOON_MS);
        clearInterval(drops);
        assert.equal(status, 408, head);
        await wire.end(SOON_MS);
      });
    }

    test('slowly and steadily, above the least rate, is served', async () => {
      const body = fileBody(Buffer.concat([html(), Buffer.alloc(500_000, ' ')]));
      // A caller who stood still on a busy machine did not send steadily, and tries again.
      const status = await until('a caller who sends steadily', async () => {
        const wire = open().send(upload(key, body.length));
        let longestMs = 0;
        for (let at = 0; at < body.length; at += 50_000) {
          const sentAt = performance.now();
          wire.send(body.subarray(at, at + 50_000));
          await sleep(STALL_MS / 3);
          longestMs = Math.max(longestMs, performance.now() - sentAt);
        }
        const { status } = await wire.first();
        return status === 200 || longestMs < STALL_MS / 2 ? status : undefined;
      });
      assert.equal(status, 200);
    });

    test('on as many connections as two keys can have does not hold up a third caller', async () => {
      const [one, two] = [await issueKey(service), await issueKey(service)];
      const slow = [one, two].flatMap(by => Array.from({ length: 20 }, () => begun(by, 400_000)));
      await sleep(STALL_MS / 2);
      const drops = trickle(slow);
      const beginning = Date.now();
      const answer = await key.client.extract({
        file: Buffer.concat([html(), Buffer.alloc(1_000_000, ' ')]),
      });
      clearInterval(drops);
      assert.equal(answer.status, 200);
      assert.ok(Date.now() - beginning < 5 * STALL_MS, `${Date.now() - beginning} ms`);
    });
  });

  describe('who reads nothing', () => {
    const paragraphs = (count: number) =>
      Buffer.from(
        `<!DOCTYPE html><body>${`<p>${'It goes on and on. '.repeat(50)}</p>`.repeat(count)}</body>`,
      );
    const finished = async (by: TestKey, count: number) => {
      const job = await by.client.accepted({ file: paragraphs(count) });
      await by.client.finished(job, 60_000);
      return requestHead('GET', `/v1/extract/${job}`, [authorized(by)]);
    };

    test('on ten connections with 64 polls each costs a bounded memory, and is cut off', async () => {
      const poll = await finished(key, WHOLE_PARAGRAPHS);
      const [atRest, cutBefore] = [residentMb(service), await cuts()];
      const readers = Array.from({ length: 10 }, () => open({ reads: false }).send(poll.repeat(WAITING)));
      let most = 0;
      const end = Date.now() + STALL_MS;
      while (Date.now() < end) {
        most = Math.max(most, residentMb(service) - atRest);
        await sleep(50);
      }
      assert.ok(most < UNREAD_GROWTH_MB, `${most} MB`);
      await until('them to be cut off', async () => (await cuts()) >= cutBefore + readers.length, SOON_MS);
    });

    test('of results that come in pieces, under two keys, is cut off and blocks no third', async () => {
      const keys = [await issueKey(service), await issueKey(service)];
      const polls = await Promise.all(keys.map(one => finished(one, STREAMED_PARAGRAPHS)));
      const own = await finished(key, STREAMED_PARAGRAPHS);
      const cutBefore = await cuts();
      for (const poll of polls) for (let reader = 0; reader < 8; reader++) open({ reads: false }).send(poll);
      await sleep(STALL_MS / 4);
      const { status } = await open().send(own).first(SOON_MS);
      assert.equal(status, 200);
      await until('them to be cut off', async () => (await cuts()) >= cutBefore + 16, SOON_MS);
    });
  });

  describe('who asks without end', () => {
    test('is told to come again, and another key is served', async t => {
      const flooding = await issueKey(service, { rate: DEFAULT_RATE });
      const poll = requestHead('GET', '/v1/extract/none', [authorized(flooding)]);
      const flood = Array.from({ length: 4 }, () => open());
      let statuses: number[] = [];
      const begun = Date.now();
      for (let round = 1; round <= 20 && !statuses.includes(503); round++) {
        for (const wire of flood) wire.send(poll.repeat(WAITING));
        const answers = await Promise.all(flood.map(wire => wire.answered(round * WAITING)));
        statuses = answers.flat().map(({ status }) => status);
      }
      const perSecond = (1_000 * statuses.length) / (Date.now() - begun);
      if (!statuses.includes(503) && perSecond < 1.5 * POLLS_PER_SECOND)
        return t.skip(`this machine answers ${Math.round(perSecond)} polls a second, and none is too many`);
      assert.deepEqual([...new Set(statuses)].toSorted(), [404, 503]);
      assert.ok(flood.some(({ text }) => /HTTP\/1\.1 503 [\s\S]*Retry-After: \d/i.test(text)));
      assert.equal((await key.client.poll('none')).status, 404);
    });

    test('is given no more of several addresses than of one', async () => {
      const flooding = await issueKey(service, { rate: DEFAULT_RATE });
      const flood = ['/v1/extract/none', '/v1/jobs/none', '/v1/jobs/none/events'].map(path => ({
        wire: open(),
        request: requestHead('GET', path, [authorized(flooding)]),
      }));
      const [rounds, begunAt] = [20, performance.now()];
      for (let round = 1; round <= rounds; round++) {
        for (const { wire, request } of flood) wire.send(request.repeat(WAITING));
        await Promise.all(flood.map(({ wire }) => wire.answered(round * WAITING)));
      }
      const seconds = (performance.now() - begunAt) / 1_000;
      const answers = (await Promise.all(flood.map(({ wire }) => wire.answered(rounds * WAITING)))).flat();
      const served = answers.filter(({ status }) => status === 404).length;
      assert.ok(served <= POLLS_PER_SECOND * (2 + seconds), `${served} in ${seconds.toFixed(1)} s`);
    });

    test('more at once than a connection may ask is cut off', async () => {
      const wire = open().send(requestHead('GET', '/healthz').repeat(2 * WAITING));
      await wire.end(SOON_MS);
    });

    test('connections beyond the ceiling take the place of idle ones, and never of one that is at work', async () => {
      const body = fileBody(Buffer.alloc(1_000_000, ' '));
      const head = upload(key, body.length).replace('\r\n\r\n', '\r\nExpect: 100-continue\r\n\r\n');
      const working = open().send(head);
      assert.equal((await working.first()).status, 100);
      // Keep it at work for as long as the others take on a busy machine: send a window's minimum several times a
      // window.
      let sent = 0;
      const send = (bytes: number) => {
        working.send(body.subarray(sent, sent + bytes));
        sent += bytes;
        return working;
      };
      const work = setInterval(() => {
        if (sent + 2 * LEAST_BYTES < body.length) send(LEAST_BYTES);
      }, STALL_MS / 3);
      const idle = Array.from({ length: 260 }, () => open());
      await until('idle ones to be closed', () => idle.filter(({ closed }) => closed).length >= 60, SOON_MS);
      clearInterval(work);
      const [, answer] = await send(body.length).answered(2);
      assert.equal(answer?.status, 415);
      assert.equal((await key.client.extract({ file: page('served') })).status, 200);
    });
  });
});

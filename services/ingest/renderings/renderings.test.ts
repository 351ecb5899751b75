import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Element, JsonSuccess } from '../../../schemas/api.ts';
import type { Order } from './order.ts';
import { render } from './render.ts';
import { Renderings } from './renderings.ts';

const MARKDOWN: Order = {
  as: 'docling',
  asked: { formats: ['md'], pageBreak: null, fileName: 'a' },
  processing_time: 0,
};
const here = () => false;

/** The body that POST /v1/extract answers. `pages`: each paragraph is on its own page. */
function resultOf(paragraphs: number, { pages = false } = {}): Buffer {
  const elements = Array.from(
    { length: paragraphs },
    (_, at): Element => ({
      type: 'paragraph',
      text: 'x',
      page: pages ? at + 1 : null,
      offset: 2 * at,
      bbox: null,
    }),
  );
  const metadata = {
    content_type: 'text/html',
    bytes: 1,
    chars: 2 * paragraphs,
    ocr: false,
    format: 'json' as const,
    tier: 'standard' as const,
    pages: pages ? paragraphs : null,
    vlm: false,
  };
  const result: JsonSuccess = { status: 'success', elements, metadata };
  return Buffer.from(JSON.stringify(result));
}

/** The longest time in ms for which the event loop served nothing else. */
async function longestTurn(work: Promise<unknown>): Promise<number> {
  let longest = 0;
  let isOver = false;
  const over = work.finally(() => {
    isOver = true;
  });
  for (let before = performance.now(); !isOver; before = performance.now()) {
    await sleep(1);
    longest = Math.max(longest, performance.now() - before);
  }
  await over;
  return longest;
}

const ATTEMPTS = 3;

describe('large results in other forms', () => {
  it('are rendered beside the event loop', async () => {
    const renderings = new Renderings();
    const json = resultOf(150_000);
    // Keep the shortest: other work on the machine can only lengthen a turn.
    let turn = Number.POSITIVE_INFINITY;
    for (let attempt = 0; attempt < ATTEMPTS; attempt++) {
      const work = Promise.all(
        Array.from({ length: 4 }, () => renderings.run('key', async () => json, MARKDOWN, here)),
      );
      turn = Math.min(turn, await longestTurn(work));
      const [body] = await work;
      assert.match(body?.toString() ?? '', /"md_content":"x\\n\\nx/);
    }
    const begun = performance.now();
    await render(json, MARKDOWN);
    const hereMs = performance.now() - begun;
    assert.ok(turn < hereMs / 2, `${Math.round(turn)} ms at a time, ${Math.round(hereMs)} ms in one here`);
  });

  it('of as many pages as elements take time in proportion', async () => {
    const renderings = new Renderings();
    const order: Order = { as: 'openwebui', source: 'a' };
    const json = resultOf(100_000, { pages: true });
    const begun = performance.now();
    const body = await renderings.run('key', async () => json, order, here);
    assert.equal(JSON.parse(body?.toString() ?? '').length, 100_000);
    const ms = performance.now() - begun;
    assert.ok(ms < 5_000, `${Math.round(ms)} ms`);
  });

  it('are made one at a time, the keys in turn, and none for a caller who has gone', async () => {
    const renderings = new Renderings();
    const order: string[] = [];
    const ask = (key: string, isGone = here) =>
      renderings.run(key, async () => Buffer.from(order.push(key) ? resultOf(1) : ''), MARKDOWN, isGone);
    const gone = ask('hog', () => true);
    const answers = await Promise.all([ask('hog'), ask('hog'), ask('hog'), ask('other'), gone]);
    assert.deepEqual(order, ['hog', 'other', 'hog', 'hog']);
    assert.equal(answers.at(-1), null);
  });

  it('that take all memory or time of their thread leave the next ones alone', async () => {
    for (const [program, code, longestMs] of [
      ['const held = []; for (;;) held.push(new Array(1e6).fill(held))', 'too_large', 60_000],
      ['for (;;);', 'timeout', 1_000],
    ] as const) {
      const thread = `data:text/javascript,${encodeURIComponent(
        `import { parentPort } from 'node:worker_threads';
         parentPort.on('message', ({ order }) => { if (order.source === 'evil') { ${program} } parentPort.postMessage({ body: null }); });`,
      )}`;
      const renderings = new Renderings(new URL(thread), longestMs);
      const ask = (source: string) =>
        renderings.run('key', async () => Buffer.from('{}'), { as: 'openwebui', source }, here);
      await assert.rejects(ask('evil'), { name: 'Refusal', code });
      assert.equal(await ask('good'), null);
    }
  });

  it('that are damaged are said to be, and nothing of their text is', async () => {
    const damaged = Buffer.from('{"status":"success","elements":[{"text":"The patient');
    const said = /^(?:Error: )?Error: a stored result is no JSON$/;
    await assert.rejects(render(damaged, MARKDOWN), said);
    const renderings = new Renderings();
    await assert.rejects(
      renderings.run('key', async () => damaged, MARKDOWN, here),
      said,
    );
  });

  it('survive a thread that ends when it has answered', async () => {
    const thread = `data:text/javascript,${encodeURIComponent(
      `import { parentPort } from 'node:worker_threads';
       parentPort.on('message', () => { parentPort.postMessage({ body: null }); setTimeout(() => { throw new Error('late'); }, 1); });`,
    )}`;
    const renderings = new Renderings(new URL(thread), 10_000);
    const ask = () =>
      renderings.run('key', async () => Buffer.from('{}'), { as: 'openwebui', source: 'a' }, here);
    assert.equal(await ask(), null);
    await sleep(200);
    assert.equal(await ask(), null);
    await sleep(200);
  });
});

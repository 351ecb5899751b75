/** The MCP server, called by the official client: over HTTP against the service, and through `textrail mcp` on standard input. */
import assert from 'node:assert/strict';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { after, before, describe, test } from 'node:test';
import { type McpClient, officialClient } from '../mcp-client/official-client.ts';
import { docx, page } from '../support/documents.ts';
import { issueKey, type TestKey } from '../support/keys.ts';
import { inEmbedded, suite } from '../support/mode.ts';
import { ROOT } from '../support/process.ts';
import { type Service, startService } from '../support/service.ts';
import { sleep } from '../support/waiting.ts';
import { requestHead, Wire } from '../support/wire.ts';

interface Said {
  isError?: boolean;
  texts: string[];
  structured: Record<string, unknown>;
}

async function call(client: McpClient, name: string, args: Record<string, unknown>): Promise<Said> {
  const result = await client.callTool({ name, arguments: args });
  return {
    isError: result.isError === true,
    texts: result.content.map(({ text = '' }) => text),
    structured: result.structuredContent ?? {},
  };
}

const base64 = (bytes: Uint8Array) => Buffer.from(bytes).toString('base64');

describe(suite('MCP over HTTP'), () => {
  let service: Service;
  let key: TestKey;
  const open: McpClient[] = [];
  before(async () => {
    service = await startService({ MCP: 'on' });
    key = await issueKey(service);
  });
  after(async () => {
    await Promise.all(open.map(client => client.close()));
    await service.dispose();
  });

  async function connected(apiKey: string): Promise<McpClient> {
    const { Client, StreamableHTTPClientTransport } = await officialClient();
    const client = new Client({ name: 'tests', version: '1.0.0' });
    const requestInit = { headers: { Authorization: `Bearer ${apiKey}` } };
    await client.connect(new StreamableHTTPClientTransport(new URL(`${service.base}/mcp`), { requestInit }));
    open.push(client);
    return client;
  }

  test('two tools are named', async () => {
    const { tools } = await (await connected(key.apiKey)).listTools();
    assert.deepEqual(
      tools.map(({ name }) => name),
      ['extract_document', 'get_job'],
    );
    assert.equal(tools[0]?.inputSchema.properties?.path, undefined);
  });

  test('requests, and bodies that break off, leave no line in the log', async () => {
    const before = service.log();
    const client = await connected(key.apiKey);
    for (let times = 0; times < 3; times++) await client.listTools();
    const fields = [`Authorization: Bearer ${key.apiKey}`, 'Content-Type: application/json'];
    const head = requestHead('POST', '/mcp', [...fields, 'Content-Length: 5000']);
    const halfClosed = new Wire(service, { allowHalfOpen: true }).send(`${head}{`);
    halfClosed.socket.end();
    const { status, body } = await halfClosed.first();
    assert.deepEqual([status, JSON.parse(body).error.code], [400, 'bad_request']);
    const cut = new Wire(service).send(`${head}{`);
    await sleep(100);
    cut.socket.resetAndDestroy();
    await client.listTools();
    assert.equal(service.log().slice(before.length), '');
  });

  test('a job that was asked for as text elsewhere is answered as that text, in pieces too', async () => {
    const job_id = await key.client.accepted({ file: page('Minutes of the board') });
    const { extracted_text } = (await key.client.finished(job_id)).body;
    const client = await connected(key.apiKey);
    const { isError, texts, structured } = await call(client, 'get_job', { job_id });
    assert.deepEqual([isError, texts], [false, [extracted_text]]);
    assert.equal(structured.pages, null);
    const piece = await call(client, 'get_job', { job_id, max_characters: 5, format: 'text' });
    assert.equal(piece.texts[0], extracted_text.slice(0, 5));
    assert.equal(piece.structured.next_offset, 5);
  });

  test('a document is read as Markdown, and is a job of its key', async () => {
    const client = await connected(key.apiKey);
    const content_base64 = base64(docx({ heading: 'Costs', paragraph: 'Low.' }));
    const { texts, structured } = await call(client, 'extract_document', { content_base64 });
    assert.deepEqual(texts, ['# Costs\n\nLow.\n']);
    assert.equal(structured.status, 'success');
    assert.equal((await key.client.poll(String(structured.job_id))).status, 200);
    const stranger = await connected((await issueKey(service)).apiKey);
    const denied = await call(stranger, 'get_job', { job_id: structured.job_id });
    assert.match(denied.texts[0] ?? '', /^not_found/);
  });

  test('a long document comes in pieces that are all of it', async () => {
    const client = await connected(key.apiKey);
    const text = 'ab🦊'.repeat(500);
    const first = await call(client, 'extract_document', {
      content_base64: base64(page(text)),
      format: 'text',
      max_characters: 999,
    });
    const pieces = [first.texts[0]];
    const { job_id } = first.structured;
    for (let next = first.structured.next_offset; next !== null; ) {
      const piece = await call(client, 'get_job', {
        job_id,
        format: 'text',
        offset: next,
        max_characters: 999,
      });
      pieces.push(piece.texts[0]);
      next = piece.structured.next_offset;
      assert.ok(pieces.length < 10);
    }
    assert.equal(pieces.join(''), `Page\n\n${text}`);
    assert.ok(pieces.every(piece => (piece ?? '').isWellFormed()));
    assert.match(first.texts[1] ?? '', /get_job with job_id/);
  });

  const wrong: [what: string, tool: string, args: Record<string, unknown>, code: RegExp][] = [
    ['no document', 'extract_document', {}, /^bad_request/],
    [
      'two of them',
      'extract_document',
      { url: 'https://a.example/', content_base64: 'eA==' },
      /^bad_request/,
    ],
    ['bytes that are none', 'extract_document', { content_base64: 'eHh4eA==' }, /^unsupported_format/],
    ['a private address', 'extract_document', { url: 'https://127.0.0.1/' }, /^fetch_failed/],
    ['an address that is not https', 'extract_document', { url: 'http://a.example/' }, /^bad_request/],
    ['a job that is none', 'get_job', { job_id: 'x' }, /^not_found/],
  ];
  for (const [what, tool, args, code] of wrong) {
    test(`${what} is an error that the model can read`, async () => {
      const { isError, texts } = await call(await connected(key.apiKey), tool, args);
      assert.equal(isError, true);
      assert.match(texts[0] ?? '', code);
    });
  }

  test('a quota that is used up is told', async () => {
    const poor = await connected((await issueKey(service, { quota: 0 })).apiKey);
    const { texts } = await call(poor, 'extract_document', { content_base64: base64(page('x')) });
    assert.match(texts[0] ?? '', /^quota_exceeded: .* Retry after \d+ s\.$/);
  });

  test('no large body is read for a key that has sent as many documents as it may', async () => {
    const { client, apiKey } = await issueKey(service, { rate: 1 });
    await client.text(page('the one of this minute'));
    const body = Readable.from([Buffer.alloc(100_000, ' ')]);
    const headers = { authorization: `Bearer ${apiKey}`, 'content-type': 'application/json' };
    const init = { method: 'POST', headers, body: Readable.toWeb(body), duplex: 'half' } as RequestInit;
    const answer = await fetch(`${service.base}/mcp`, init);
    assert.equal(answer.status, 429);
    assert.ok(Number(answer.headers.get('retry-after')) > 0);
    assert.match(await answer.text(), /"code":"rate_limited"/);
  });

  test('each call of a batch counts as a request', async () => {
    const { apiKey } = await issueKey(service, { rate: 60 });
    const ask = (id: number) => ({
      jsonrpc: '2.0',
      id,
      method: 'tools/call',
      params: { name: 'get_job', arguments: { job_id: 'none' } },
    });
    const body = JSON.stringify(Array.from({ length: 100 }, (_, id) => ask(id)));
    const accept = 'application/json, text/event-stream';
    const headers = { authorization: `Bearer ${apiKey}`, 'content-type': 'application/json', accept };
    const begunAt = performance.now();
    const batches = Array.from({ length: 60 }, async () => {
      const answer = await fetch(`${service.base}/mcp`, { method: 'POST', headers, body });
      await answer.text();
      return answer.status;
    });
    const statuses = await Promise.all(batches);
    const admitted = statuses.filter(status => status === 200).length;
    // 600 a second, and a burst of two seconds' worth (services/ingest/poll-limit.ts).
    const most = 1_200 + (600 * (performance.now() - begunAt)) / 1_000;
    assert.ok(admitted * 100 <= most, `${admitted} batches of 100 where ${Math.round(most)} calls may come`);
    assert.ok(admitted > 0);
  });

  test('a caller who asks for the end of his connection gets it behind the answer', async () => {
    const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'ping' });
    const fields = [
      `Authorization: Bearer ${key.apiKey}`,
      'Content-Type: application/json',
      'Accept: application/json, text/event-stream',
      `Content-Length: ${body.length}`,
      'Connection: close',
    ];
    const wire = new Wire(service).send(requestHead('POST', '/mcp', fields) + body);
    await wire.end();
    assert.match(wire.text, /"result":\{\}/);
  });

  test('nobody is served without a key', async () => {
    await assert.rejects(connected('dk_no_key'));
    const answer = await fetch(`${service.base}/mcp`, { method: 'POST', body: '{}' });
    assert.equal(answer.status, 401);
  });

  test('only POST is for it', async () => {
    const answer = await key.client.send('/mcp', { headers: key.client.authorization() });
    assert.deepEqual([answer.status, answer.headers.get('allow')], [405, 'POST']);
  });
});

// These tests need no service, so one mode is enough.
inEmbedded(() => {
  describe('MCP on standard input', () => {
    const folder = mkdtempSync(join(tmpdir(), 'textrail-mcp-'));
    after(() => rmSync(folder, { recursive: true, force: true }));

    test('reads files of this machine', async () => {
      const path = join(folder, 'costs.docx');
      writeFileSync(path, docx({ heading: 'Costs', paragraph: 'Low.' }));
      const { Client, StdioClientTransport } = await officialClient();
      const client = new Client({ name: 'tests', version: '1.0.0' });
      const args = [join(ROOT, 'commands/textrail/textrail.mjs'), 'mcp'];
      await client.connect(new StdioClientTransport({ command: process.execPath, args, cwd: folder }));
      try {
        const { texts, structured } = await call(client, 'extract_document', { path });
        assert.deepEqual(texts, ['# Costs\n\nLow.\n']);
        const again = await call(client, 'get_job', { job_id: structured.job_id, format: 'text', offset: 7 });
        assert.deepEqual(again.texts, ['Low.']);
        const missing = await call(client, 'extract_document', { path: join(folder, 'none.pdf') });
        assert.match(missing.texts[0] ?? '', /^unreadable: .*ENOENT/);
      } finally {
        await client.close();
      }
    });
  });
});

/** COMPAT: the routes of other services, called by those services' own clients (tests/compat/real_clients.py). */
import assert from 'node:assert/strict';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, type TestContext, test } from 'node:test';
import { docx } from '../support/documents.ts';
import { issueKey, type TestKey } from '../support/keys.ts';
import { suite } from '../support/mode.ts';
import { textPdf } from '../support/pdf-documents.ts';
import { execute, pythonPrograms } from '../support/python.ts';
import { type Service, startService } from '../support/service.ts';
import { until } from '../support/waiting.ts';
import { requestHead, Wire } from '../support/wire.ts';

const COMPAT_TESTS = join(import.meta.dirname, '..', 'compat');
const PAGE = `<h1>Minutes</h1><p>The board met &amp; left.</p><ul><li>one<ol><li>two</li></ol></li></ul>
<table><tr><th>a</th><th>b</th></tr><tr><td colspan="2">wide</td></tr></table>`;
const TEXT = 'Minutes\n\nThe board met & left.\n\n- one\n  1. two\n\na\tb\nwide';
const BROKEN = 'these bytes are no document';

describe(suite('compatible addresses'), () => {
  let service: Service;
  let key: TestKey;
  const folder = mkdtempSync(join(tmpdir(), 'textrail-compat-'));
  const documentPath = join(folder, 'minutes.html');
  const brokenPath = join(folder, 'broken.bin');
  before(async () => {
    writeFileSync(documentPath, PAGE);
    writeFileSync(brokenPath, BROKEN);
    service = await startService({ COMPAT: 'tika,openwebui,docling', ABUSE_THRESHOLD: '10000' });
    key = await issueKey(service);
  });
  after(async () => {
    await service.dispose();
    rmSync(folder, { recursive: true, force: true });
  });

  async function asked(t: TestContext, client: string) {
    const found = await pythonPrograms('compat', [
      { file: join(COMPAT_TESTS, 'requirements.txt') },
      { file: join(COMPAT_TESTS, 'wheels.txt'), wheels: true },
    ]);
    if ('missing' in found) {
      t.skip(found.missing);
      return undefined;
    }
    const env = {
      TEXTRAIL_BASE: service.base,
      TEXTRAIL_KEY: key.apiKey,
      TEXTRAIL_DOCUMENT: documentPath,
      TEXTRAIL_BROKEN: brokenPath,
      TIKA_LOG_PATH: folder,
      TEXTRAIL_WHEELS: join(found.programs, '..', 'wheels'),
    };
    const program = join(found.programs, 'python');
    const { code, output } = await execute(program, [join(COMPAT_TESTS, 'real_clients.py'), client], {
      env,
      cwd: folder,
    });
    assert.equal(code, 0, output);
    return JSON.parse(/^RESULT (.+)$/m.exec(output)?.[1] ?? 'null');
  }

  test('tika-python gets text, XHTML, metadata and types', async t => {
    const said = await asked(t, 'tika-python');
    if (said === undefined) return;
    for (const way of ['all', 'buffer', 'bearer']) assert.equal(said[way].content, `${TEXT}\n`, way);
    assert.equal(said.text.content, `${TEXT}\n`);
    assert.equal(said.all.metadata['Content-Type'], 'text/html');
    assert.equal(said.meta.metadata['Content-Length'], String(PAGE.length));
    assert.match(said.xml.content, /<h1>Minutes<\/h1>\n<p>The board met &amp; left.<\/p>/);
    assert.deepEqual([said.type, said.type_of_nothing], ['text/html', 'application/octet-stream']);
    assert.deepEqual([said.broken.status, said.broken.content], [415, null]);
    assert.equal(said.no_key.status, 401);
  });

  test('tika-client gets the same, from forms and gzipped bodies', async t => {
    const said = await asked(t, 'tika-client');
    if (said === undefined) return;
    assert.deepEqual([said.text, said.buffer, said.recursive], [`${TEXT}\n`, `${TEXT}\n`, [`${TEXT}\n`]]);
    assert.deepEqual([said.type, said.metadata, said.parsers], ['text/html', 'text/html', ['textrail']]);
    assert.match(said.html, /<td colspan="2">wide<\/td>/);
    assert.match(said.recursive_html[0], /<ul><li>one<ol><li>two/);
    assert.equal(said.broken, 415);
  });

  test('docling-serve-client gets Markdown, text, HTML and a document that docling-core takes for its own', async t => {
    const said = await asked(t, 'docling');
    if (said === undefined) return;
    assert.deepEqual([said.health, said.status, said.filename], ['ok', 'success', 'minutes.html']);
    assert.match(said.md, /^# Minutes\n\nThe board met & left\.\n\n- one\n {2}1\. two\n\n<table>/);
    assert.equal(said.from_source, said.md);
    assert.equal(said.text, TEXT);
    assert.match(said.html, /<h1>Minutes<\/h1>/);
    assert.deepEqual(said.broken[0], 'failure');
    assert.match(said.broken[1], /none of PDF/);
    assert.equal(said.unfetched, 'fetch_failed');
    assert.deepEqual(said.labels, ['title', 'text', 'list_item', 'list_item', 'table']);
    assert.match(said.docling_markdown, /# Minutes\n\nThe board met/);
    assert.match(said.tables[0], /colspan="2"/);
  });

  test('docling’s own client gets its documents as tasks', async t => {
    const said = await asked(t, 'docling-own');
    if (said === undefined) return;
    assert.deepEqual([said.health, said.status, said.file], ['ok', 'success', 'minutes.html']);
    assert.deepEqual(said.labels, ['title', 'text', 'list_item', 'list_item', 'table']);
    assert.match(said.markdown, /# Minutes\n\nThe board met/);
    assert.deepEqual([said.submitted, ...said.many], [said.markdown, said.markdown, said.markdown]);
    assert.equal(said.broken[0], 'failure');
    assert.match(said.broken[1], /none of PDF/);
    assert.equal(said.unfetched, 'fetch_failed');
  });

  test('a task is told in words that its clients know, and is nobody else’s', async () => {
    const other = await issueKey(service);
    const get = (path: string, { client } = key) =>
      client.send(`/docling-compat/v1${path}`, { headers: client.authorization() });
    const body = new FormData();
    body.set('to_formats', 'md');
    body.set('files', new Blob([PAGE]), 'minutes.html');
    const task = await key.client.send('/docling-compat/v1/convert/file/async', {
      method: 'POST',
      headers: key.client.authorization(),
      body,
    });
    const id: string = task.body.task_id;
    assert.deepEqual([task.status, task.body.task_status], [200, 'pending']);
    const ended = await until('its end', async () => {
      const { body: state } = await get(`/status/poll/${id}?wait=20`);
      return state.task_status === 'success' ? state : undefined;
    });
    assert.equal(ended.task_id, id);
    const result = await get(`/result/${id}`);
    assert.match(result.body.document.md_content, /^# Minutes/);
    assert.equal(result.body.document.json_content, null, 'what was not asked for is not there');
    const text = await key.client.accepted({ file: PAGE });
    await key.client.finished(text);
    const notATask = await get(`/result/${text}.md`);
    assert.deepEqual([notATask.status, notATask.body.detail], [404, 'Task not found.'], 'it has no elements');
    for (const path of [`/status/poll/${id}`, `/result/${id}`, '/result/none', '/result/none.md']) {
      const answer = await get(path, other);
      assert.deepEqual([answer.status, answer.body.detail], [404, 'Task not found.'], path);
    }
  });

  test('Open WebUI’s loaders get pages', async t => {
    const said = await asked(t, 'open-webui');
    if (said === undefined) return;
    const [[content, metadata]] = said.external;
    assert.match(content, /^# Minutes\n/);
    assert.deepEqual(metadata, { source: 'minutes.html', content_type: 'text/html', ocr: false });
    assert.match(said.broken, /415 .*unsupported_format/);
    assert.equal(said.tika[0][0], TEXT);
    assert.match(said.tika4[0][0], /^# Minutes/);
    assert.match(said.docling[0][0], /^# Minutes/);
  });

  const send = (path: string, init: RequestInit & { body?: string | Uint8Array<ArrayBuffer> }) =>
    key.client.send(path, {
      ...init,
      headers: { ...key.client.authorization(), ...(init.headers as Record<string, string>) },
    });

  test('pages of a document are told apart', async () => {
    const body = new Uint8Array(textPdf('The board met on Monday.'));
    const answer = await send('/openwebui-compat/process', { method: 'PUT', body });
    assert.equal(answer.status, 200, answer.text);
    assert.deepEqual([answer.body[0].metadata.page, answer.body[0].metadata.page_label], [0, '1']);
    const meta = await send('/tika-compat/meta', { method: 'PUT', body });
    assert.equal(meta.body['xmpTPg:NPages'], '1');
  });

  test('documents are counted, admitted and told as elsewhere', async () => {
    const poor = await issueKey(service, { quota: 1 });
    const put = (path: string) =>
      poor.client.send(path, {
        method: 'PUT',
        headers: poor.client.authorization(),
        body: new Uint8Array(docx()),
      });
    const first = await put('/openwebui-compat/process');
    assert.equal(first.status, 200, first.text);
    const job = await poor.client.poll(first.headers.get('x-service-job-id') ?? '');
    assert.equal(job.body.metadata.format, 'json');
    const second = await put('/openwebui-compat/process');
    assert.deepEqual([second.status, second.body.error.code], [429, 'quota_exceeded']);
    assert.ok(Number(second.headers.get('retry-after')) > 0);
    const third = await put('/tika-compat/tika');
    assert.deepEqual(
      [third.status, third.text, third.headers.get('x-service-error')],
      [429, '', 'quota_exceeded'],
    );
    const busy = await issueKey(service, { rate: 1 });
    const tika = () =>
      busy.client.send('/tika-compat/rmeta/text', {
        method: 'PUT',
        headers: busy.client.authorization(),
        body: PAGE,
      });
    assert.equal((await tika()).status, 200);
    assert.equal((await tika()).headers.get('x-service-error'), 'rate_limited');
  });

  test('a client that repeats its request, as docling’s does after a 504, gets the same job', async () => {
    const own = await issueKey(service);
    const convert = async (document: string, requestId: string) => {
      const body = new FormData();
      body.set('files', new Blob([document]), 'minutes.html');
      const headers = { ...own.client.authorization(), 'x-request-id': requestId };
      const answer = await own.client.send('/docling-compat/v1/convert/file', {
        method: 'POST',
        headers,
        body,
      });
      assert.equal(answer.status, 200, answer.text);
      return answer.headers.get('x-service-job-id');
    };
    const [first, ...others] = [
      await convert(PAGE, 'one'),
      await convert(PAGE, 'one'),
      await convert(`${PAGE} more`, 'one'),
      await convert(PAGE, 'two'),
    ];
    assert.equal(others[0], first, 'the same document under the same id');
    assert.equal(new Set(others).size, 3, 'another document, and another id');
  });

  const wrong: [
    what: string,
    path: string,
    init: RequestInit & { body?: string },
    status: number,
    code: string,
  ][] = [
    [
      'a coding that nobody knows',
      '/tika-compat/tika',
      { method: 'PUT', body: 'x', headers: { 'content-encoding': 'br' } },
      400,
      'bad_request',
    ],
    [
      'gzip that is none',
      '/tika-compat/tika',
      { method: 'PUT', body: 'x', headers: { 'content-encoding': 'gzip' } },
      400,
      'bad_request',
    ],
    ['no body', '/tika-compat/tika', { method: 'PUT' }, 415, 'unsupported_format'],
    ['a form that is none', '/tika-compat/tika/form', { method: 'POST', body: 'x' }, 400, 'bad_request'],
    [
      'JSON that is none',
      '/docling-compat/v1/convert/source',
      { method: 'POST', body: '{' },
      400,
      'bad_request',
    ],
    [
      'no source',
      '/docling-compat/v1/convert/source',
      { method: 'POST', body: '{"sources":[]}' },
      400,
      'bad_request',
    ],
    [
      'a target that is not ours',
      '/docling-compat/v1/convert/source',
      {
        method: 'POST',
        body: '{"sources":[{"kind":"http","url":"https://a.example/"}],"target":{"kind":"zip"}}',
      },
      501,
      'not_implemented',
    ],
    [
      'a place for results that there is none of',
      '/docling-compat/v1/convert/source/async',
      {
        method: 'POST',
        body: '{"sources":[{"kind":"http","url":"https://a.example/"}],"target":{"kind":"presigned_url"}}',
      },
      400,
      'bad_request',
    ],
    [
      'a private address',
      '/docling-compat/v1/convert/source',
      { method: 'POST', body: '{"sources":[{"kind":"http","url":"http://a.example/"}]}' },
      400,
      'bad_request',
    ],
  ];
  for (const [what, path, init, status, code] of wrong) {
    test(`${what} is ${code}`, async () => {
      const answer = await send(path, init);
      assert.deepEqual([answer.status, answer.headers.get('x-service-error')], [status, code], answer.text);
    });
  }

  test('Tika’s answer is what Accept asks for, whether the document comes plainly or in a form', async () => {
    const form = `--b\r\nContent-Disposition: form-data; name="upload"; filename="a"\r\n\r\n${PAGE}\r\n--b--\r\n`;
    for (const [accept, type, shown] of [
      ['text/plain', /^text\/plain/, /^Minutes\n/],
      ['text/html', /^text\/html/, /<h1>Minutes<\/h1>/],
      ['application/json', /^application\/json/, /"X-TIKA:content":"<html/],
      ['*/*', /^text\/plain/, /^Minutes\n/],
    ] as const) {
      const headers = { accept };
      const plainly = await send('/tika-compat/tika', { method: 'PUT', headers, body: PAGE });
      const inForm = { accept, 'content-type': 'multipart/form-data; boundary=b' };
      const formed = await send('/tika-compat/tika/form', { method: 'POST', headers: inForm, body: form });
      for (const answer of [plainly, formed]) {
        assert.match(answer.headers.get('content-type') ?? '', type, accept);
        assert.match(answer.text, shown, accept);
      }
    }
  });

  test('a form with two files is told so', async () => {
    const part = '--b\r\nContent-Disposition: form-data; name="files"; filename="a"\r\n\r\n<p>One</p>\r\n';
    const headers = { 'content-type': 'multipart/form-data; boundary=b' };
    const init = { method: 'POST', headers, body: `${part}${part}--b--\r\n` };
    const answer = await send('/docling-compat/v1/convert/file', init);
    assert.equal(answer.status, 400);
    assert.match(answer.text, /more than one file/);
  });

  test('JSON that is anything but a document is refused at its beginning', async () => {
    const headers = { 'x-api-key': key.apiKey, 'content-type': 'application/json' };
    for (const piece of ['[', '{"a":', '[],']) {
      const body = piece.repeat(12_000_000 / piece.length);
      const address = `${service.base}/docling-compat/v1/convert/source`;
      const answer = await fetch(address, { method: 'POST', headers, body });
      assert.equal(answer.status, 400);
      assert.match(await answer.text(), /far more values/);
    }
  });

  test('what is refused in the middle is read on, so that who sends all of it before he reads hears why', async () => {
    const chunk = `100000\r\n${'['.repeat(0x100000)}\r\n`;
    for (const [method, path, status] of [
      ['PUT', '/tika-compat/tika', 413],
      ['PUT', '/openwebui-compat/process', 413],
      ['POST', '/docling-compat/v1/convert/source', 400],
    ] as const) {
      const wire = new Wire(service, { allowHalfOpen: true });
      const fields = [`Authorization: Bearer ${key.apiKey}`, 'Transfer-Encoding: chunked'];
      wire.send(requestHead(method, path, fields));
      const sent = new Promise<string>(resolve => {
        wire.socket.write(`${chunk.repeat(24)}0\r\n\r\n`, error => resolve(error?.message ?? 'sent'));
      });
      assert.equal(await sent, 'sent', path);
      assert.equal((await wire.first()).status, status);
      wire.destroy();
    }
  });

  test('are not there unless they are asked for', async () => {
    assert.equal((await send('/unstructured-compat/general', { method: 'POST', body: 'x' })).status, 404);
  });
});

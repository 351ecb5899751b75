import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { suite } from '../support/mode.ts';
import { type Service, startService } from '../support/service.ts';

const FILES: [path: string, type: string][] = [
  ['/', 'text/html; charset=utf-8'],
  ['/console/main.js', 'text/javascript; charset=utf-8'],
  ['/console/console.css', 'text/css; charset=utf-8'],
  ['/console/icon.svg', 'image/svg+xml'],
  ['/console/pdf/pdf.min.mjs', 'text/javascript; charset=utf-8'],
  ['/console/pdf/pdf.worker.min.mjs', 'text/javascript; charset=utf-8'],
  ['/console/pdf/cmaps/78-H.bcmap', 'application/octet-stream'],
  ['/docs', 'text/html; charset=utf-8'],
  ['/docs/reference.js', 'text/javascript; charset=utf-8'],
  ['/docs/swagger/swagger-ui.css', 'text/css; charset=utf-8'],
];

describe(suite('pages'), () => {
  let service: Service;
  before(async () => {
    service = await startService();
  });
  after(() => service.dispose());

  for (const [path, type] of FILES)
    test(`${path} is served under a policy that lets nothing in, and not again to whoever has it`, async () => {
      const answer = await fetch(service.base + path);
      assert.equal(answer.status, 200);
      assert.equal(answer.headers.get('content-type'), type);
      assert.equal(answer.headers.get('x-content-type-options'), 'nosniff');
      assert.equal(answer.headers.get('cache-control'), 'no-cache');
      const policy = answer.headers.get('content-security-policy') ?? '';
      assert.match(policy, /^default-src 'none'; script-src 'self'; style-src 'self';/);
      assert.match(policy, /frame-ancestors 'none'/);
      assert.doesNotMatch(policy, /unsafe|https?:|\*/);
      assert.ok((await answer.arrayBuffer()).byteLength > 0);
      const headers = { 'if-none-match': answer.headers.get('etag') ?? '' };
      const again = await fetch(service.base + path, { headers });
      assert.equal(again.status, 304);
      assert.equal((await again.arrayBuffer()).byteLength, 0);
    });

  test('a page is not sent again through a proxy that has compressed it and marked its ETag as weak', async () => {
    const path = '/console/main.js';
    const tag = (await fetch(service.base + path)).headers.get('etag');
    for (const [known, status] of [
      [`W/${tag}`, 304],
      [`"another", W/${tag}`, 304],
      ['W/"another"', 200],
    ] as const) {
      const again = await fetch(service.base + path, { headers: { 'if-none-match': known } });
      await again.arrayBuffer();
      assert.equal(again.status, status, known);
    }
  });

  test('no markup holds a script or a style of its own', async () => {
    for (const path of ['/', '/docs']) {
      const text = await (await fetch(service.base + path)).text();
      assert.doesNotMatch(text, /<script>|<style|style=|\son\w+=|(src|href)="(https?:)?\/\//);
    }
  });

  test('only files of the pages are served', async () => {
    for (const path of [
      '/console/console-routes.ts',
      '/console/..%2Fconsole-routes.ts',
      '/console/%2e%2e%2f%2e%2e%2fserver.ts',
      '/console/pdf/pdf.mjs.map',
      '/console/pdf/..%2Fpackage.json',
      '/docs/swagger/package.json',
      '/console/',
    ]) {
      const answer = await fetch(service.base + path);
      assert.equal(answer.status, 404, path);
      assert.equal(JSON.parse(await answer.text()).error.code, 'not_found');
    }
  });

  test('CONSOLE=off leaves them out', async () => {
    const quiet = await startService({ CONSOLE: 'off' });
    try {
      for (const path of ['/', '/docs', '/console/main.js'])
        assert.equal((await fetch(quiet.base + path)).status, 404, path);
      assert.equal((await fetch(`${quiet.base}/openapi.json`)).status, 200);
    } finally {
      await quiet.dispose();
    }
  });
});

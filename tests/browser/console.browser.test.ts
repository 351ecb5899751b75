/** The console and the reference in a real browser. Screenshots are kept in .artifacts/. */
import assert from 'node:assert/strict';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import type { Browser, BrowserContext, Page } from 'playwright-core';
import { evolveJob } from '../../core/job/job.ts';
import { requested } from '../../platform/view-store/contract-events.ts';
import { openApi } from '../../schemas/openapi.ts';
import { jobBody } from '../../services/ingest/jobs/job-body.ts';
import { issueKey, revokeKey, type TestKey } from '../support/keys.ts';
import { textPdf } from '../support/pdf-documents.ts';
import { ROOT } from '../support/process.ts';
import { type Service, startService } from '../support/service.ts';
import { until } from '../support/waiting.ts';
import { launch, NO_BROWSER, violations, watch } from './chromium.ts';

const ARTIFACTS = join(ROOT, '.artifacts');
const PRINTED = join(ROOT, 'tests/documents/printed/fpdf2-report.pdf');

describe('in a browser', { skip: NO_BROWSER, timeout: 300_000 }, () => {
  let service: Service;
  let key: TestKey;
  let browser: Browser;
  let context: BrowserContext;
  let page: Page;
  let faults: string[];
  const folder = mkdtempSync(join(tmpdir(), 'textrail-browser-'));

  before(async () => {
    mkdirSync(ARTIFACTS, { recursive: true });
    service = await startService();
    key = await issueKey(service, { quota: 50, rate: 30 });
    browser = await launch();
    context = await browser.newContext({ viewport: { width: 1280, height: 900 }, acceptDownloads: true });
    page = await context.newPage();
    faults = watch(page, service.base);
  });
  after(async () => {
    await browser?.close();
    await service?.dispose();
  });

  const file = (name: string, bytes: Uint8Array | string): string => {
    const path = join(folder, name);
    writeFileSync(path, bytes);
    return path;
  };
  const shoot = (name: string) => page.screenshot({ path: join(ARTIFACTS, `${name}.png`) });
  const done = (name: string, state = 'success') =>
    page.locator('#jobs li', { hasText: name }).locator(`.${state}`).waitFor();

  test('the console loads nothing from elsewhere, and asks for a key', async () => {
    await page.goto(`${service.base}/`);
    await page.getByText('Paste an API key above first').waitFor();
    await page.getByLabel('API key').fill('dk_wrong_0000000000000000');
    await page.getByRole('button', { name: 'Use key' }).click();
    await page.getByRole('alert').getByText('not accepted').waitFor();
    assert.deepEqual(await violations(page), []);
    // The browser's console reports the refused request as well.
    assert.ok(
      faults.every(fault => /403/.test(fault)),
      faults.join('\n'),
    );
    faults.length = 0;
    await page.getByLabel('API key').fill(key.apiKey);
    await page.keyboard.press('Enter');
    await page.getByText('0 of 50').waitFor();
    assert.equal(await page.locator('#error').isVisible(), false);
  });

  test('a PDF is shown with its page, boxes, text and elements', async () => {
    await page.getByLabel('Drop documents here').setInputFiles(PRINTED);
    await done('fpdf2-report.pdf');
    await page.locator('#page canvas').waitFor();
    const elements = page.locator('#elements .element');
    assert.equal(await page.locator('#page rect').count(), await elements.count());
    assert.equal(await page.locator('#elements table tr').count(), 5);
    const text = await key.client.text(readFileSync(PRINTED));
    assert.equal(await page.locator('#text').textContent(), text, 'the text is that of format=text');
    assert.match((await page.locator('#timeline').textContent()) ?? '', /accepted.*started.*finished/);
    await page.getByText('1 of 50').waitFor();
    await shoot('console');
    assert.deepEqual(await violations(page), []);
  });

  test('a box chooses its element', async () => {
    await page.locator('#page rect').first().click();
    assert.equal(await page.locator('#elements .element').first().getAttribute('class'), 'element chosen');
  });

  test('text and elements are downloaded and copied', async () => {
    const downloading = page.waitForEvent('download');
    await page.getByRole('button', { name: 'Download JSON' }).click();
    const download = await downloading;
    assert.equal(download.suggestedFilename(), 'fpdf2-report.pdf.json');
    const path = join(folder, 'download.json');
    await download.saveAs(path);
    assert.equal(JSON.parse(readFileSync(path, 'utf8')).status, 'success');
    await context.grantPermissions(['clipboard-read', 'clipboard-write']);
    await page.getByRole('button', { name: 'Copy text' }).click();
    await page.getByText('The text is copied.').waitFor({ state: 'attached' });
  });

  test('several documents at once; what a document says is never markup', async () => {
    const hostile = '&lt;img src=x onerror=alert(1)&gt;&lt;script&gt;alert(2)&lt;/script&gt;';
    const files = [
      file(
        'hostile.html',
        `<!doctype html><h1>${hostile}</h1><table><tr><th>A</th></tr><tr><td>${hostile}</td></tr></table>`,
      ),
      file('words.txt', 'just words'),
      file('two.pdf', textPdf('A page of words')),
    ];
    await page.getByLabel('Drop documents here').setInputFiles(files);
    await done('words.txt', 'error');
    await done('hostile.html');
    await done('two.pdf');
    await page.getByRole('button', { name: 'hostile.html' }).click();
    await page.locator('#elements .element').first().waitFor();
    assert.equal(await page.locator('#elements img, #elements script').count(), 0);
    await page.getByRole('button', { name: 'words.txt' }).click();
    await page.getByText('Failed: unsupported_format').waitFor();
    assert.equal(await page.locator('#panels').isVisible(), false, 'no empty panels');
  });

  test('a document that is dropped is sent', async () => {
    const bytes = [...textPdf('Dropped here')];
    const transfer = await page.evaluateHandle(`(() => {
      const made = new DataTransfer();
      made.items.add(new File([new Uint8Array(${JSON.stringify(bytes)})], 'dropped.pdf'));
      return made;
    })()`);
    await page.dispatchEvent('#drop', 'drop', { dataTransfer: transfer });
    await done('dropped.pdf');
  });

  test('a job that is read shows how many of its pages are done', async () => {
    const running = evolveJob(
      undefined,
      requested('01890a5d-ac96-774b-bcce-b302099a8057', 'k', { asynchronous: true }),
    );
    assert.ok(running);
    const job = await jobBody({ progress: async () => ({ pagesDone: 12, pages: 240 }) }, running);
    // A stream that always says the same, because no document reliably takes a certain time.
    await page.route('**/v1/jobs/*/events', route =>
      route.fulfill({
        contentType: 'text/event-stream',
        body: `event: job\ndata: ${JSON.stringify(job)}\n\n`,
      }),
    );
    await page.getByLabel('Drop documents here').setInputFiles(file('long.html', '<p>long</p>'));
    await page.getByText('Being read: 12 of 240 pages done').waitFor();
    const bar = page.getByRole('progressbar', { name: 'Pages done' });
    assert.deepEqual([await bar.getAttribute('value'), await bar.getAttribute('max')], ['12', '240']);
    await page.locator('#jobs li', { hasText: 'long.html' }).getByText('page 12 of 240').waitFor();
    await shoot('console-progress');
    assert.deepEqual(await violations(page), []);
    await page.unroute('**/v1/jobs/*/events');
    await done('long.html');
    assert.equal(await bar.isVisible(), false);
  });

  test('an address that may not be fetched is told as what it is', async () => {
    await page.getByLabel('or an address').fill('https://127.0.0.1/secret.pdf');
    await page.getByRole('button', { name: 'Fetch' }).click();
    await done('secret.pdf', 'error');
    await page.getByText('Failed: fetch_failed').waitFor();
  });

  test('everything is reached by the keyboard, in dark and on a telephone too', async () => {
    await page.emulateMedia({ colorScheme: 'dark' });
    await shoot('console-dark');
    assert.deepEqual(await violations(page), []);
    await page.setViewportSize({ width: 390, height: 844 });
    await page.getByRole('button', { name: 'fpdf2-report.pdf' }).focus();
    await page.keyboard.press('Enter');
    await page.locator('#page canvas').waitFor();
    const width = await page.evaluate('document.documentElement.scrollWidth');
    assert.ok(Number(width) <= 390, `nothing sticks out: ${width}`);
    await shoot('console-telephone');
    assert.deepEqual(await violations(page), []);
    await page.emulateMedia({ colorScheme: 'light' });
    await page.setViewportSize({ width: 1280, height: 900 });
  });

  test('the key and the jobs outlive a reload, and go with the tab', async () => {
    await page.reload();
    await done('fpdf2-report.pdf');
    assert.deepEqual(await page.evaluate('Object.keys(localStorage)'), []);
    const other = await context.newPage();
    await other.goto(`${service.base}/`);
    assert.equal(await other.locator('#usage').isVisible(), false);
    await other.close();
    // pdf.js warns if a page is left while it is still being drawn, as may happen before the reload on a busy machine.
    const expected = /\b(400|415)\b|Worker task was terminated/;
    assert.deepEqual(
      faults.filter(fault => !expected.test(fault)),
      [],
    );
  });

  test('the reference shows every address of /openapi.json under the same policy', async () => {
    faults.length = 0;
    await page.goto(`${service.base}/docs`);
    await page.locator('.opblock').first().waitFor();
    const paths = openApi().paths as Record<string, object>;
    const operations = Object.values(paths).flatMap(path => Object.keys(path));
    assert.equal(await page.locator('.opblock').count(), operations.length);
    await page.locator('.info').getByRole('link', { name: 'openapi.json' }).waitFor();
    await page.locator('.opblock-summary-control').first().click();
    await page.locator('.opblock-body').waitFor();
    await shoot('reference');
    assert.deepEqual(faults, []);
    // Faults of the renderer itself: a link inside a button, headings that skip a level, a title outside the main part.
    assert.deepEqual(await violations(page, ['nested-interactive', 'heading-order', 'region']), []);
  });

  test('the reference asks below the path that a proxy has put the service under', async () => {
    const proxy = createServer((request, response) => {
      const url = service.base + (request.url ?? '').replace(/^\/textrail\//, '/');
      void fetch(url).then(async answer => {
        response.writeHead(answer.status, { 'content-type': answer.headers.get('content-type') ?? '' });
        response.end(await answer.text());
      });
    });
    await once(proxy.listen(0, '127.0.0.1'), 'listening');
    try {
      const { port } = proxy.address() as AddressInfo;
      await page.goto(`http://127.0.0.1:${port}/textrail/docs`);
      const usage = page.locator('.opblock', { has: page.locator('[data-path="/v1/usage"]') });
      await usage.locator('.opblock-summary-control').click();
      await usage.getByRole('button', { name: 'Try it out' }).click();
      const asked = page.waitForRequest(/v1\/usage$/);
      await usage.getByRole('button', { name: 'Execute' }).click();
      assert.equal(new URL((await asked).url()).pathname, '/textrail/v1/usage');
    } finally {
      proxy.closeAllConnections();
      proxy.close();
    }
  });

  test('a key that was revoked is told at once where it is used', async () => {
    await revokeKey(service, key.keyId);
    // The page asks only once, when it is opened, and the service learns of a revocation a moment after it is in the
    // log.
    await until('the key to be refused', async () => (await key.client.poll('none')).status === 403);
    await page.goto(`${service.base}/`);
    await page.getByRole('alert').getByText('not accepted').waitFor();
  });
});

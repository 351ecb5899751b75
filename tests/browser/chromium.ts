/** A real browser for tests and pictures: the system's Chromium (`apt-get install chromium`), or the one that CHROMIUM names. */
import { existsSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { delimiter, join } from 'node:path';
import { type Browser, chromium, type Page } from 'playwright-core';

const NAMES = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable'];

/** Undefined if there is none. */
export function chromiumPath(): string | undefined {
  if (process.env.CHROMIUM) return process.env.CHROMIUM;
  const folders = (process.env.PATH ?? '').split(delimiter);
  return folders
    .flatMap(folder => NAMES.map(name => join(folder, name)))
    .find(path => path !== '' && existsSync(path));
}

/** The reason to skip a test; false if there is a browser. */
export const NO_BROWSER =
  chromiumPath() === undefined
    ? 'no Chromium on this machine: apt-get install chromium, or set CHROMIUM to its path'
    : false;

export function launch(): Promise<Browser> {
  const executablePath = chromiumPath();
  if (executablePath === undefined) throw new Error(String(NO_BROWSER));
  // Chromium's own sandbox needs rights that root in a container does not have; it opens only our pages.
  return chromium.launch({ executablePath, args: ['--no-sandbox'] });
}

/** Collects everything that goes wrong in a page: requests refused by its policy, errors thrown, requests to other servers. */
export function watch(page: Page, base: string): string[] {
  const faults: string[] = [];
  page.on('pageerror', error => faults.push(`thrown: ${error.message}`));
  page.on('console', message => {
    if (message.type() === 'error' || message.type() === 'warning') faults.push(message.text());
  });
  page.on('request', request => {
    const address = request.url();
    if (!address.startsWith(base) && !/^(blob|data):/.test(address)) faults.push(`asked of ${address}`);
  });
  return faults;
}

const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

/** The faults that axe-core finds, one line each. `but`: rules to leave out. */
export async function violations(page: Page, but: readonly string[] = []): Promise<string[]> {
  const rules = Object.fromEntries(but.map(id => [id, { enabled: false }]));
  const found: unknown = await page.evaluate(
    `${axe}; axe.run(document, { rules: ${JSON.stringify(rules)} }).then(({ violations }) => violations.map(
      ({ id, nodes }) => id + ': ' + nodes.map(({ html }) => html.slice(0, 200)).join(' | ')))`,
  );
  return found as string[];
}

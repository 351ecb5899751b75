/** `npm run pictures`: takes the README's pictures of this build in a real Chromium and writes them to docs/pictures. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import sharp from 'sharp';
import { issueKey } from '../support/keys.ts';
import { ROOT } from '../support/process.ts';
import { startService } from '../support/service.ts';
import { launch } from './chromium.ts';

const FOLDER = join(ROOT, 'docs/pictures');
/** Largest size of a picture in a README. */
const MOST_BYTES = 200_000;
const DOCUMENTS = ['fpdf2-invoice.pdf', 'groff-minutes.pdf', 'fpdf2-report.pdf'];

const service = await startService();
const browser = await launch();
try {
  const key = await issueKey(service, { quota: 500, rate: 60 });
  const page = await browser.newPage({ viewport: { width: 1440, height: 900 } });
  const keep = async (name: string) => {
    // A page of text needs only a few colours.
    const picture = await sharp(await page.screenshot())
      .png({ palette: true, colours: 64, effort: 10 })
      .toBuffer();
    if (picture.length > MOST_BYTES) throw new Error(`${name}.png has ${picture.length} bytes`);
    writeFileSync(join(FOLDER, `${name}.png`), picture);
    console.log(`docs/pictures/${name}.png: ${picture.length} bytes`);
  };
  await page.goto(`${service.base}/`);
  await page.getByLabel('API key').fill(key.apiKey);
  await page.keyboard.press('Enter');
  for (const name of DOCUMENTS) {
    await page.getByLabel('Drop documents here').setInputFiles(join(ROOT, 'tests/documents/printed', name));
    await page.locator('#jobs li', { hasText: name }).locator('.success').waitFor();
  }
  await page.locator('#page rect').nth(3).click();
  await keep('console');
  await page.goto(`${service.base}/docs`);
  await page.locator('.opblock').nth(5).waitFor();
  await keep('reference');
} finally {
  await browser.close();
  await service.dispose();
}

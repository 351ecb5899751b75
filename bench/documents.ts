/**
 * CPU time a page for each format, beside pdf.js alone on the same words: a guard against regressions. No other service
 * is installed beside this one, so there is no comparison with any.
 */

import { openPdf } from '../services/extractor/formats/pdf/read/open.ts';
import { extract } from '../services/extractor/worker/extract.ts';
import { docx, eml, html, pptx, xlsx } from '../tests/support/documents.ts';
import { pdf } from '../tests/support/pdf-documents.ts';
import { BETWEEN_PARAGRAPHS } from './load.ts';

const PAGES = 20;
const LINES_PER_PAGE = 40;
const WARM_RUNS = 5;
const RUNS = 9;

const LINE = 'The board met on Monday and agreed on the plan for the coming quarter and year.';
const LINES = Array.from({ length: PAGES * LINES_PER_PAGE }, (_, at) => `${at}. ${LINE}`);

const BUILDERS = { html, eml, docx, pptx, xlsx } as const;

export async function documents(): Promise<void> {
  const pages = Array.from({ length: PAGES }, (_, page) =>
    LINES.slice(page * LINES_PER_PAGE, (page + 1) * LINES_PER_PAGE).map(text => ({ text, size: 9 })),
  );
  const paged = pdf(pages);
  const alone = await cpuPerPage(() => pdfJsAlone(paged));
  console.log(`pdf.js alone: ${alone.toFixed(2)} ms of CPU a page (${LINES_PER_PAGE} lines)`);
  const built: [string, Buffer][] = [['pdf', paged]];
  for (const [name, build] of Object.entries(BUILDERS)) {
    const paragraph = LINES.join(BETWEEN_PARAGRAPHS[name as keyof typeof BUILDERS]);
    built.push([name, build({ heading: 'Minutes', paragraph })]);
  }
  for (const [name, document] of built) {
    const cpu = await cpuPerPage(() => extract({ format: 'text' }, document));
    console.log(`${name}: ${cpu.toFixed(2)} ms a page, ${(cpu / alone).toFixed(2)} of pdf.js alone`);
  }
}

/** Reads the text of every page and discards it. */
async function pdfJsAlone(document: Buffer): Promise<void> {
  const opened = await openPdf(document);
  for (let number = 1; number <= opened.document.numPages; number++) {
    const page = await opened.document.getPage(number);
    await page.getTextContent();
    page.cleanup();
  }
  await opened.close();
}

/** Median of the warmed runs in ms, with all threads of this process, including those of the garbage collector. */
async function cpuPerPage(work: () => Promise<unknown>): Promise<number> {
  const times: number[] = [];
  for (let run = 0; run < WARM_RUNS + RUNS; run++) {
    const before = process.cpuUsage();
    await work();
    const { user, system } = process.cpuUsage(before);
    if (run >= WARM_RUNS) times.push((user + system) / 1000 / PAGES);
  }
  return times.toSorted((one, other) => one - other)[Math.floor(RUNS / 2)] ?? 0;
}

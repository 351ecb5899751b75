/**
 * Writes the values of all heading signs for every block of PDFs whose headings are known, for `heading-weights.ts`.
 *
 *   node bench/heading-features.ts FOLDER [FOLDER ...] > FEATURES.json
 *
 * A folder is a set of documents of one origin. The true headings of `NAME.pdf` are beside it: in `NAME.md`, Markdown
 * of which only the lines with `#` count, or in `NAME.headings.json`:
 *
 *   { "complete": false, "headings": [{ "text": "2.1 Rivers", "level": 2, "page": 3 }] }
 *
 * Level and page (from 1) are optional. `complete` is false for headings taken from outlines, which omit some: blocks
 * in the style of the true ones, or in larger type, are then left out instead of counting as no headings. Tags and
 * outlines of the PDFs are not used, because the weights judge looks only. Nothing is read by OCR.
 */

import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { basename, join, resolve } from 'node:path';
import { openPdf } from '../services/extractor/formats/pdf/read/open.ts';
import { readPage } from '../services/extractor/formats/pdf/read/read-page.ts';
import { asRead } from '../services/extractor/layout/one-page/direction/as-read.ts';
import { draftOf } from '../services/extractor/layout/one-page/draft/draft.ts';
import type { PageDraft } from '../services/extractor/layout/page/draft.ts';
import { type Known, rowsOf, SIGN_NAMES, withoutTags } from './heading-rows.ts';
import { headingsOfMarkdown, type TrueHeadings } from './heading-truth.ts';

function truthOf(pdf: string): TrueHeadings | null {
  const stem = pdf.slice(0, -'.pdf'.length);
  if (existsSync(`${stem}.md`))
    return { complete: true, headings: headingsOfMarkdown(readFileSync(`${stem}.md`, 'utf8')) };
  if (!existsSync(`${stem}.headings.json`)) return null;
  return JSON.parse(readFileSync(`${stem}.headings.json`, 'utf8')) as TrueHeadings;
}

async function draftsOf(pdf: string): Promise<PageDraft[]> {
  const open = await openPdf(new Uint8Array(readFileSync(pdf)));
  try {
    const config = await open.document.getOptionalContentConfig();
    const drafts: PageDraft[] = [];
    for (let number = 1; number <= open.document.numPages; number++) {
      const page = await readPage(open, number, group => config.isVisible(group));
      drafts.push(draftOf(asRead(withoutTags(page))));
    }
    return drafts;
  } finally {
    await open.close();
  }
}

async function knownOf(folder: string): Promise<Known[]> {
  const known: Known[] = [];
  for (const name of readdirSync(folder).filter(file => file.endsWith('.pdf'))) {
    const truth = truthOf(join(folder, name));
    if (truth === null) continue;
    const rows = rowsOf(await draftsOf(join(folder, name)), truth);
    known.push({ set: basename(resolve(folder)), document: name, ...rows });
  }
  return known;
}

const documents: Known[] = [];
for (const folder of process.argv.slice(2)) documents.push(...(await knownOf(folder)));
console.log(JSON.stringify({ names: SIGN_NAMES, documents }));

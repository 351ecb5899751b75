/**
 * Parses one built document with the given numbers of pages and of lines a page, and prints this process's peak memory
 * in megabytes.
 */
import { CEILINGS } from '../services/extractor/format.ts';
import { format } from '../services/extractor/formats/pdf/format.ts';
import { CountingOcr } from './pdf-costs.ts';
import { documentOf } from './pdf-documents.ts';

const [pages, lines] = process.argv.slice(2).map(Number);
const bytes = documentOf(pages ?? 0, lines);
await format.parse({ bytes, contentType: 'application/pdf' }, { ocr: new CountingOcr(), ceilings: CEILINGS });
process.stdout.write((process.resourceUsage().maxRSS / 1024).toFixed(0));

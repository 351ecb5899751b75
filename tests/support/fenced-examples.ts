/** Fenced code in the repository's Markdown pages (CommonMark 0.31, 4.5), for tests that run it. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { ROOT } from './process.ts';

export interface FencedExample {
  /** Path of the page in the repository. */
  page: string;
  /** The fence's language, such as `sh`. Never empty: a fence without one is a drawing or an output, and is left out. */
  language: string;
  text: string;
}

export function fencedExamples(page: string): FencedExample[] {
  const fences = /^```(\w+)\n(.*?)^```$/gms;
  const text = readFileSync(join(ROOT, page), 'utf8');
  return [...text.matchAll(fences)].map(([, language = '', body = '']) => ({ page, language, text: body }));
}

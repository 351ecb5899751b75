/** Formats answers for files and standard output. */
import { renameSync, rmSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { renderMarkdown } from '../../core/render/markdown.ts';
import { makeFolder } from '../../platform/folders.ts';
import type { OutputFormat } from './arguments.ts';
import type { Input } from './inputs.ts';
import type { Answer, Unread } from './reader.ts';

/** The format to request from the worker: Markdown is rendered from elements. */
export const askedFormat = (format: OutputFormat): 'text' | 'json' => (format === 'text' ? 'text' : 'json');

/** The text to write for a document; ends with a line break. */
export function written(answer: Answer, format: OutputFormat): string {
  if (format === 'json') return `${JSON.stringify(answer)}\n`;
  if ('elements' in answer) return renderMarkdown(answer.elements);
  return `${answer.extracted_text}\n`;
}

/** Writes all or nothing, even if this process is killed: a file that exists is complete. */
export function writeWhole(path: string, text: string): void {
  makeFolder(dirname(path));
  const unfinished = `${path}.${process.pid}.partial`;
  try {
    writeFileSync(unfinished, text);
    renameSync(unfinished, path);
  } catch (error) {
    rmSync(unfinished, { force: true });
    throw error;
  }
}

/** The text for one document on standard output. `many`: true if there are several documents. */
export function printed(input: Input, outcome: Answer | Unread, format: OutputFormat, many: boolean): string {
  const isRead = !(outcome instanceof Error);
  if (!many) return isRead ? written(outcome, format) : '';
  if (format !== 'json') return isRead ? `==> ${plain(input.name)} <==\n${written(outcome, format)}\n` : '';
  const body = isRead
    ? outcome
    : { status: 'error', error: { code: outcome.code, message: outcome.message } };
  return `${JSON.stringify({ source: input.name, ...body })}\n`;
}

/** A name without control characters: otherwise whoever named a file could send commands to the terminal. */
export function plain(name: string): string {
  return name.replace(/\p{C}/gu, '?');
}

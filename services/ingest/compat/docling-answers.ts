/** Answers as docling-serve does: the document in the formats that were asked for, or why there is none. */
import { byPage, renderHtml } from '../../../core/render/html.ts';
import { renderMarkdown } from '../../../core/render/markdown.ts';
import type { JsonSuccess } from '../../../schemas/api.ts';
import { plainText } from '../renderings/plain-text.ts';
import type { Result } from '../renderings/result.ts';
import { doclingDocument } from './docling-document.ts';

export const FORMATS = ['md', 'text', 'html', 'json'];
/** Fields of an answer beside its document. */
const ENVELOPE = { errors: [], timings: {} };

export interface Asked {
  formats: string[];
  /** Text between pages in Markdown. */
  pageBreak: string | null;
  /** Empty if the name is no longer known. */
  fileName: string;
}

export interface DoclingOrder {
  asked: Asked;
  /** Seconds. */
  processing_time: number;
}

/** Null if the result has no elements. */
export function rendered(result: Result, { asked, processing_time }: DoclingOrder): string | null {
  if (!('elements' in result)) return null;
  return JSON.stringify({
    document: documentOf(result, asked),
    status: 'success',
    ...ENVELOPE,
    processing_time,
  });
}

/** A document that cannot be converted is a failed conversion, not a failed request. */
export function failureOf(
  { code, message }: { code: string; message: string },
  { asked, processing_time }: DoclingOrder,
): object {
  const error = { component_type: 'document_backend', module_name: code, error_message: message };
  const document = contentOf(asked.fileName, {});
  return { document, status: 'failure', ...ENVELOPE, errors: [error], processing_time };
}

function documentOf(result: JsonSuccess, { formats, pageBreak, fileName }: Asked): object {
  const { elements } = result;
  const made: Record<string, () => unknown> = {
    md: () => markdownOf(result, pageBreak),
    text: () => plainText(elements),
    html: () => renderHtml(elements),
    json: () => doclingDocument(result, fileName || 'document'),
  };
  const contents = Object.fromEntries(formats.map(format => [`${format}_content`, made[format]?.()]));
  return contentOf(fileName, contents);
}

function contentOf(filename: string, contents: Record<string, unknown>): object {
  const none = { md_content: null, json_content: null, html_content: null, text_content: null };
  return { filename, ...none, doctags_content: null, ...contents };
}

function markdownOf({ elements }: JsonSuccess, pageBreak: string | null): string {
  if (pageBreak === null || pageBreak === '') return renderMarkdown(elements);
  return byPage(elements)
    .map(run => renderMarkdown(run.elements))
    .join(`\n${pageBreak}\n\n`);
}

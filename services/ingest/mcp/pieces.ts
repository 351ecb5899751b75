/** A piece of a document's text as a tool returns it, with the offset of the next one. */
import type { CallToolResult } from '@modelcontextprotocol/server';
import { renderMarkdown } from '../../../core/render/markdown.ts';
import { plainText } from '../renderings/plain-text.ts';
import type { Result } from '../renderings/result.ts';

/** About 5,000 and 25,000 tokens of English. */
export const USUAL_CHARACTERS = 20_000;
export const MOST_CHARACTERS = 100_000;

export interface Asked {
  format?: 'markdown' | 'text' | undefined;
  offset?: number | undefined;
  max_characters?: number | undefined;
}

export interface McpOrder {
  jobId: string;
  asked: Asked;
}

export function rendered(result: Result, order: McpOrder): string {
  return JSON.stringify(pieceOf(result, order));
}

export function pieceOf(result: Result, { jobId, asked }: McpOrder): CallToolResult {
  const { format = 'markdown', offset = 0, max_characters: most = USUAL_CHARACTERS } = asked;
  const { metadata } = result;
  const whole = wholeText(result, format);
  const begin = wholeCharacter(whole, offset);
  // Always return something of what is left; otherwise a reader would ask for ever.
  const end = Math.max(wholeCharacter(whole, begin + most), Math.min(whole.length, begin + 2));
  const next = end < whole.length ? end : null;
  const more =
    next === null
      ? []
      : [
          {
            type: 'text' as const,
            text: `Characters ${begin} to ${end} of ${whole.length}. The next: get_job with job_id ${jobId}, offset ${next}, format ${format}.`,
          },
        ];
  return {
    content: [{ type: 'text', text: whole.slice(begin, end) }, ...more],
    structuredContent: {
      status: 'success',
      job_id: jobId,
      content_type: metadata.content_type,
      pages: 'pages' in metadata ? metadata.pages : null,
      ocr: metadata.ocr,
      characters: whole.length,
      offset: begin,
      next_offset: next,
    },
  };
}

function wholeText(result: Result, format: 'markdown' | 'text'): string {
  if (!('elements' in result)) return result.extracted_text;
  return format === 'markdown' ? renderMarkdown(result.elements) : plainText(result.elements);
}

/** The nearest offset at or before `at` that does not split a surrogate pair. */
function wholeCharacter(text: string, at: number): number {
  const place = Math.min(at, text.length);
  const unit = text.charCodeAt(place);
  return place > 0 && place < text.length && unit >= 0xdc00 && unit <= 0xdfff ? place - 1 : place;
}

/** Answers as Tika Server does: the content in the requested form, and metadata under Tika's names. */
import { renderHtml } from '../../../core/render/html.ts';
import { renderMarkdown } from '../../../core/render/markdown.ts';
import type { JsonSuccess } from '../../../schemas/api.ts';
import { plainText } from '../renderings/plain-text.ts';
import type { Result } from '../renderings/result.ts';

export type Handler = 'text' | 'html' | 'md' | 'ignore';
export interface TikaOrder {
  handler: Handler;
  /**
   * `content`: the content only. `json`: JSON around it; `json-4`: the same with Tika 4's name for the content; `list`:
   * that JSON in a list. `type`: the media type only.
   */
  shape: 'content' | 'json' | 'json-4' | 'list' | 'type';
}

/** Null if the result has no elements. */
export function rendered(result: Result, { handler, shape }: TikaOrder): string | null {
  if (shape === 'type') return result.metadata.content_type;
  if (!('elements' in result)) return null;
  if (shape === 'content') return content(result, handler);
  const metadata = metadataOf(result, handler, shape === 'json-4' ? 'tk:content' : 'X-TIKA:content');
  return JSON.stringify(shape === 'list' ? [metadata] : metadata);
}

function metadataOf(result: JsonSuccess, handler: Handler, nameOfContent: string): Record<string, unknown> {
  const { content_type: type, bytes, pages, chars } = result.metadata;
  return {
    'Content-Type': type,
    'Content-Length': String(bytes),
    'X-TIKA:Parsed-By': ['textrail'],
    'X-TIKA:Parsed-By-Full-Set': ['textrail'],
    'meta:character-count': String(chars),
    ...(pages === null ? {} : { 'xmpTPg:NPages': String(pages) }),
    ...(handler === 'ignore' ? {} : { [nameOfContent]: content(result, handler) }),
  };
}

function content({ elements, metadata }: JsonSuccess, handler: Handler): string {
  if (handler === 'ignore') return '';
  if (handler === 'md') return renderMarkdown(elements);
  if (handler === 'text') return `${plainText(elements)}\n`;
  return renderHtml(elements, { metadata: { 'Content-Type': metadata.content_type }, pages: true });
}

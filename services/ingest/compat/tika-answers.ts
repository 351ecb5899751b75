/** What Tika Server answers of a document that was read: its content in the form that was asked for, and Tika's names for the rest. */
import { renderHtml } from '../../../core/render/html.ts';
import { renderMarkdown } from '../../../core/render/markdown.ts';
import type { JsonSuccess } from '../../../schemas/api.ts';
import { plainText } from '../renderings/plain-text.ts';
import type { Result } from '../renderings/result.ts';

export type Handler = 'text' | 'html' | 'md' | 'ignore';
export interface TikaOrder {
  handler: Handler;
  /** The content alone, JSON around it, the same with Tika 4's name of the content, that JSON in a list; or the type alone. */
  shape: 'content' | 'json' | 'json-4' | 'list' | 'type';
}

/** Null where the result has no elements. */
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

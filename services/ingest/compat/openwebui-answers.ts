/** Answers Open WebUI's document loader: Markdown, with the page it comes from. */
import { renderMarkdown } from '../../../core/render/markdown.ts';
import type { Result } from '../renderings/result.ts';

export interface OpenWebUiOrder {
  /** The file's name as it was sent. */
  source: string;
}

/** Null if the result has no elements. */
export function rendered(result: Result, { source }: OpenWebUiOrder): string | null {
  if (!('elements' in result)) return null;
  const { content_type, ocr } = result.metadata;
  const common = { source, content_type, ocr };
  // One document for each page, so that quotations name their page. Pages count from 0, as in Open WebUI's own loaders.
  const pages = Map.groupBy(result.elements, element => element.page);
  const documents = [...pages].map(([page, elements]) => ({
    page_content: renderMarkdown(elements),
    metadata: page === null ? common : { ...common, page: page - 1, page_label: String(page) },
  }));
  return JSON.stringify(documents);
}

/** What Open WebUI's document loader is answered: Markdown, with the page it stands on. */
import { renderMarkdown } from '../../../core/render/markdown.ts';
import type { Result } from '../renderings/result.ts';

export interface OpenWebUiOrder {
  /** The file's name, as it was sent. */
  source: string;
}

/** Null where the result has no elements. */
export function rendered(result: Result, { source }: OpenWebUiOrder): string | null {
  if (!('elements' in result)) return null;
  const { content_type, ocr } = result.metadata;
  const common = { source, content_type, ocr };
  // A document for each page, so that what is cited has its page, as Open WebUI's own loaders have it: counted from 0.
  const pages = Map.groupBy(result.elements, element => element.page);
  const documents = [...pages].map(([page, elements]) => ({
    page_content: renderMarkdown(elements),
    metadata: page === null ? common : { ...common, page: page - 1, page_label: String(page) },
  }));
  return JSON.stringify(documents);
}

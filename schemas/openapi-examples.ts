/** Examples of /openapi.json. tests/e2e/documented-examples.e2e.test.ts sends EXAMPLE_DOCUMENT and compares every byte of the answers. */
import type { Node } from './openapi-parts.ts';

/** The document whose answers are below. */
export const EXAMPLE_DOCUMENT = '<h1>Minutes</h1><p>The board met on <b>Monday</b>.</p>';

const metadata = { content_type: 'text/html', bytes: 54, chars: 33, ocr: false };

export const EXAMPLES = {
  text: {
    summary: 'format=text, the default',
    value: { status: 'success', extracted_text: 'Minutes\n\nThe board met on Monday.', metadata },
  },
  json: {
    summary: 'format=json',
    value: {
      status: 'success',
      elements: [
        { type: 'heading', text: 'Minutes', page: null, offset: 0, bbox: null, level: 1 },
        { type: 'paragraph', text: 'The board met on Monday.', page: null, offset: 9, bbox: null },
      ],
      metadata: { ...metadata, format: 'json', tier: 'standard', pages: null, vlm: false },
    },
  },
} as const;

/** The content with examples added. */
export function withExamples(content: Node, examples: Node): Node {
  return Object.fromEntries(
    Object.entries(content).map(([type, body]) => [type, { ...Object(body), examples }]),
  );
}

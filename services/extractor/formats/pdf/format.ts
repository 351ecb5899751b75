/** PDF: ISO 32000. Light on purpose; the reader and its rules load with the first document. */
import type { Format } from '../../format.ts';

export const format: Format = {
  name: 'pdf',
  contentTypes: ['application/pdf'],
  async parse(source, context) {
    const { parsePdf } = await import('./parse.ts');
    return parsePdf(source, context);
  },
};

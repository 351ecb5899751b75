/** PDF: ISO 32000. Light on purpose; the reader and its rules load with the first document. */
import type { Format } from '../../format.ts';
import { recognisePdf } from './recognise.ts';

export const format: Format = {
  name: 'pdf',
  contentTypes: ['application/pdf'],
  recognise: recognisePdf,
  async parse(source, context) {
    const { parsePdf } = await import('./parse.ts');
    return parsePdf(source, context);
  },
};

/** The PDF format (ISO 32000). Small on purpose: the reader and its rules are loaded with the first document. */
import type { Format } from '../../format.ts';
import { loadedOnce } from '../../loaded-once.ts';
import { recognisePdf } from './recognise.ts';

const reader = loadedOnce(() => import('./parse.ts'));

export const format: Format = {
  name: 'pdf',
  contentTypes: ['application/pdf'],
  recognise: recognisePdf,
  async parse(source, context) {
    const { parsePdf } = await reader();
    return parsePdf(source, context);
  },
};

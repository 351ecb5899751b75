import type { Format } from '../../format.ts';

/** Word documents: the Office Open XML kinds, with and without macros, and templates. */
export const format: Format = {
  name: 'docx',
  contentTypes: [
    'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
    'application/vnd.openxmlformats-officedocument.wordprocessingml.template',
    'application/vnd.ms-word.document.macroenabled.12',
    'application/vnd.ms-word.template.macroenabled.12',
  ],
  parse: async (source, context) => (await import('./document.ts')).parseDocx(source.bytes, context),
};

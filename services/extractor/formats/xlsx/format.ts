import type { Format } from '../../format.ts';

/** Excel workbooks: the Office Open XML kinds, with and without macros, and templates. */
export const format: Format = {
  name: 'xlsx',
  contentTypes: [
    'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
    'application/vnd.openxmlformats-officedocument.spreadsheetml.template',
    'application/vnd.ms-excel.sheet.macroenabled.12',
    'application/vnd.ms-excel.template.macroenabled.12',
  ],
  parse: async (source, context) => (await import('./parse.ts')).parseXlsx(source.bytes, context),
};

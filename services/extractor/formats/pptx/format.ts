import type { Format } from '../../format.ts';

/** PowerPoint presentations: the Office Open XML kinds, with and without macros, slide shows and templates. */
export const format: Format = {
  name: 'pptx',
  contentTypes: [
    'application/vnd.openxmlformats-officedocument.presentationml.presentation',
    'application/vnd.openxmlformats-officedocument.presentationml.slideshow',
    'application/vnd.openxmlformats-officedocument.presentationml.template',
    'application/vnd.ms-powerpoint.presentation.macroenabled.12',
    'application/vnd.ms-powerpoint.slideshow.macroenabled.12',
    'application/vnd.ms-powerpoint.template.macroenabled.12',
  ],
  parse: async (source, context) => (await import('./presentation.ts')).parsePptx(source.bytes, context),
};

import type { Format } from '../../format.ts';
import { loadedOnce } from '../../loaded-once.ts';
import { OOXML, type PackageKinds, recognisePackage } from '../../ooxml/recognise.ts';

const PRESENTATION = `${OOXML}presentationml.presentation`;
const SLIDESHOW = `${OOXML}presentationml.slideshow`;
const TEMPLATE = `${OOXML}presentationml.template`;
const MACROS = {
  presentation: 'application/vnd.ms-powerpoint.presentation.macroEnabled.12',
  slideshow: 'application/vnd.ms-powerpoint.slideshow.macroEnabled.12',
  template: 'application/vnd.ms-powerpoint.template.macroEnabled.12',
};

const KINDS: PackageKinds = {
  mainParts: new Map([
    [`${PRESENTATION}.main+xml`, PRESENTATION],
    [`${SLIDESHOW}.main+xml`, SLIDESHOW],
    [`${TEMPLATE}.main+xml`, TEMPLATE],
    ['application/vnd.ms-powerpoint.presentation.macroenabled.main+xml', MACROS.presentation],
    ['application/vnd.ms-powerpoint.slideshow.macroenabled.main+xml', MACROS.slideshow],
    ['application/vnd.ms-powerpoint.template.macroenabled.main+xml', MACROS.template],
  ]),
  usualParts: [/^ppt\/presentation\d*\.xml$/i, /^ppt\//i],
  usualFolder: 'ppt/',
  usualType: PRESENTATION,
};

const reader = loadedOnce(() => import('./presentation.ts'));

/** PowerPoint presentations: the Office Open XML kinds, with and without macros, slide shows and templates. */
export const format: Format = {
  name: 'pptx',
  contentTypes: [PRESENTATION, SLIDESHOW, TEMPLATE, ...Object.values(MACROS)],
  recognise: probe => recognisePackage(probe, KINDS),
  parse: async (source, context) => (await reader()).parsePptx(source, context),
};

import type { Format } from '../../format.ts';
import { loadedOnce } from '../../loaded-once.ts';
import { OOXML, type PackageKinds, recognisePackage } from '../../ooxml/recognise.ts';

const DOCUMENT = `${OOXML}wordprocessingml.document`;
const TEMPLATE = `${OOXML}wordprocessingml.template`;
const MACRO_DOCUMENT = 'application/vnd.ms-word.document.macroEnabled.12';
const MACRO_TEMPLATE = 'application/vnd.ms-word.template.macroEnabled.12';

const KINDS: PackageKinds = {
  mainParts: new Map([
    [`${DOCUMENT}.main+xml`, DOCUMENT],
    [`${TEMPLATE}.main+xml`, TEMPLATE],
    ['application/vnd.ms-word.document.macroenabled.main+xml', MACRO_DOCUMENT],
    ['application/vnd.ms-word.template.macroenabledtemplate.main+xml', MACRO_TEMPLATE],
  ]),
  usualParts: [/^word\/document\d*\.xml$/i, /^word\//i],
  usualFolder: 'word/',
  usualType: DOCUMENT,
};

const reader = loadedOnce(() => import('./document.ts'));

/** Word documents: the Office Open XML kinds, with and without macros, and templates. */
export const format: Format = {
  name: 'docx',
  contentTypes: [DOCUMENT, TEMPLATE, MACRO_DOCUMENT, MACRO_TEMPLATE],
  recognise: probe => recognisePackage(probe, KINDS),
  parse: async (source, context) => (await reader()).parseDocx(source, context),
};

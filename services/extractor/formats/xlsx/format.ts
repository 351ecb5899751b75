import type { Format } from '../../format.ts';
import { loadedOnce } from '../../loaded-once.ts';
import { OOXML, type PackageKinds, recognisePackage } from '../../ooxml/recognise.ts';

const WORKBOOK = `${OOXML}spreadsheetml.sheet`;
const TEMPLATE = `${OOXML}spreadsheetml.template`;
const MACRO_WORKBOOK = 'application/vnd.ms-excel.sheet.macroEnabled.12';
const MACRO_TEMPLATE = 'application/vnd.ms-excel.template.macroEnabled.12';

const KINDS: PackageKinds = {
  mainParts: new Map([
    [`${WORKBOOK}.main+xml`, WORKBOOK],
    [`${TEMPLATE}.main+xml`, TEMPLATE],
    ['application/vnd.ms-excel.sheet.macroenabled.main+xml', MACRO_WORKBOOK],
    ['application/vnd.ms-excel.template.macroenabled.main+xml', MACRO_TEMPLATE],
    // Binary workbooks ([MS-XLSB]) have the same folders, and parts that are no XML. Checked last, because SheetJS
    // declares this type for files named `.bin` in every workbook that it writes.
    ['application/vnd.ms-excel.sheet.binary.macroenabled.main', null],
  ]),
  usualParts: [/^xl\/workbook\d*\.xml$/i, /^xl\/(?!.*\.bin$)/i],
  usualFolder: 'xl/',
  usualType: WORKBOOK,
};

const reader = loadedOnce(() => import('./parse.ts'));

/** Excel workbooks: the Office Open XML kinds, with and without macros, and templates. */
export const format: Format = {
  name: 'xlsx',
  contentTypes: [WORKBOOK, TEMPLATE, MACRO_WORKBOOK, MACRO_TEMPLATE],
  recognise: probe => recognisePackage(probe, KINDS),
  parse: async (source, context) => (await reader()).parseXlsx(source, context),
};

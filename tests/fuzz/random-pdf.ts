/**
 * PDFs whose objects refer to each other at random, mostly where the reference is allowed: forms in fonts in patterns,
 * trees with loops, numbers that no program writes. Damaging a small document rarely makes such files.
 */
import { deflateSync } from 'node:zlib';

/**
 * The ways in which each kind of object may be written; one is picked at random. `@a,b`: a reference to an object of
 * one of these kinds; `#`: a number; `$`: a text; `%`: an operator; `{…}`: one or more times. A stream's content
 * follows `»`.
 */
const OBJECTS: Readonly<Record<string, readonly string[]>> = {
  pages: ['/Type /Pages /Count # /Kids [{@page,pages }]', '/Type /Pages /Count 2 /Kids [@page @page]'],
  page: [
    '/Type /Page /Parent @pages /MediaBox [0 0 612 792] /Contents @content /Resources @resources /StructParents 0',
    '/Type /Page /Parent @pages /MediaBox [# # # #] /Contents [{@content,form }] /Resources @resources /Rotate # /UserUnit #',
    '/Type /Page /Parent @pages /MediaBox [0 0 612 792] /Contents @content /Resources @resources /Annots [{@annotation,field }]',
  ],
  content: ['»{%\n}{%\n}{%\n}'],
  resources: [
    '/Font <</F @font /G @font>> /XObject <</X @form /Y @image>> /ExtGState <</S @state>> /Pattern <</P @pattern>> /Shading <</H @shading>> /ColorSpace <</C @colour>> /Properties <</O @layer>>',
  ],
  form: [
    '/Type /XObject /Subtype /Form /BBox [0 0 612 792] /Resources @resources »{%\n}',
    '/Type /XObject /Subtype /Form /BBox [# # # #] /Matrix [# # # # # #] /Group <</S /Transparency /CS @colour>> /OC @layer /Resources @resources »{%\n}',
  ],
  image: [
    '/Type /XObject /Subtype /Image /Width # /Height # /BitsPerComponent 8 /ColorSpace @colour /SMask @image »{$}',
  ],
  pattern: [
    '/PatternType 1 /PaintType 1 /TilingType 1 /BBox [0 0 9 9] /XStep 9 /YStep 9 /Resources @resources »{%\n}',
  ],
  shading: [
    '/ShadingType 2 /ColorSpace @colour /Coords [# # # #] /Function @function',
    '/ShadingType 4 /ColorSpace @colour /BitsPerCoordinate 8 /BitsPerComponent 8 /BitsPerFlag 8 /Decode [# # # # # #] »{$}',
  ],
  function: [
    '/FunctionType 3 /Domain [0 1] /Functions [{@function }] /Bounds [{# }] /Encode [{# }]',
    '/FunctionType 2 /Domain [0 1] /N #',
  ],
  state: ['/SMask <</S /Luminosity /G @form /TR @function>> /Font [@font #] /ca #'],
  font: [
    '/Type /Font /Subtype /Type1 /BaseFont /Helvetica /ToUnicode @map /FirstChar # /LastChar # /Widths [{# }]',
    '/Type /Font /Subtype /Type0 /BaseFont /A /Encoding /Identity-V /DescendantFonts [@descendant] /ToUnicode @map',
    '/Type /Font /Subtype /Type0 /BaseFont /A /Encoding @map /DescendantFonts [@descendant]',
    '/Type /Font /Subtype /Type3 /FontBBox [# # # #] /FontMatrix [.1 0 0 .1 0 0] /FirstChar 97 /LastChar 98 /Widths [9 9] /Encoding <</Differences [97 /a /b]>> /CharProcs <</a @content /b @content>> /Resources @resources',
  ],
  descendant: [
    '/Type /Font /Subtype /CIDFontType2 /BaseFont /A /CIDSystemInfo <</Registry (Adobe) /Ordering (Identity) /Supplement 0>> /W [{# # # }] /W2 [# # # # #] /CIDToGIDMap @map',
  ],
  map: [
    '/Type /CMap /UseCMap @map »begincmap 1 begincodespacerange <0000> <FFFF> endcodespacerange {1 beginbfrange <0000> <FFFF> $ endbfrange 1 begincidrange <0001> <FFFFFF> # endcidrange }endcmap',
  ],
  annotation: [
    '/Type /Annot /Subtype /FreeText /Rect [# # # #] /Contents $ /DA (/F # Tf) /AP <</N @form>> /Parent @annotation /Popup @annotation',
  ],
  field: [
    '/Type /Annot /Subtype /Widget /FT /Ch /Rect [50 50 200 90] /T $ /V $ /Opt [{[$ $] }] /AP <</N @form>> /Parent @field /Kids [{@field }]',
  ],
  element: [
    '/Type /StructElem /S /TR /P @element /Pg @page /K [{@element # }] /ActualText $',
    '/Type /StructElem /S /TD /P @element /Pg @page /K 0 /A <</O /Table /ColSpan # /RowSpan #>>',
  ],
  tree: ['/Nums [0 [{@element }]]', '/Kids [{@tree }] /Limits [0 9]'],
  outline: ['/Title $ /First @outline /Next @outline /Dest [@page /Fit]'],
  layer: ['/Type /OCG /Name $', '/Type /OCMD /OCGs [{@layer }] /VE [/Not @layer]'],
  colour: [
    '[/Indexed /DeviceRGB # @content]',
    '[/Separation /A /DeviceRGB @function]',
    '[/ICCBased @content]',
  ],
};
const KINDS = Object.keys(OBJECTS);

const OPERATORS =
  '/F # Tf|/G 12 Tf|$ Tj|[{$ # }] TJ|# # Td|1 0 0 1 # # Tm|# # # # # # Tm|# Tr|# Tc|# Tz|BT|ET|q|Q|# # # # # # cm|/X Do|/Y Do|/S gs|/Pattern cs /P scn|/H sh|/C cs # sc|# # # rg|# # # # re f|# # m # # l S|h W n|/P <</MCID 0>> BDC|/OC /O BDC|EMC|/Span <</ActualText $>> BDC|BT /F 12 Tf # # Td $ Tj ET'.split(
    '|',
  );
const NUMBERS = '0 1 -1 .5 9 12 72 300 612 792 1e9 -99999999999 2147483647 4294967296 .00001 65535 nan'.split(
  ' ',
);
const TEXTS = '(Plain words that anybody could read.)|(a)|(abab)|<00410042>|<0001D800>|<>|()'.split('|');
const NO_REFERENCES = ['null', '9999 0 R', '1 0 R', '[]', '<<>>', '7'];

const MOST_OBJECTS = 60;
const MOST_TIMES = 12;

export function randomPdf(chance: () => number): Buffer {
  const pick = <T>(list: readonly [T, ...T[]] | readonly T[]): T =>
    list[Math.floor(chance() * list.length)] as T;
  const others = Array.from({ length: Math.floor(chance() * MOST_OBJECTS) }, () => pick(KINDS));
  // The catalogue is object number 1.
  const kinds = ['catalogue', 'pages', 'page', 'content', 'resources', 'font', ...others];

  const reference = (wanted: string): string => {
    if (chance() < 0.03) return pick(NO_REFERENCES);
    const fitting = kinds.flatMap((kind, at) => (wanted.split(',').includes(kind) ? [at] : []));
    const at = fitting.length > 0 && chance() < 0.95 ? pick(fitting) : Math.floor(chance() * kinds.length);
    return `${at + 1} 0 R`;
  };
  const times = (text: string) => text.repeat(1 + Math.floor(chance() ** 2 * MOST_TIMES));
  const written = (template: string): string =>
    template
      .replace(/\{([^{}]*)\}/g, (_, inside: string) => times(inside))
      .replace(/%/g, () => pick(OPERATORS))
      .replace(/\{([^{}]*)\}/g, (_, inside: string) => times(inside))
      .replace(/@([a-z,]+)/g, (_, wanted: string) => reference(wanted))
      .replace(/#/g, () => (chance() < 0.7 ? String(Math.floor(chance() * 700)) : pick(NUMBERS)))
      .replace(/\$/g, () => pick(TEXTS));
  const object = (kind: string): string => {
    const [dictionary = '', content] = written(pick(OBJECTS[kind] ?? [CATALOGUE])).split('»');
    if (content === undefined) return dictionary.startsWith('[') ? dictionary : `<<${dictionary}>>`;
    const packed = chance() < 0.5 ? deflateSync(content).toString('latin1') : content;
    const filter = packed === content ? '' : '/Filter /FlateDecode';
    return `<<${dictionary} ${filter} /Length ${packed.length}>> stream\n${packed}\nendstream`;
  };
  const body = kinds.map((kind, at) => `${at + 1} 0 obj ${object(kind)} endobj\n`).join('');
  return Buffer.from(`%PDF-1.7\n${body}trailer <</Root 1 0 R>>\n`, 'latin1');
}

const CATALOGUE =
  '/Type /Catalog /Pages 2 0 R /MarkInfo <</Marked true>> /StructTreeRoot <</K @element /ParentTree @tree /RoleMap <</A /B /B /A>>>> /Outlines @outline /AcroForm <</Fields [{@field }] /DR @resources>> /OCProperties <</OCGs [{@layer }] /D <</OFF [@layer]>>>>';

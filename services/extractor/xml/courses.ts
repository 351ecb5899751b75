/** How an element is treated when a tree is built: most are read as they come. */

/**
 * Large elements of which a document uses few: styles of each kind, list levels, chart data that the sheets hold too.
 * They are skipped and read only when something asks for their content.
 */
const SELDOM_READ = [
  'w:style',
  'w:abstractNum',
  'p:titleStyle',
  'p:bodyStyle',
  'p:otherStyle',
  'a:lvl1pPr',
  'a:lvl2pPr',
  'a:lvl3pPr',
  'a:lvl4pPr',
  'a:lvl5pPr',
  'a:lvl6pPr',
  'a:lvl7pPr',
  'a:lvl8pPr',
  'a:lvl9pPr',
  's:extLst',
  'c:ser',
  'c:cat',
  'c:val',
  'c:xVal',
  'c:yVal',
];

/**
 * How shapes are drawn and animated (often most of a slide), and table styles. No reader looks at these, so they get no
 * nodes.
 */
const DRAWN_ONLY = [
  'p:defaultTextStyle',
  'p:timing',
  'p:transition',
  'p:style',
  'p:clrMap',
  'p:clrMapOvr',
  'p:bg',
  'p:hf',
  'p:blipFill',
  'p:cNvSpPr',
  'p:cNvCxnSpPr',
  'p:cNvPicPr',
  'p:cNvGrpSpPr',
  'p:cNvGraphicFramePr',
  'p:sldLayoutIdLst',
  'p:extLst',
  'a:extLst',
  'a:endParaRPr',
  'a:tblGrid',
  'a:tcPr',
  'a:custGeom',
  'a:prstGeom',
  'a:spLocks',
  'a:lnSpc',
  'a:spcBef',
  'a:spcAft',
  'a:buClr',
  'a:buFont',
  'a:buSzPct',
  'a:buSzPts',
  'a:ea',
  'a:cs',
  'a:ln',
  'a:noFill',
  'a:solidFill',
  'a:gradFill',
  'a:effectLst',
  'a:chOff',
  'a:chExt',
  'c:spPr',
  'c:txPr',
  's:fonts',
  's:fills',
  's:borders',
  's:alignment',
  's:protection',
  's:cellStyleXfs',
  's:cellStyles',
  's:dxfs',
  's:colors',
  's:definedNames',
  'w:latentStyles',
  'w:rsids',
  'w:tblPr',
  'w:tcPr',
  'w:tabs',
  'w:pBdr',
];

export const READ = 0;
export const SKIP = 1;
export const LATER = 2;
/**
 * Read later, except in slides: their own texts and positions are always asked for, those of the layouts they inherit
 * from hardly ever.
 */
export const INHERITED_LATER = 3;
/** The position of a group. That of the outermost group, which is the whole slide, is never asked for. */
export const PLACE = 4;
export type Course = typeof READ | typeof SKIP | typeof LATER | typeof INHERITED_LATER | typeof PLACE;

const COURSES: ReadonlyMap<string, Course> = new Map<string, Course>([
  ...DRAWN_ONLY.map(name => [name, SKIP] as const),
  ...SELDOM_READ.map(name => [name, LATER] as const),
  ['p:txBody', INHERITED_LATER],
  ['p:spPr', INHERITED_LATER],
  ['p:grpSpPr', PLACE],
]);

/** `name` is a fixed name, see `Namespaces`. */
export const courseOf = (name: string): Course => COURSES.get(name) ?? READ;

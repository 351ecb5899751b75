/** Builds small presentations for tests; never part of the service. */
import type { Document } from '../../../../schemas/document.ts';
import { buildZip } from '../../archive/zip.test-support.ts';
import { CEILINGS, type Ceilings } from '../../format.ts';
import { format } from './format.ts';

const TYPES = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
const NAMESPACES = [
  'xmlns:p="http://schemas.openxmlformats.org/presentationml/2006/main"',
  'xmlns:a="http://schemas.openxmlformats.org/drawingml/2006/main"',
  `xmlns:r="${TYPES}"`,
  'xmlns:c="http://schemas.openxmlformats.org/drawingml/2006/chart"',
  'xmlns:dgm="http://schemas.openxmlformats.org/drawingml/2006/diagram"',
  'xmlns:mc="http://schemas.openxmlformats.org/markup-compatibility/2006"',
].join(' ');

export interface SlideSource {
  /** What stands in the shape tree. */
  shapes: string;
  hidden?: boolean;
  /** Parts that the slide relates to: their type and their whole content. */
  related?: { type: string; content: string }[];
}

/** Slides in order; their files are numbered backwards, so that file names never give the order. */
export function buildPptx(
  slides: SlideSource[],
  design: { layout?: string; layoutAttributes?: string; master?: string; masterFile?: string } = {},
): Uint8Array {
  const parts: Record<string, string> = {
    '_rels/.rels': relationships([{ id: 'main', type: 'officeDocument', target: 'ppt/presentation.xml' }]),
    'ppt/presentation.xml': root(
      'p:presentation',
      `<p:sldIdLst>${slides.map((_, index) => `<p:sldId id="${index}" r:id="s${index}"/>`).join('')}</p:sldIdLst>`,
    ),
    'ppt/_rels/presentation.xml.rels': relationships(
      slides.map((_, index) => ({ id: `s${index}`, type: 'slide', target: fileOf(slides, index) })),
    ),
    'ppt/layout.xml': root('p:sldLayout', tree(design.layout ?? ''), design.layoutAttributes),
    'ppt/_rels/layout.xml.rels': relationships([
      { id: 'm', type: 'slideMaster', target: design.masterFile ?? 'master.xml' },
    ]),
    'ppt/master.xml': root('p:sldMaster', design.master ?? tree('')),
  };
  slides.forEach(({ shapes, hidden, related = [] }, index) => {
    const file = fileOf(slides, index);
    parts[`ppt/${file}`] = root('p:sld', tree(shapes), hidden ? 'show="0"' : '');
    parts[`ppt/_rels/${file}.rels`] = relationships([
      { id: 'layout', type: 'slideLayout', target: 'layout.xml' },
      ...related.map(({ type }, at) => ({ id: `x${at}`, type, target: `x${index}-${at}.xml` })),
    ]);
    related.forEach(({ content }, at) => {
      parts[`ppt/x${index}-${at}.xml`] = content;
    });
  });
  return buildZip(parts);
}

const fileOf = (slides: SlideSource[], index: number): string => `slide${slides.length - index}.xml`;
/** With the properties of its own that every shape tree begins with. */
export const tree = (shapes: string): string =>
  `<p:cSld><p:spTree><p:nvGrpSpPr><p:nvPr/></p:nvGrpSpPr><p:grpSpPr/>${shapes}</p:spTree></p:cSld>`;
export const root = (name: string, content: string, attributes = ''): string =>
  `<${name} ${NAMESPACES} ${attributes}>${content}</${name}>`;

function relationships(rows: { id: string; type: string; target: string }[]): string {
  const inside = rows.map(
    ({ id, type, target }) => `<Relationship Id="${id}" Type="${TYPES}/${type}" Target="${target}"/>`,
  );
  return `<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships">${inside.join('')}</Relationships>`;
}

export const line = (text: string, properties = ''): string =>
  `<a:p>${properties}<a:r><a:t>${text}</a:t></a:r></a:p>`;

const place = (x: number, y: number, size = 10): string =>
  `<a:xfrm><a:off x="${x}" y="${y}"/><a:ext cx="${size}" cy="${size}"/></a:xfrm>`;

export interface ShapeSource {
  placeholder?: string;
  at?: [x: number, y: number];
  lists?: string;
}

/** A shape with these paragraphs (plain words become one). */
export function shape(paragraphs: string, { placeholder, at, lists = '' }: ShapeSource = {}): string {
  const body = paragraphs.startsWith('<') ? paragraphs : line(paragraphs);
  const ph = placeholder === undefined ? '' : `<p:ph ${placeholder}/>`;
  return `<p:sp><p:nvSpPr><p:cNvPr id="1" name="x"/><p:nvPr>${ph}</p:nvPr></p:nvSpPr><p:spPr>${at === undefined ? '' : place(...at)}</p:spPr><p:txBody><a:lstStyle>${lists}</a:lstStyle>${body}</p:txBody></p:sp>`;
}

export async function parse(bytes: Uint8Array, ceilings: Partial<Ceilings> = {}): Promise<Document> {
  const ocr = { recognize: () => Promise.reject(new Error('no OCR in presentations')) };
  return format.parse(
    { bytes, contentType: format.contentTypes[0] ?? '' },
    { ocr, ceilings: { ...CEILINGS, ...ceilings } },
  );
}

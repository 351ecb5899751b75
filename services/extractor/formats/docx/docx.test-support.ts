/** Builds small Word documents for tests; never part of the service. */
import type { Block, Document } from '../../../../schemas/document.ts';
import { buildZip } from '../../archive/zip.test-support.ts';
import { CEILINGS, type Ceilings } from '../../format.ts';
import { format } from './format.ts';

const TYPES = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
const NAMESPACES = [
  'xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main"',
  `xmlns:r="${TYPES}"`,
  'xmlns:mc="http://schemas.openxmlformats.org/markup-compatibility/2006"',
  'xmlns:m="http://schemas.openxmlformats.org/officeDocument/2006/math"',
  'xmlns:v="urn:schemas-microsoft-com:vml"',
  'xmlns:wp="http://schemas.openxmlformats.org/drawingml/2006/wordprocessingDrawing"',
  'xmlns:a="http://schemas.openxmlformats.org/drawingml/2006/main"',
  'xmlns:pic="http://schemas.openxmlformats.org/drawingml/2006/picture"',
  'xmlns:c="http://schemas.openxmlformats.org/drawingml/2006/chart"',
  'xmlns:cx="http://schemas.microsoft.com/office/drawing/2014/chartex"',
].join(' ');

/** Parts beside the body, by relationship type: what stands inside the part's root element. */
export interface Beside {
  styles?: string;
  numbering?: string;
  footnotes?: string;
  endnotes?: string;
  comments?: string;
  /** Whole parts by name, and how the main part relates to them. */
  parts?: { name: string; type: string; content: string | Uint8Array }[];
}

const ROOTS = {
  styles: 'w:styles',
  numbering: 'w:numbering',
  footnotes: 'w:footnotes',
  endnotes: 'w:endnotes',
  comments: 'w:comments',
} as const;

export function buildDocx(body: string, beside: Beside = {}): Uint8Array {
  const parts: Record<string, string | Uint8Array> = {
    '[Content_Types].xml': '<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"/>',
    '_rels/.rels': relationships([{ name: 'word/document.xml', type: 'officeDocument' }]),
    'word/document.xml': root('w:document', `<w:body>${body}</w:body>`),
  };
  const related = [...(beside.parts ?? [])];
  for (const [type, name] of Object.entries(ROOTS)) {
    const content = beside[type as keyof typeof ROOTS];
    if (content !== undefined) related.push({ name: `${type}.xml`, type, content: root(name, content) });
  }
  for (const part of related) parts[`word/${part.name}`] = part.content;
  parts['word/_rels/document.xml.rels'] = relationships(related);
  return buildZip(parts);
}

export const root = (name: string, content: string): string =>
  `<?xml version="1.0" encoding="UTF-8"?><${name} ${NAMESPACES}>${content}</${name}>`;

function relationships(related: { name: string; type: string }[]): string {
  const rows = related.map(
    ({ name, type }) => `<Relationship Id="${name}" Type="${TYPES}/${type}" Target="${name}"/>`,
  );
  return `<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships">${rows.join('')}</Relationships>`;
}

/** A paragraph of one run, with properties. */
export const p = (text: string, properties = ''): string =>
  `<w:p><w:pPr>${properties}</w:pPr><w:r><w:t xml:space="preserve">${text}</w:t></w:r></w:p>`;

export const styled = (text: string, style: string): string => p(text, `<w:pStyle w:val="${style}"/>`);

export const item = (text: string, list = 1, level = 0): string =>
  p(text, `<w:numPr><w:ilvl w:val="${level}"/><w:numId w:val="${list}"/></w:numPr>`);

export async function parse(bytes: Uint8Array, ceilings: Partial<Ceilings> = {}): Promise<Document> {
  const ocr = { recognize: () => Promise.reject(new Error('no OCR in Word documents')) };
  const contentType = format.contentTypes[0] ?? '';
  return format.parse({ bytes, contentType }, { ocr, ceilings: { ...CEILINGS, ...ceilings } });
}

export async function blocksOf(body: string, beside?: Beside): Promise<Block[]> {
  return (await parse(buildDocx(body, beside))).blocks;
}

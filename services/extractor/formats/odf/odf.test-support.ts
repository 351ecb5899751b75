/** OpenDocument files built in code, and what is read of them as lines. */
import type { Block, Document } from '../../../../schemas/document.ts';
import { buildZip, type ZipPart } from '../../archive/zip.test-support.ts';
import { detect } from '../../detection/detect.ts';
import { CEILINGS, type Ceilings } from '../../format.ts';
import { loadFormats } from '../../registry.ts';
import { format } from './format.ts';

const FORMATS = await loadFormats();
const NAMESPACES = [
  ...['office', 'text', 'table', 'style', 'presentation'].map(
    name => `xmlns:${name}="urn:oasis:names:tc:opendocument:xmlns:${name}:1.0"`,
  ),
  'xmlns:draw="urn:oasis:names:tc:opendocument:xmlns:drawing:1.0"',
  'xmlns:chart="urn:oasis:names:tc:opendocument:xmlns:chart:1.0"',
  'xmlns:officeooo="http://openoffice.org/2009/office"',
  'xmlns:dc="http://purl.org/dc/elements/1.1/"',
  'xmlns:svg="urn:oasis:names:tc:opendocument:xmlns:svg-compatible:1.0"',
  'xmlns:xlink="http://www.w3.org/1999/xlink"',
].join(' ');

interface Parts {
  kind?: string;
  automatic?: string;
  styles?: string;
  others?: ZipPart[];
}

export const root = (name: string, content: string) =>
  `<office:${name} ${NAMESPACES}>${content}</office:${name}>`;

export function build(
  body: string,
  { kind = 'text', automatic = '', styles = '', others = [] }: Parts = {},
): Uint8Array {
  const content = `<office:automatic-styles>${automatic}</office:automatic-styles><office:body><office:${kind}>${body}</office:${kind}></office:body>`;
  return buildZip([
    { name: 'mimetype', content: `application/vnd.oasis.opendocument.${kind}`, stored: true },
    { name: 'content.xml', content: root('document-content', content) },
    { name: 'styles.xml', content: root('document-styles', styles) },
    ...others,
  ]);
}

export async function parse(bytes: Uint8Array, ceilings: Partial<Ceilings> = {}): Promise<Document> {
  const { contentType } = await detect(bytes, FORMATS);
  const ocr = { recognize: () => Promise.reject(new Error('no OCR here')) };
  return format.parse({ bytes, contentType }, { ocr, ceilings: { ...CEILINGS, ...ceilings } });
}

export const lineOf = (block: Block): string => {
  if (block.kind === 'list')
    return `${block.ordered ? 'ordered' : 'list'} ${block.items.map(itemOf).join(' | ')}`;
  if (block.kind === 'table')
    return `table ${block.rows.map(row => row.map(cell => cell.text).join(',')).join(' | ')}`;
  if (block.kind === 'image') return `image ${block.alt} (${block.caption})`;
  return `${block.kind === 'heading' ? `h${block.level}` : block.kind} ${block.text}`;
};
const itemOf = ({ text, lists }: { text: string; lists: Block[] }): string =>
  [text, ...lists.map(lineOf)].join(' > ');

export const outline = async (body: string, parts?: Parts) =>
  (await parse(build(body, parts))).blocks.map(lineOf);
export const p = (text: string, style = '') => `<text:p text:style-name="${style}">${text}</text:p>`;

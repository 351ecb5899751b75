/**
 * Builds small PDFs for tests: one content stream for each page, the standard fonts, and a cross-reference table that
 * the reader rebuilds.
 */
import type { Document } from '../../../../schemas/document.ts';
import { CEILINGS } from '../../format.ts';
import { parsePdf } from './parse.ts';

const FONTS = { regular: 'Helvetica', bold: 'Helvetica-Bold', italic: 'Helvetica-Oblique', mono: 'Courier' };
type Font = keyof typeof FONTS;

export interface Setting {
  font?: Font;
  size?: number;
  /** Extra content operators before the text, such as `2 Tc`. */
  before?: string;
}

/** Shows a text with its baseline y points above the page's foot. */
export function text(
  x: number,
  y: number,
  words: string,
  { font = 'regular', size = 10, before = '' }: Setting = {},
): string {
  return `BT /${font} ${size} Tf ${before} 1 0 0 1 ${x} ${y} Tm (${words.replace(/[()\\]/g, '\\$&')}) Tj ET\n`;
}

/** Shows the lines of a paragraph, 12 points apart. */
export function paragraph(x: number, y: number, lines: readonly string[], setting: Setting = {}): string {
  return lines.map((line, at) => text(x, y - at * 1.2 * (setting.size ?? 10), line, setting)).join('');
}

/** Returns a file of US letter pages; `catalogue` and `page` add entries to their dictionaries. */
export function builtPdf(contents: readonly string[], { catalogue = '', page = '' } = {}): Uint8Array {
  const fonts = Object.entries(FONTS).map(
    ([name, base]) =>
      `/${name} <</Type /Font /Subtype /Type1 /BaseFont /${base} /Encoding /WinAnsiEncoding>>`,
  );
  const objects = [
    `<</Type /Catalog /Pages 2 0 R ${catalogue}>>`,
    `<</Type /Pages /Count ${contents.length} /Kids [${contents.map((_, at) => `${3 + 2 * at} 0 R`).join(' ')}]>>`,
    ...contents.flatMap((content, at) => [
      `<</Type /Page /Parent 2 0 R /MediaBox [0 0 612 792] /Contents ${4 + 2 * at} 0 R /Resources <</Font <<${fonts.join(' ')}>> /Properties <</off 100 0 R>> >> ${page}>>`,
      `<</Length ${content.length}>> stream\n${content}\nendstream`,
    ]),
  ];
  const body = objects.map((object, at) => `${at + 1} 0 obj ${object} endobj\n`).join('');
  const layer =
    '100 0 obj <</Type /OCG /Name (off)>> endobj\n101 0 obj <</Title (On the keeping of boats) /Dest [3 0 R /Fit]>> endobj\n';
  return Buffer.from(`%PDF-1.7\n${body}${layer}trailer <</Root 1 0 R>>\n`, 'latin1');
}

/** Text for pages whose content does not matter. */
export const PROSE = [
  'The committee met in the morning and heard what the members had',
  'to say about the state of the river, which had risen since the rain.',
];

/** Returns a page that may also use the font `odd` with these entries; `objects` are added to the file. */
export function withFont(font: string, content: string, objects = ''): Uint8Array {
  const file = Buffer.from(builtPdf([content])).toString('latin1');
  return Buffer.from(
    file.replace('/regular <<', `/odd ${font} /regular <<`).replace('trailer', `${objects}trailer`),
    'latin1',
  );
}

/** Parses with an OCR engine that finds nothing. */
export function parsed(bytes: Uint8Array): Promise<Document> {
  const ocr = {
    recognize: async () => ({
      width: 1,
      height: 1,
      quarterTurns: 0 as const,
      lines: [],
      rules: { horizontal: [], vertical: [] },
      confidence: 0,
    }),
  };
  return parsePdf({ bytes, contentType: 'application/pdf' }, { ocr, ceilings: CEILINGS });
}

export async function blocksOfPages(...contents: string[]): Promise<Document['blocks']> {
  return (await parsed(builtPdf(contents))).blocks;
}

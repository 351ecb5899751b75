/** Builds small workbooks for tests; never part of the service. */
import type { Document } from '../../../../schemas/document.ts';
import { buildZip } from '../../archive/zip.test-support.ts';
import { CEILINGS, type Ceilings } from '../../format.ts';
import { format } from './format.ts';

const TYPES = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
const MAIN = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main';

export interface RelatedPart {
  type: string;
  content: string;
  /** What it relates to in turn, by the id `x`. */
  shows?: { type: string; content: string };
}

export interface SheetSource {
  name?: string;
  /** Attributes of the sheet in the workbook, e.g. `state="hidden"`. */
  attributes?: string;
  type?: string;
  /** What stands inside `sheetData`. */
  rows: string;
  /** What stands behind it. */
  after?: string;
  related?: RelatedPart[];
}

export interface WorkbookSource {
  strings?: string[];
  /** Format codes; cell style n has the n-th. */
  formats?: string[];
  properties?: string;
  /** Further parts related to the workbook. */
  related?: RelatedPart[];
}

export function buildXlsx(
  sheets: SheetSource[],
  { strings = [], formats = [], properties = '', related: ofWorkbook = [] }: WorkbookSource = {},
): Uint8Array {
  const parts: Record<string, string> = {
    '_rels/.rels': relationships([['main', 'officeDocument', 'xl/workbook.xml']]),
    'xl/workbook.xml': `<workbook xmlns="${MAIN}" xmlns:r="${TYPES}">${properties}<sheets>${sheets
      .map(
        ({ name, attributes = '' }, at) =>
          `<sheet name="${name ?? `Sheet${at + 1}`}" sheetId="${at + 1}" r:id="s${at}" ${attributes}/>`,
      )
      .join('')}</sheets></workbook>`,
    'xl/_rels/workbook.xml.rels': relationships([
      ...sheets.map(({ type = 'worksheet' }, at): Row => [`s${at}`, type, `sheet${at}.xml`]),
      ['strings', 'sharedStrings', 'strings.xml'],
      ['styles', 'styles', 'styles.xml'],
      ...ofWorkbook.map(({ type }, at): Row => [`w${at}`, type, `w${at}.xml`]),
    ]),
    ...Object.fromEntries(ofWorkbook.map(({ content }, at) => [`xl/w${at}.xml`, content])),
    'xl/strings.xml': `<sst xmlns="${MAIN}">${strings.map(text => `<si>${text.startsWith('<') ? text : `<t>${text}</t>`}</si>`).join('')}</sst>`,
    'xl/styles.xml': `<styleSheet xmlns="${MAIN}"><numFmts>${formats.map((code, at) => `<numFmt numFmtId="${200 + at}" formatCode="${code.replaceAll('"', '&quot;')}"/>`).join('')}</numFmts><cellXfs>${formats.map((_, at) => `<xf numFmtId="${200 + at}"/>`).join('')}</cellXfs></styleSheet>`,
  };
  sheets.forEach(({ rows, after = '', related = [] }, at) => {
    parts[`xl/sheet${at}.xml`] =
      `<worksheet xmlns="${MAIN}"><sheetData>${rows}</sheetData>${after}</worksheet>`;
    parts[`xl/_rels/sheet${at}.xml.rels`] = relationships(
      related.map(({ type }, index): Row => [`x${index}`, type, `x${at}-${index}.xml`]),
    );
    related.forEach(({ content, shows }, index) => {
      parts[`xl/x${at}-${index}.xml`] = content;
      if (shows === undefined) return;
      parts[`xl/y${at}-${index}.xml`] = shows.content;
      parts[`xl/_rels/x${at}-${index}.xml.rels`] = relationships([['x', shows.type, `y${at}-${index}.xml`]]);
    });
  });
  return buildZip(parts);
}

type Row = [id: string, type: string, target: string];

function relationships(rows: Row[]): string {
  const inside = rows.map(
    ([id, type, target]) => `<Relationship Id="${id}" Type="${TYPES}/${type}" Target="${target}"/>`,
  );
  return `<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships">${inside.join('')}</Relationships>`;
}

/** A row of cells by reference: words become inline strings, numbers numbers. */
export function row(cells: Record<string, string | number>): string {
  const inside = Object.entries(cells).map(([reference, value]) =>
    typeof value === 'number'
      ? `<c r="${reference}"><v>${value}</v></c>`
      : `<c r="${reference}" t="inlineStr"><is><t>${value}</t></is></c>`,
  );
  const number = /\d+/.exec(Object.keys(cells)[0] ?? '')?.[0] ?? '1';
  return `<row r="${number}">${inside.join('')}</row>`;
}

export async function parse(bytes: Uint8Array, ceilings: Partial<Ceilings> = {}): Promise<Document> {
  const ocr = { recognize: () => Promise.reject(new Error('no OCR in workbooks')) };
  return format.parse(
    { bytes, contentType: format.contentTypes[0] ?? '' },
    { ocr, ceilings: { ...CEILINGS, ...ceilings } },
  );
}

/** Tables as rows of text, with `columns×rows` where a cell spans. */
export async function gridsOf(...given: Parameters<typeof buildXlsx>): Promise<string[][][]> {
  const { blocks } = await parse(buildXlsx(...given));
  return blocks
    .filter(block => block.kind === 'table')
    .map(({ rows }) =>
      rows.map(cells =>
        cells.map(cell =>
          cell.colspan * cell.rowspan > 1 ? `${cell.text} ${cell.colspan}×${cell.rowspan}` : cell.text,
        ),
      ),
    );
}

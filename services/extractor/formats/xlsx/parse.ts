/** Reads a workbook: for each sheet a heading with its name, its tables, and what is drawn and noted on it. */
import type { Block, Document } from '../../../../schemas/document.ts';
import { Allowance } from '../../allowance.ts';
import { Package } from '../../archive/package.ts';
import type { Relationship } from '../../archive/relationships.ts';
import { ExtractionError, type ParseContext, type Source } from '../../format.ts';
import { sheetTables } from '../../sheets/tables.ts';
import { isTrue } from '../../xml/boolean.ts';
import { child, childrenNamed, type XmlNode } from '../../xml/tree.ts';
import { CellFormats } from './cell-formats.ts';
import { readCellImages } from './cell-images.ts';
import { readComments, readDrawings, readEmbedded } from './drawings.ts';
import { RichValues } from './rich-values.ts';
import { readSharedStrings } from './shared-strings.ts';
import { readSheet } from './sheet.ts';
import type { Workbook } from './workbook.ts';

const USUAL_MAIN_PART = 'xl/workbook.xml';

export async function parseXlsx(source: Source, { ceilings }: ParseContext): Promise<Document> {
  const office = new Package(source, new Allowance(ceilings, source.bytes.length));
  const main = office.mainPart(USUAL_MAIN_PART);
  const root = office.tree(main);
  if (main === undefined || root === undefined) {
    throw new ExtractionError('extraction_failed', 'The workbook has no main part.');
  }
  const strings = readSharedStrings(office, office.related(main, 'sharedStrings'));
  const workbook: Workbook = {
    package: office,
    strings,
    cells: strings.map(() => undefined),
    formats: new CellFormats(() => office.tree(office.related(main, 'styles')), dates1904(root)),
    richValues: new RichValues(office, main),
    images: readCellImages(office, main),
    uncalculated: isTrue(child(root, 's:calcPr')?.attributes.fullCalcOnLoad),
    furniture: new Set(),
  };
  const sheets = sheetsOf(office, main, root);
  if (sheets.length > ceilings.pages) office.warn('page-ceiling');
  const blocks = sheets.slice(0, ceilings.pages).flatMap((sheet, at) => sheetBlocks(workbook, sheet, at + 1));
  return { blocks, pages: sheets.length, ocr: false, warnings: office.warnings };
}

interface Sheet {
  name: string;
  part: string;
  /** Whether it contains only a chart. */
  isChart: boolean;
}

/** Whether the workbook uses the 1904 date system of old Macintosh workbooks (ECMA-376 part 1, 18.17.4.1). */
function dates1904(root: XmlNode): boolean {
  return isTrue(child(root, 's:workbookPr')?.attributes.date1904);
}

/** Returns worksheets and chart sheets in the order of their tabs, including hidden ones. Macro sheets contain programs. */
function sheetsOf(office: Package, main: string, root: XmlNode): Sheet[] {
  const related = new Map<string, Relationship>(office.relationships(main).map(one => [one.id, one]));
  const sheets: Sheet[] = [];
  for (const { attributes } of childrenNamed(child(root, 's:sheets'), 's:sheet')) {
    const relationship = related.get(attributes['r:id'] ?? '');
    const isChart = relationship?.type === 'chartsheet';
    if (relationship === undefined || (!isChart && relationship.type !== 'worksheet')) continue;
    sheets.push({ name: attributes.name ?? '', part: relationship.target, isChart });
  }
  return sheets;
}

function sheetBlocks(workbook: Workbook, sheet: Sheet, page: number): Block[] {
  const office = workbook.package;
  const { name, part } = sheet;
  const reader = office.reader(part);
  if (reader === undefined) {
    office.warn('missing-sheet', page);
    return [];
  }
  const content = readSheet(workbook, reader);
  const tables = sheetTables(content, office, page);
  const furniture = content.furniture.filter(line => !workbook.furniture.has(line));
  for (const line of furniture) workbook.furniture.add(line);
  const beside = [
    ...readDrawings(office, part, page, sheet.isChart ? 'whole-charts' : 'titles'),
    ...readEmbedded(office, part, page),
    ...readComments(office, part, page),
    ...furniture.map((text): Block => ({ kind: 'paragraph', text, page })),
  ];
  return underName(name, page, [...tables, ...beside]);
}

const underName = (name: string, page: number, blocks: readonly Block[]): Block[] =>
  blocks.length === 0 ? [] : [{ kind: 'heading', level: 1, text: name.trim(), page }, ...blocks];

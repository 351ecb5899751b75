/** Reads an OpenDocument file: its text, sheets or slides, then notes, comments, heads and feet. */
import type { Block, Document } from '../../../../schemas/document.ts';
import { Allowance } from '../../allowance.ts';
import { Package } from '../../archive/package.ts';
import { ExtractionError, type ParseContext, type Source } from '../../format.ts';
import { sheetTables } from '../../sheets/tables.ts';
import { withCaptions } from '../../story/captions.ts';
import { gatherBlocks, withoutHeading } from '../../story/flow.ts';
import { withHeadingsByLook } from '../../story/look-headings.ts';
import { END, MalformedXml, OPEN, type XmlReader } from '../../xml/reader.ts';
import { child, readElement } from '../../xml/tree.ts';
import { readStory } from './blocks.ts';
import { eachChild } from './each-child.ts';
import { formulaText } from './formula.ts';
import { readSheet } from './sheet.ts';
import { readSlide } from './slide.ts';
import type { EmbeddedObject, Story } from './story.ts';
import { Styles } from './styles.ts';

const FURNITURE = /^style:(?:header|footer)(?:-left|-first)?$/;

export async function parseOdf(source: Source, { ceilings }: ParseContext): Promise<Document> {
  const office = new Package(source, new Allowance(ceilings, source.bytes.length));
  const reader = office.reader('content.xml');
  if (reader === undefined) throw new ExtractionError('extraction_failed', 'The document has no content.');
  const styles = new Styles();
  styles.addAll(child(office.tree('styles.xml'), 'office:styles'));
  const story = storyOf(office, styles, reader);
  const body: Body = { blocks: [], pages: null };
  orWarn(office, () => readContent(story, body, office, ceilings.pages));
  const beside = [
    ...gatherBlocks([...story.notes, ...story.comments]),
    ...readFurniture(office, styles, body),
  ];
  return {
    blocks: [...body.blocks, ...beside.map(withoutHeading)],
    pages: body.pages,
    ocr: false,
    warnings: office.warnings,
  };
}

interface Body {
  blocks: Block[];
  pages: number | null;
}

function storyOf(
  office: Package,
  styles: Styles,
  reader: XmlReader,
  furniture: Story['furniture'] = null,
): Story {
  const { allowance } = office;
  const objects = (folder: string) => readObject(office, styles, folder);
  return {
    reader,
    styles,
    allowance,
    page: null,
    notes: [],
    comments: [],
    objects,
    counted: new Map(),
    lists: [],
    outline: [],
    furniture,
    footers: { declared: new Map(), told: new Set() },
    looks: null,
    nesting: 0,
    numbersAlone: null,
  };
}

/**
 * Keeps what comes before the place where a part stops being well-formed. A part beside the text may be refused, which
 * only costs that part.
 */
function orWarn(office: Package, read: () => void, isBeside = false): void {
  try {
    read();
  } catch (error) {
    const isRefused = isBeside && error instanceof ExtractionError && !error.bomb;
    if (!(error instanceof MalformedXml || isRefused)) throw error;
    office.warn('malformed-part');
  }
}

function readContent(story: Story, body: Body, office: Package, pageCeiling: number): void {
  const { reader } = story;
  for (let token = reader.next(); token !== END; token = reader.next()) {
    if (token !== OPEN) continue;
    if (reader.name === 'office:automatic-styles') story.styles.addAll(readElement(reader));
    else if (reader.name === 'office:text') for (const block of readText(story)) body.blocks.push(block);
    else if (reader.name === 'office:spreadsheet' || reader.name === 'office:presentation')
      readPages(story, body, office, pageCeiling);
  }
}

function readText(around: Story): Block[] {
  const looks = new Map();
  const flow = readStory({ ...around, looks });
  return gatherBlocks(withCaptions(withHeadingsByLook(flow, looks)));
}

/** Reads sheets or slides, each as a page. */
function readPages(story: Story, body: Body, office: Package, pageCeiling: number): void {
  const { reader } = story;
  body.pages = 0;
  eachChild(reader, name => {
    if (name !== 'table:table' && name !== 'draw:page') {
      if (name === 'presentation:footer-decl') declareFooter(story);
      else if (name === 'table:tracked-changes' || name === 'table:dde-links') reader.skip();
      return;
    }
    body.pages = (body.pages ?? 0) + 1;
    if (body.pages > pageCeiling) {
      office.warn('page-ceiling');
      return reader.skip();
    }
    story.page = body.pages;
    const blocks = name === 'draw:page' ? readSlide(story) : sheetBlocks(story, office);
    for (const block of blocks) body.blocks.push(block);
  });
}

function declareFooter({ reader, footers }: Story): void {
  const name = reader.attribute('presentation:name') ?? '';
  footers.declared.set(name, reader.content().trim());
}

function sheetBlocks(story: Story, office: Package): Block[] {
  const page = story.page ?? 0;
  const name = story.reader.attribute('table:name') ?? '';
  const sheet = readSheet(story);
  const beside = gatherBlocks([...sheet.drawn, ...story.comments.splice(0)]);
  const blocks = [...sheetTables(sheet, office, page), ...beside];
  return blocks.length === 0 ? [] : [{ kind: 'heading', level: 1, text: name.trim(), page }, ...blocks];
}

/** Reads headers and footers of the page styles; the same words appear only once. */
function readFurniture(office: Package, styles: Styles, { pages }: Body): Block[] {
  const reader = office.reader('styles.xml');
  if (reader === undefined) return [];
  const story = storyOf(office, styles, reader, pages === null ? 'text' : 'sheets');
  const found = new Map<string, Block[]>();
  orWarn(
    office,
    () => {
      for (let token = reader.next(); token !== END; token = reader.next()) {
        if (token !== OPEN) continue;
        if (reader.name === 'office:automatic-styles') styles.addAll(readElement(reader));
        else if (FURNITURE.test(reader.name)) {
          const blocks = gatherBlocks(readStory(story));
          found.set(JSON.stringify(blocks), blocks);
        }
      }
    },
    true,
  );
  return [...found.values()].flat();
}

/** Titles of a chart. */
const TITLES = new Set(['chart:title', 'chart:subtitle', 'chart:footer']);

/** Returns a chart's titles and data, or a formula as its author wrote it. */
function readObject(office: Package, styles: Styles, folder: string): EmbeddedObject {
  const part = `${folder.replace(/^\.\//, '').replace(/\/$/, '')}/content.xml`;
  const reader = office.reader(part);
  const object: EmbeddedObject = { blocks: [], formula: '' };
  if (reader === undefined) return object;
  const story = storyOf(office, styles, reader);
  orWarn(
    office,
    () => {
      for (let token = reader.next(); token !== END; token = reader.next()) {
        if (token !== OPEN) continue;
        if (TITLES.has(reader.name)) object.blocks.push(...gatherBlocks(readStory(story)));
        else if (reader.name === 'table:table')
          object.blocks.push(
            ...sheetTables(readSheet(story), office, 0).map(table => ({ ...table, page: null })),
          );
        else if (reader.name.endsWith(':annotation')) object.formula ||= reader.content().trim();
      }
      if (object.blocks.length === 0 && object.formula === '')
        object.formula = formulaText(office.read(part)?.toString() ?? '', office.allowance.ceilings);
    },
    true,
  );
  return object;
}

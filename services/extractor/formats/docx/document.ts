/** Reads a Word document: its body, then what stands beside it (notes, comments, headers and footers). */
import type { Block, Document } from '../../../../schemas/document.ts';
import { Allowance } from '../../allowance.ts';
import { Package } from '../../archive/package.ts';
import { ExtractionError, type ParseContext, type Source } from '../../format.ts';
import { withCaptions } from '../../story/captions.ts';
import { gatherBlocks } from '../../story/flow.ts';
import { withHeadingsByLook } from '../../story/look-headings.ts';
import { child } from '../../xml/tree.ts';
import { readImported } from './alt-chunk.ts';
import { BoundData } from './bound-controls.ts';
import { readWithMammoth } from './fallback.ts';
import { withCodeByLook } from './look-code.ts';
import { Numbering } from './numbering.ts';
import { isOn } from './on-off.ts';
import { pageCount, settlePages } from './pages.ts';
import { withoutProseHeadings } from './prose-headings.ts';
import { readFurniture, readNotes } from './stories.ts';
import { Styles } from './styles.ts';
import { walk } from './walk.ts';
import { Walker } from './walker.ts';
import type { WordDocument } from './word-document.ts';

const USUAL_MAIN_PART = 'word/document.xml';

export async function parseDocx(source: Source, { ceilings, embedded }: ParseContext): Promise<Document> {
  const office = new Package(source, new Allowance(ceilings));
  const imported = await readImported(office, office.mainPart(USUAL_MAIN_PART), embedded);
  const { document, failure } = readDirectly(office, imported);
  if (document !== null) return document;
  const blocks = await readWithMammoth(source.bytes);
  if (blocks === null) {
    throw new ExtractionError('extraction_failed', 'The document cannot be read.', { cause: failure });
  }
  office.warn('second-engine');
  return { blocks, pages: null, ocr: false, warnings: office.warnings };
}

/**
 * Reads the document directly. Throws where the document itself is wrong; returns a null document in cases that the
 * walk does not support.
 */
function readDirectly(
  office: Package,
  imported: WordDocument['imported'],
): { document: Document | null; failure?: unknown } {
  try {
    const document = readDocument(office, imported);
    const damaged = document.blocks.length === 0 && office.warnings.length > 0;
    return { document: damaged ? null : document };
  } catch (failure) {
    if (failure instanceof ExtractionError) throw failure;
    return { document: null, failure };
  }
}

/** Programs that join reports may join joined ones; deeper nesting does not occur. */
const EMBEDDED_DEPTH = 3;

/** Reads a document. `depth` is the number of documents around it. */
function readDocument(office: Package, imported: WordDocument['imported'], depth = 0): Document {
  const main = office.mainPart(USUAL_MAIN_PART);
  const reader = main === undefined ? undefined : office.reader(main);
  if (main === undefined || reader === undefined) {
    throw new ExtractionError('extraction_failed', 'The document has no main part.');
  }
  const document: WordDocument = {
    package: office,
    styles: new Styles(office.tree(office.related(main, 'styles'))),
    numbering: new Numbering(office.tree(office.related(main, 'numbering'))),
    boundData: new BoundData(office, main),
    imported,
    readEmbedded: bytes => (depth < EMBEDDED_DEPTH ? embeddedBlocks(office, bytes, depth + 1) : null),
  };
  const walker = new Walker(document, main, reader);
  const flow = withoutProseHeadings(walk(walker), walker.headings);
  const blocks = gatherBlocks(
    withCaptions(withHeadingsByLook(withCodeByLook(flow, walker.looks), walker.looks)),
  );
  const layout = { renderedBreaks: walker.page - 1, characters: walker.characters };
  const pages = pageCount(office.tree(office.related('', 'extended-properties')), layout);
  settlePages(blocks, pages, layout);
  const beside = [
    ...readNotes(document, main, walker.noteMarks),
    ...readFurniture(
      document,
      main,
      walker.sections.ids(() => hasEvenPages(office, main)),
    ),
  ];
  settlePages(beside, null, layout);
  return { blocks: [...blocks, ...beside], pages, ocr: false, warnings: office.warnings };
}

/** Whether even pages have headers and footers of their own (17.10.1). */
const hasEvenPages = (office: Package, main: string): boolean =>
  isOn(child(office.tree(office.related(main, 'settings')), 'w:evenAndOddHeaders'));

/** Returns the blocks of an embedded document, without pages of the document that contains it; null where it cannot be read. */
function embeddedBlocks(office: Package, bytes: Uint8Array, depth: number): Block[] | null {
  try {
    const embedded = new Package({ bytes }, office.allowance);
    const { blocks, warnings } = readDocument(embedded, new Map(), depth);
    for (const { code } of warnings) office.warn(code);
    settlePages(blocks, null, { renderedBreaks: 0, characters: 0 });
    return blocks;
  } catch (error) {
    if (!(error instanceof ExtractionError) || error.bomb) throw error;
    return null;
  }
}

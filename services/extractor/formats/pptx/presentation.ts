/** Reads a presentation: its slides in the order in which they are shown, each with its notes and comments. */
import type { Block, Document } from '../../../../schemas/document.ts';
import { Allowance } from '../../allowance.ts';
import { Package } from '../../archive/package.ts';
import { ExtractionError, type ParseContext } from '../../format.ts';
import { child, childrenNamed } from '../../xml/tree.ts';
import { Designs } from './design.ts';
import { readComments, readNotes } from './notes.ts';
import { readSlide } from './slide.ts';

const USUAL_MAIN_PART = 'ppt/presentation.xml';

export async function parsePptx(bytes: Uint8Array, { ceilings }: ParseContext): Promise<Document> {
  const office = new Package(bytes, new Allowance(ceilings));
  const main = office.mainPart(USUAL_MAIN_PART);
  if (main === undefined) throw new ExtractionError('extraction_failed', 'The document has no main part.');
  const slides = slideParts(office, main);
  const designs = new Designs(office);
  const blocks: Block[] = [];
  const shown = new Set<string>();
  for (const [index, part] of slides.slice(0, ceilings.pages).entries()) {
    for (const block of slideBlocks(office, designs, part, index + 1, shown)) blocks.push(block);
  }
  if (slides.length > ceilings.pages) office.warn('page-ceiling');
  return { blocks, pages: slides.length, ocr: false, warnings: office.warnings };
}

/** Parts of the slides, each once: a deck that lists one twice is damaged or made to be expensive. */
function slideParts(office: Package, main: string): string[] {
  const presentation = office.tree(main);
  if (presentation === undefined) {
    throw new ExtractionError('extraction_failed', 'The main part cannot be read.');
  }
  const ids = childrenNamed(child(presentation, 'p:sldIdLst'), 'p:sldId');
  const parts = ids.map(id => office.target(main, id.attributes['r:id'])).filter(part => part !== undefined);
  const unique = [...new Set(parts)];
  if (unique.length < ids.length) office.warn('repeated-slide');
  return unique;
}

/** `furniture` holds the footers already shown: one that stands on every slide is read once. */
function slideBlocks(
  office: Package,
  designs: Designs,
  part: string,
  page: number,
  furniture: Set<string>,
): Block[] {
  const root = office.tree(part);
  if (root === undefined) {
    office.warn('missing-slide', page);
    return [];
  }
  const slide = { office, part, page, design: designs.of(part), furniture };
  return [...readSlide(slide, root), ...readNotes(slide), ...readComments(slide)];
}

/** Reads a presentation: its slides in the order in which they are shown, each with its notes and comments. */
import type { Block, Document } from '../../../../schemas/document.ts';
import { Allowance } from '../../allowance.ts';
import { Package } from '../../archive/package.ts';
import { ExtractionError, type ParseContext, type Source } from '../../format.ts';
import { child, childrenNamed, type XmlNode } from '../../xml/tree.ts';
import { backdropBlocks } from './backdrop.ts';
import { Designs } from './design.ts';
import { headingOf } from './headline.ts';
import { readComments, readNotes } from './notes.ts';
import { readSlide, type Slide, type SlideContent } from './slide.ts';

const USUAL_MAIN_PART = 'ppt/presentation.xml';

export async function parsePptx(source: Source, { ceilings }: ParseContext): Promise<Document> {
  const office = new Package(source, new Allowance(ceilings));
  const main = office.mainPart(USUAL_MAIN_PART);
  if (main === undefined) throw new ExtractionError('extraction_failed', 'The document has no main part.');
  const slides = slideParts(office, main);
  const designs = new Designs(office, main);
  const contents: SlideContent[] = [];
  const shown = new Set<string>();
  const backdrops = new Set<XmlNode>();
  let knowsTitles = false;
  for (const [index, part] of slides.slice(0, ceilings.pages).entries()) {
    const root = office.slideTree(part);
    if (root === undefined) {
      office.warn('missing-slide', index + 1);
      continue;
    }
    const page = index + 1;
    const slide = { office, part, page, design: designs.of(part), furniture: shown, knowsTitles };
    const content = slideContent(slide, root);
    knowsTitles ||= content.titled;
    contents.push(content);
    for (const backdrop of designs.backdrops(part, root)) backdrops.add(backdrop);
  }
  if (slides.length > ceilings.pages) office.warn('page-ceiling');
  const body = knowsTitles ? contents.flatMap(({ blocks }) => blocks) : withHeadlines(contents);
  const blocks = [...body, ...backdropBlocks(backdrops, office.allowance)];
  return { blocks, pages: slides.length, ocr: false, warnings: office.warnings };
}

/** Returns the parts of the slides, each once: a deck that lists one twice is damaged or meant to be expensive. */
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

function slideContent(slide: Slide, root: XmlNode): SlideContent {
  const content = readSlide(slide, root);
  return { ...content, blocks: [...content.blocks, ...readNotes(slide), ...readComments(slide)] };
}

/**
 * Makes headlines of slides without a title. If a deck has title placeholders, a slide without one has no title; in any
 * other deck, that shows nothing.
 */
function withHeadlines(contents: readonly SlideContent[]): Block[] {
  return contents.flatMap(({ blocks, headline }) => {
    const first = headline?.[0];
    if (headline === undefined || first === undefined) return blocks;
    const at = blocks.indexOf(first);
    return [...blocks.slice(0, at), headingOf(headline), ...blocks.slice(at + headline.length)];
  });
}

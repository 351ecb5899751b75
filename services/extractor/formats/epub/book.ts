/** Reads a book: its chapters in the order of the spine, each as a page of the web (EPUB 3.3, 5.7). */
import type { Block, Document } from '../../../../schemas/document.ts';
import { Allowance } from '../../allowance.ts';
import { Package } from '../../archive/package.ts';
import { resolvePart } from '../../archive/relationships.ts';
import { ExtractionError, type ParseContext, type Source } from '../../format.ts';
import { htmlBlocks } from '../../html/blocks.ts';
import { decodeHtml } from '../../html/decode.ts';
import { child, childrenNamed, descendants, type XmlNode } from '../../xml/tree.ts';

const CONTAINER = 'META-INF/container.xml';
const ENCRYPTION = 'META-INF/encryption.xml';
const PAGE_TYPES = /^(?:application\/xhtml\+xml|text\/html|text\/x-oeb1-document)$/;
/** Fonts are disguised without any protection being meant (EPUB 3.3, 4.4; Adobe's older way). */
const FONT_DISGUISE = /^http:\/\/(?:www\.idpf\.org\/2008\/embedding|ns\.adobe\.com\/pdf\/enc#RC)$/;

export async function parseEpub(source: Source, { ceilings }: ParseContext): Promise<Document> {
  const allowance = new Allowance(ceilings, source.bytes.length);
  const book = new Package(source, allowance);
  refuseProtected(book);
  const chapters = chaptersOf(book);
  const blocks: Block[] = [];
  for (const chapter of chapters) {
    const page = book.read(chapter);
    if (page === undefined) {
      book.warn('missing-chapter');
      continue;
    }
    const html = decodeHtml(page);
    allowance.spend('textCharacters', html.length);
    const read = htmlBlocks(html, ceilings);
    for (const { code } of read.warnings) book.warn(code);
    for (const block of read.blocks) blocks.push(block);
  }
  return { blocks, pages: null, ocr: false, warnings: book.warnings };
}

function refuseProtected(book: Package): void {
  const root = book.tree(ENCRYPTION);
  if (root === undefined) return;
  const methods = [...descendants(root)].filter(({ name }) => name.endsWith(':EncryptionMethod'));
  if (methods.some(({ attributes }) => !FONT_DISGUISE.test(attributes.Algorithm ?? '')))
    throw new ExtractionError('encrypted', 'the book is protected');
}

/** Parts of the chapters in reading order, without the navigation document: it repeats their headings. */
function chaptersOf(book: Package): string[] {
  const opf = packageDocument(book);
  const root = book.tree(opf);
  if (opf === undefined || root === undefined)
    throw new ExtractionError('extraction_failed', 'The book has no package document.');
  const items = new Map<string, XmlNode>();
  for (const item of childrenNamed(child(root, 'opf:manifest'), 'opf:item'))
    items.set(item.attributes.id ?? '', item);
  const folder = opf.slice(0, opf.lastIndexOf('/') + 1);
  const parts = childrenNamed(child(root, 'opf:spine'), 'opf:itemref').flatMap(({ attributes }) => {
    const item = items.get(attributes.idref ?? '')?.attributes;
    const isChapter = item !== undefined && PAGE_TYPES.test(item['media-type'] ?? '');
    const isNavigation = item?.properties?.split(/\s+/).includes('nav') ?? false;
    return isChapter && !isNavigation ? [resolvePart(folder, item.href ?? '')] : [];
  });
  return [...new Set(parts)];
}

/** The first rendition that the container names; where it is lost, the book may still have its document. */
function packageDocument(book: Package): string | undefined {
  const root = book.tree(CONTAINER);
  const rootFile =
    root === undefined ? undefined : [...descendants(root)].find(({ name }) => name === 'container:rootfile');
  const named = rootFile?.attributes['full-path'];
  return named !== undefined && book.has(named) ? named : book.names().find(name => /\.opf$/i.test(name));
}

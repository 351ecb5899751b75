/** Reads a book: its chapters in the order of the spine, each as a web page (EPUB 3.3, 5.7). */
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
/** Types of chapters: EPUB 3's pages and drawings, EPUB 2's talking books, and their predecessors. */
const PAGE_TYPES =
  /^(?:application\/xhtml\+xml|image\/svg\+xml|application\/x-dtbook\+xml|text\/html|text\/x-oeb1-document)$/;
/** Longest chain of fallbacks: more than any book has, and the end of a circle. */
const FALLBACKS_MAX = 20;
/** Fonts are obfuscated without any protection being intended (EPUB 3.3, 4.4; Adobe's older method). */
const FONT_DISGUISE = /^http:\/\/(?:www\.idpf\.org\/2008\/embedding|ns\.adobe\.com\/pdf\/enc#RC)$/;

export async function parseEpub(source: Source, { ceilings }: ParseContext): Promise<Document> {
  const allowance = new Allowance(ceilings, source.bytes.length);
  const book = new Package(source, allowance);
  const chapters = chaptersOf(book);
  refuseProtected(book, chapters);
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

/** Throws if chapters are protected; a protected film in a book with readable chapters only costs the film. */
function refuseProtected(book: Package, chapters: readonly string[]): void {
  const root = book.tree(ENCRYPTION);
  if (root === undefined) return;
  const pages = new Set(chapters);
  const named = (node: XmlNode, name: string) =>
    [...descendants(node)].find(one => one.name.endsWith(`:${name}`))?.attributes ?? {};
  for (const data of [...descendants(root)].filter(({ name }) => name.endsWith(':EncryptedData'))) {
    const { Algorithm = '' } = named(data, 'EncryptionMethod');
    const { URI = '' } = named(data, 'CipherReference');
    if (!FONT_DISGUISE.test(Algorithm) && (URI === '' || pages.has(resolvePart('', URI))))
      throw new ExtractionError('encrypted', 'the book is protected');
  }
}

/** Returns the parts of the chapters in reading order, without the navigation document, which repeats their headings. */
function chaptersOf(book: Package): string[] {
  const opf = packageDocument(book);
  const root = book.tree(opf);
  if (opf === undefined || root === undefined)
    throw new ExtractionError('extraction_failed', 'The book has no package document.');
  const items = new Map<string, XmlNode>();
  for (const item of childrenNamed(child(root, 'opf:manifest'), 'opf:item'))
    items.set(item.attributes.id ?? '', item);
  const folder = opf.slice(0, opf.lastIndexOf('/') + 1);
  const partsOf = (ids: readonly (string | undefined)[]): string[] =>
    ids.flatMap(id => {
      const item = readable(items, id)?.attributes;
      const isNavigation = item?.properties?.split(/\s+/).includes('nav') ?? false;
      return item !== undefined && !isNavigation ? [resolvePart(folder, item.href ?? '')] : [];
    });
  const spine = childrenNamed(child(root, 'opf:spine'), 'opf:itemref').map(
    ({ attributes }) => attributes.idref,
  );
  const parts = partsOf(spine);
  // A spine in which every name is wrong (AbiWord's) gives no order, but the pages are still there.
  return [...new Set(parts.length > 0 ? parts : partsOf([...items.keys()]))];
}

/** Returns a readable replacement for a chapter of a foreign type, following its fallbacks (EPUB 3.3, 3.5.1). */
function readable(items: ReadonlyMap<string, XmlNode>, id: string | undefined): XmlNode | undefined {
  let item = items.get(id ?? '');
  for (let step = 0; item !== undefined && step < FALLBACKS_MAX; step++) {
    const { 'media-type': type = '', fallback = '' } = item.attributes;
    if (PAGE_TYPES.test(type)) return item;
    item = items.get(fallback);
  }
  return undefined;
}

/**
 * Returns the first rendition that the container names; if the container is lost, the book may still have its package
 * document.
 */
function packageDocument(book: Package): string | undefined {
  const root = book.tree(CONTAINER);
  const rootFile =
    root === undefined ? undefined : [...descendants(root)].find(({ name }) => name === 'container:rootfile');
  const named = rootFile?.attributes['full-path'];
  return named !== undefined && book.has(named) ? named : book.names().find(name => /\.opf$/i.test(name));
}

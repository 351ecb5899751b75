/** Reads pages saved by Safari (`.webarchive`): a property list of the page, its files, and the archives of its frames. */
import type { Block, Document, Warning } from '../../../../schemas/document.ts';
import { type Ceilings, ExtractionError } from '../../format.ts';
import { htmlBlocks } from '../../html/blocks.ts';
import { decodeHtml } from '../../html/decode.ts';
import { type ObjectNumber, PropertyList } from './property-list.ts';

/** No honest page has more; frames may contain frames. */
const FRAMES_MAX = 200;

export function parseWebArchive(bytes: Uint8Array, ceilings: Ceilings): Document {
  try {
    return readPages(
      new PropertyList(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)),
      ceilings,
    );
  } catch (error) {
    if (error instanceof RangeError) throw new ExtractionError('extraction_failed', 'the archive is damaged');
    throw error;
  }
}

/** Reads the page, then its frames in order; each once, however often it is referred to. */
function readPages(list: PropertyList, ceilings: Ceilings): Document {
  const blocks: Block[] = [];
  const warnings: Warning[] = [];
  const seen = new Set<ObjectNumber>();
  const pending: ObjectNumber[] = [list.top];
  for (let archive = pending.pop(); archive !== undefined; archive = pending.pop()) {
    const main = list.get(archive, 'WebMainResource');
    if (main === null || seen.has(main) || seen.size >= FRAMES_MAX) continue;
    seen.add(main);
    const read = pageOf(list, main, ceilings);
    blocks.push(...read.blocks);
    warnings.push(...read.warnings);
    const frames = list.get(archive, 'WebSubframeArchives');
    if (frames !== null) pending.push(...list.items(frames).slice(0, FRAMES_MAX).reverse());
  }
  return { blocks, pages: null, ocr: false, warnings };
}

function pageOf(list: PropertyList, resource: ObjectNumber, ceilings: Ceilings) {
  const textOf = (name: string): string | undefined => {
    const value = list.get(resource, name);
    return (value === null ? null : list.text(value)) ?? undefined;
  };
  const content = list.get(resource, 'WebResourceData');
  const bytes = content === null ? null : list.data(content);
  if (bytes === null || !/^(?:text\/html|application\/xhtml\+xml)$/.test(textOf('WebResourceMIMEType') ?? ''))
    return { blocks: [], warnings: [] };
  return htmlBlocks(decodeHtml(bytes, textOf('WebResourceTextEncodingName')), ceilings);
}

/** Web pages: HTML as browsers read it, including XHTML and pages saved by Safari. */
import type { Document } from '../../../../schemas/document.ts';
import { recogniseText } from '../../detection/text-claim.ts';
import type { Format, ParseContext, Source } from '../../format.ts';
import { loadedOnce } from '../../loaded-once.ts';
import { isWebArchive, sniffHtml } from './sniff.ts';

const WEB_ARCHIVE = 'application/x-webarchive';

export const format: Format = {
  name: 'html',
  contentTypes: ['text/html', 'application/xhtml+xml', WEB_ARCHIVE],
  recognise: probe =>
    isWebArchive(probe)
      ? { contentType: WEB_ARCHIVE, certainty: 1 }
      : recogniseText(probe, 'text/html', sniffHtml),
  parse,
};

const reader = loadedOnce(() =>
  Promise.all([import('../../html/decode.ts'), import('../../html/blocks.ts')]),
);

const archiveReader = loadedOnce(() => import('./web-archive.ts'));

/**
 * The encoding that many servers declare for every page (ISO 8859-1 is read as it). It says no more about a page than
 * no declaration does.
 */
const SERVERS_DEFAULT = 'windows-1252';

async function parse({ bytes, charset, contentType }: Source, { ceilings }: ParseContext): Promise<Document> {
  if (contentType === WEB_ARCHIVE) return (await archiveReader()).parseWebArchive(bytes, ceilings);
  const [{ decodeHtml }, { htmlBlocks }] = await reader();
  const said = charset === SERVERS_DEFAULT ? undefined : charset;
  const html = decodeHtml(bytes, said);
  const page = htmlBlocks(html, ceilings);
  const fallback = page.blocks.length === 0 ? insteadOfFrames(html) : '';
  const { blocks, warnings } = fallback === '' ? page : htmlBlocks(fallback, ceilings);
  // A page that scripts fill in the browser has nothing else to show.
  if (blocks.length === 0 && page.title !== '')
    blocks.push({ kind: 'heading', level: 1, text: page.title, page: null });
  return { blocks, pages: null, ocr: false, warnings };
}

/** Returns what a page of frames, whose text is in other files, shows in browsers without frames. */
function insteadOfFrames(html: string): string {
  if (!/<frameset\b/i.test(html)) return '';
  const behind = html.split(/<noframes\b[^<>]*>/i).slice(1);
  return behind.map(rest => rest.split(/<\/noframes/i, 1)[0] ?? '').join('\n');
}

import type { Format, Probe, Recognition } from '../../format.ts';
import { loadedOnce } from '../../loaded-once.ts';

const EPUB = 'application/epub+zip';
const TYPE_BYTES = 64;

/**
 * Recognises a book. The first entry, stored, is the media type (EPUB 3.3, 4.2.6.1.1); books that lost it still have
 * their container.
 */
function recognise(probe: Probe): Recognition | null {
  const type = probe.entry('mimetype', TYPE_BYTES);
  if (type !== null && Buffer.from(type).toString('latin1').trim() === EPUB)
    return { contentType: EPUB, certainty: 0.98 };
  const isContained = probe.entryNamed('meta-inf/container.xml') !== undefined;
  return isContained && probe.entries.some(({ name }) => /\.opf$/i.test(name))
    ? { contentType: EPUB, certainty: 0.8 }
    : null;
}

const reader = loadedOnce(() => import('./book.ts'));

/** Electronic books (EPUB 2 and 3). */
export const format: Format = {
  name: 'epub',
  contentTypes: [EPUB],
  recognise,
  parse: async (source, context) => (await reader()).parseEpub(source, context),
};

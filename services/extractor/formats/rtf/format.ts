import type { Format, Probe, Recognition } from '../../format.ts';
import { loadedOnce } from '../../loaded-once.ts';

const RTF = 'application/rtf';

/** Readers accept white space before the brace. */
const recognise = (probe: Probe): Recognition | null =>
  /^\s*\{\\rtf/.test(probe.latin1(0, 64)) ? { contentType: RTF, certainty: 1 } : null;

const reader = loadedOnce(() => import('./document.ts'));

/** Rich Text Format (1.9.1), as word processors and Outlook write it. */
export const format: Format = {
  name: 'rtf',
  contentTypes: [RTF, 'text/rtf'],
  recognise,
  parse: async (source, context) => (await reader()).parseRtf(source.bytes, context),
};

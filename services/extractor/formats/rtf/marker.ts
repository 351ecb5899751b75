/** Reads markers of items: those that a document stores for readers without lists, and those written into the paragraph. */
import type { Marker } from '../../../../schemas/growing-list.ts';
import type { FlowItem } from '../../story/flow.ts';

/** Indents of a paragraph in twips: of its lines from the left, and of the first line relative to them. */
export interface Indents {
  left: number;
  first: number;
}

function shownMarker(text: string): Marker {
  const number = /^\(?(\d{1,6})[.)]?$/.exec(text)?.[1];
  return {
    text,
    bullet: !/[\p{L}\p{N}]/u.test(text) || text === 'o',
    count: number === undefined ? null : Number(number),
    gap: ' ',
  };
}

export const isNumber = (marker: string): boolean => !shownMarker(marker).bullet;

const WRITTEN = /^([•–▪◦‣·-]|\(?(?:\d{1,3}|[a-z])[.)])\t+(?=\S)/;

/**
 * Returns a marker written into a paragraph: pandoc and others write lists as paragraphs with a hanging first line,
 * with the marker and a tab before the text. Null for other paragraphs.
 */
export function writtenMarker(text: string, { first }: Indents): { marker: string; text: string } | null {
  const written = first < 0 ? WRITTEN.exec(text) : null;
  return written === null ? null : { marker: written[1] ?? '', text: text.slice(written[0].length) };
}

export const numbered = (text: string, marker: string, list: string, level: number): FlowItem => {
  return { kind: 'numbered', text, page: null, list, level, marker: shownMarker(marker) };
};

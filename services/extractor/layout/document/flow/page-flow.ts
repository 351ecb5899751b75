/** Puts the pieces of one page in reading order, each with its zone. */
import { blockOf } from '../../one-page/blocks/block-of.ts';
import type { SideBox } from '../../one-page/boxes/boxes.ts';
import { inTaggedOrder, placeOf } from '../../one-page/order/tagged.ts';
import type { Block } from '../../page/block.ts';
import type { PageDraft } from '../../page/draft.ts';
import type { Edge, Flow, FlowText, Zone } from '../../page/flow.ts';
import type { Line } from '../../page/line.ts';
import type { FoundTable } from '../../page/table.ts';
import type { DocumentFacts } from '../facts/facts.ts';
import { edgesOf } from '../furniture/edges.ts';
import { footnotesOf } from '../furniture/footnotes.ts';
import { bodyBlocks } from './body.ts';
import { bodyFlow, type Piece } from './body-flow.ts';
import { figureTexts } from './figure-text.ts';

const ZONES: Zone[] = ['header', 'body', 'footnote', 'footer'];

export function flowOf(draft: PageDraft, facts: DocumentFacts): Flow[] {
  const zones = new Map<Block, Zone>();
  const figures = figureTexts(draft, facts.bodySize);
  const isFree = (line: Line) => !figures.some(figure => figure.lines.has(line));
  const repeated = (edge: Edge) => draft.lines.filter(line => facts.furniture.get(line) === edge);
  for (const edge of ['header', 'footer'] as const) {
    for (const line of repeated(edge)) zones.set(blockOf([line]), edge);
  }
  const { body, entries, boxes } = bodyBlocks(
    draft.lines.filter(line => !facts.furniture.has(line) && isFree(line)),
    draft,
    facts.trust,
  );
  const edges = pageEdges(body, draft, facts);
  for (const block of body) zones.set(block, edges.get(block) ?? 'body');
  for (const line of draft.turned.filter(isFree)) zones.set(blockOf([line]), turnedZone(line, draft));
  for (const apart of [draft.lineNumbers, draft.watermarks])
    if (apart.length > 0) zones.set(blockOf(apart), 'footer');
  const inBody = [...zones].filter(([block, zone]) => zone === 'body' && !boxes.has(block));
  for (const block of footnotesOf(
    inBody.map(([block]) => block),
    draft,
    facts.bodySize,
  ))
    zones.set(block, 'footnote');
  const drawn = new Set(figures.map(figure => figure.block));
  for (const block of drawn) zones.set(block, 'body');
  const roleOf = (block: Block) => (drawn.has(block) ? 'figure' : entries.has(block) ? 'entry' : 'text');
  return ZONES.flatMap(zone => zoneFlow(zone, zones, draft, { roleOf, boxes }));
}

/** Finds the furniture of documents too short for repetition: what lies in the outermost bands of a page. */
function pageEdges(body: readonly Block[], draft: PageDraft, facts: DocumentFacts): Map<Block, Edge> {
  if (facts.pageCount > 2) return new Map();
  const edges = edgesOf(body, draft.height, facts.bodySize);
  // Tagged files mark furniture as an artifact, outside their tree (ISO 32000-1, 14.8.2.2).
  const isTagged = (block: Block) => block.lines.every(line => line.element !== undefined);
  return new Map([...edges].filter(([block]) => !(facts.trust.parts && isTagged(block))));
}

/** Share of the page's width. */
const SIDE_MARGIN = 0.1;

/**
 * Returns the zone of turned text: vertical stamps in the side margins are read first, other turned text with what it
 * stands in.
 */
function turnedZone(line: Line, draft: PageDraft): Zone {
  const inMargin = line.right < SIDE_MARGIN * draft.width || line.left > (1 - SIDE_MARGIN) * draft.width;
  return inMargin && Math.abs(line.angle) === 90 ? 'header' : 'body';
}

/** What orders the pieces of a page. */
interface Places {
  roleOf(block: Block): FlowText['role'];
  boxes: ReadonlyMap<Block, SideBox>;
}

function zoneFlow(
  zone: Zone,
  zones: ReadonlyMap<Block, Zone>,
  draft: PageDraft,
  { roleOf, boxes }: Places,
): Flow[] {
  const page = draft.number;
  const texts = [...zones]
    .filter(([, of]) => of === zone)
    .map(([block]): Piece => {
      const { left, top, right, bottom, lines } = block;
      const [lineCount, place, role] = [lines.length, placeOf(lines), roleOf(block)];
      const flow: Flow = { kind: 'text', block, zone, page, role, aside: undefined };
      return {
        left,
        top,
        right,
        bottom,
        lineCount,
        place,
        aside: role === 'figure',
        flow,
        box: boxes.get(block),
      };
    });
  if (zone !== 'body') return inTaggedOrder(texts).map(piece => piece.flow);
  return bodyFlow(
    [...texts, ...draft.tables.map(found => tableBox(found, draft))],
    new Set(boxes.values()),
    draft.rules,
  );
}

function tableBox(found: FoundTable, draft: PageDraft): Piece {
  const flow: Flow = { kind: 'table', found, zone: 'body', page: draft.number, aside: undefined };
  const place = draft.tablePlaces.get(found) ?? null;
  const { left, top, right, bottom } = found.region;
  const lineCount = found.rows.length;
  return { left, top, right, bottom, lineCount, place, aside: false, flow, box: undefined };
}

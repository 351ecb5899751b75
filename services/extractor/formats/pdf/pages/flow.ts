/** One page's content in reading order, each piece with its place in the page's anatomy. */
import { type Block, blockOf } from '../blocks/block.ts';
import { blocksOf } from '../blocks/blocks.ts';
import { edgeOf } from '../furniture/edges.ts';
import { footnotesOf } from '../furniture/footnotes.ts';
import type { Edge } from '../furniture/repeated.ts';
import type { Line } from '../lines/line.ts';
import { inReadingOrder } from '../order/cut.ts';
import type { FoundTable } from '../tables/finish.ts';
import type { PageDraft } from './draft.ts';
import type { DocumentFacts } from './facts.ts';
import { figureTexts } from './figure-text.ts';

export type Zone = Edge | 'body' | 'footnote';

export interface FlowText {
  kind: 'text';
  block: Block;
  zone: Zone;
  page: number;
  /** Labels of a figure: no heading, list or paragraph. */
  figure: boolean;
}

export interface FlowTable {
  kind: 'table';
  found: FoundTable;
  zone: 'body';
  page: number;
}

export type Flow = FlowText | FlowTable;

const ZONES: Zone[] = ['header', 'body', 'footnote', 'footer'];

export function flowOf(draft: PageDraft, facts: DocumentFacts): Flow[] {
  const zones = new Map<Block, Zone>();
  const figures = figureTexts(draft, facts.bodySize);
  const isFree = (line: Line) => !figures.some(figure => figure.lines.has(line));
  const repeated = (edge: Edge) => draft.lines.filter(line => facts.furniture.get(line) === edge);
  for (const edge of ['header', 'footer'] as const) {
    for (const line of repeated(edge)) zones.set(blockOf([line]), edge);
  }
  const body = blocksOf(
    draft.lines.filter(line => !facts.furniture.has(line) && isFree(line)),
    draft.rules,
  );
  for (const block of body) zones.set(block, bodyZone(block, draft, facts));
  for (const line of draft.turned.filter(isFree)) zones.set(blockOf([line]), turnedZone(line, draft));
  const inBody = [...zones].filter(([, zone]) => zone === 'body').map(([block]) => block);
  for (const block of footnotesOf(inBody, draft, facts.bodySize)) zones.set(block, 'footnote');
  const drawn = new Set(figures.map(figure => figure.block));
  for (const block of drawn) zones.set(block, 'body');
  return ZONES.flatMap(zone => zoneFlow(zone, zones, draft, drawn));
}

/** Single pages know no repetition: what lies in the outermost bands is furniture there. */
function bodyZone(block: Block, draft: PageDraft, facts: DocumentFacts): Zone {
  if (facts.pageCount > 2) return 'body';
  return edgeOf(block, draft.height, facts.bodySize) ?? 'body';
}

/** Sideways stamps in the side margins are read first; other turned text belongs to what it stands in. */
function turnedZone(line: Line, draft: PageDraft): Zone {
  const inMargin = line.right < draft.width * 0.1 || line.left > draft.width * 0.9;
  return inMargin && Math.abs(line.angle) === 90 ? 'header' : 'body';
}

function zoneFlow(
  zone: Zone,
  zones: ReadonlyMap<Block, Zone>,
  draft: PageDraft,
  drawn: ReadonlySet<Block>,
): Flow[] {
  const page = draft.number;
  const texts = [...zones]
    .filter(([, of]) => of === zone)
    .map(([block]) => ({
      ...block,
      lineCount: block.lines.length,
      flow: textFlow(block, zone, page, drawn.has(block)),
    }));
  const tables = zone === 'body' ? draft.tables.map(found => tableBox(found, page)) : [];
  return inReadingOrder([...texts, ...tables]).map(box => box.flow);
}

function textFlow(block: Block, zone: Zone, page: number, figure: boolean): Flow {
  return { kind: 'text', block, zone, page, figure };
}

function tableBox(found: FoundTable, page: number) {
  const flow: Flow = { kind: 'table', found, zone: 'body', page };
  return { ...found.region, lineCount: found.rows.length, flow };
}

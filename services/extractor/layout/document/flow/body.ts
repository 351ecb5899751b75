/** Finds the blocks of a page's running content: its text, the boxes set into it, the entries of a table of contents. */

import { blockOf } from '../../one-page/blocks/block-of.ts';
import { blocksOf } from '../../one-page/blocks/blocks.ts';
import { leadingOf } from '../../one-page/blocks/leading.ts';
import { linesBelow } from '../../one-page/blocks/lines-below.ts';
import { type SideBox, sideBoxesOf } from '../../one-page/boxes/boxes.ts';
import { entriesOf, isContentsPage } from '../../one-page/contents/contents.ts';
import { contentsPart } from '../../one-page/contents/contents-part.ts';
import { linkedEntries } from '../../one-page/contents/linked-contents.ts';
import { taggedEntries } from '../../one-page/contents/tagged-entries.ts';
import { TAGGED_SHARE } from '../../one-page/order/tagged.ts';
import type { Block } from '../../page/block.ts';
import type { PageDraft } from '../../page/draft.ts';
import { holdsCentre } from '../../page/geometry.ts';
import { isBlock, type TagTrust } from '../../page/hints.ts';
import type { Line } from '../../page/line.ts';

export interface BodyBlocks {
  body: Block[];
  /** Blocks that are entries of a table of contents. */
  entries: ReadonlySet<Block>;
  /** Blocks that stand in a box. */
  boxes: ReadonlyMap<Block, SideBox>;
}

/** Returns the blocks. On contents pages, each entry is a block. */
export function bodyBlocks(lines: readonly Line[], draft: PageDraft, trust: TagTrust): BodyBlocks {
  const tagged = trust.parts ? taggedEntries(lines, draft.tags.entries) : new Map<Block, readonly Line[]>();
  if (tagged.size > 0) {
    const inEntries = new Set([...tagged.values()].flat());
    return contentsBlocks(
      [...tagged.keys()],
      lines.filter(line => !inEntries.has(line)),
      draft,
      trust,
    );
  }
  if (!isContentsPage(lines)) return partBlocks(lines, draft, trust);
  const contents = entriesOf(lines);
  const entries = [...contents.entries].map(line => blockOf([line]));
  const others = contents.lines.filter(line => !contents.entries.has(line));
  return contentsBlocks(entries, others, draft, trust);
}

function contentsBlocks(
  entries: readonly Block[],
  others: readonly Line[],
  { rules }: PageDraft,
  trust: TagTrust,
): BodyBlocks {
  const body = [...entries, ...blocksOf(others, { rules, trust })];
  return { body, entries: new Set(entries), boxes: new Map() };
}

/** Separates a table of contents from other text of the page. It is recognised by its links, by leaders, or by its title. */
function partBlocks(lines: readonly Line[], draft: PageDraft, trust: TagTrust): BodyBlocks {
  const linked = linkedEntries(lines, draft.links);
  const listed = linked.size > 0 ? linked : new Set(contentsPart(lines));
  if (listed.size === 0) return textBlocks(lines, draft, trust);
  const contents = entriesOf([...listed]);
  const [titles, others] = [contents.lines, lines.filter(line => !listed.has(line))];
  const isEntry = (line: Line) => linked.size > 0 || contents.entries.has(line);
  const entries = titles.filter(isEntry).map(line => blockOf([line]));
  const { body, boxes } = textBlocks(others.concat(titles.filter(line => !isEntry(line))), draft, trust);
  const sideBoxes = [...new Set(boxes.values())];
  const boxed = entries.flatMap(entry => {
    const box = sideBoxes.findLast(other => holdsCentre(other, entry));
    return box === undefined ? [] : [[entry, box] as const];
  });
  return { body: [...entries, ...body], entries: new Set(entries), boxes: new Map([...boxes, ...boxed]) };
}

/** Finds the blocks of text; lines inside a box are no neighbours of those outside. */
function textBlocks(lines: readonly Line[], draft: PageDraft, trust: TagTrust): BodyBlocks {
  const { rules, figures, tables } = draft;
  const sideBoxes = isTagged(lines) ? [] : sideBoxesOf(draft.frames, lines, draft);
  const boxed = new Set(sideBoxes.flatMap(box => box.lines));
  // Without boxes, the free lines are all lines and show the leading themselves.
  const leading = sideBoxes.length > 0 ? leadingOf(linesBelow(lines)) : undefined;
  const boxes = new Map(
    sideBoxes.flatMap(box =>
      blocksOf(box.lines, { rules, trust, leading }).map(block => [block, box] as const),
    ),
  );
  const free = lines.filter(line => !boxed.has(line));
  const obstacles = [...sideBoxes, ...figures, ...tables.map(table => table.region)];
  const body = [...blocksOf(free, { rules, trust, obstacles, leading }), ...boxes.keys()];
  return { body, entries: new Set(), boxes };
}

/** Whether lines are tagged: then the author's tags show what belongs together. */
function isTagged(lines: readonly Line[]): boolean {
  const tagged = lines.filter(line => isBlock(line.element));
  return tagged.length > TAGGED_SHARE * lines.length;
}

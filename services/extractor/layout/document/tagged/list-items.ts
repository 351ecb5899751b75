/** Reads list items as the author's program tagged them: those without a bullet, and everything that belongs to one item. */
import type { Block } from '../../page/block.ts';
import type { PageDraft } from '../../page/draft.ts';
import type { Flow, FlowText } from '../../page/flow.ts';
import { median } from '../../page/geometry.ts';
import type { TaggedItem, TagTrust } from '../../page/hints.ts';
import { type Item, itemOf, type Marker } from '../lists/marker.ts';
import type { ListItemStart } from '../lists/series.ts';

/** Items without a marker count as items in lists of at least this many … */
const UNMARKED_ITEMS_MIN = 2;
/** … with at most this median number of words: longer ones are sections laid out as a list. */
const UNMARKED_WORDS_MEDIAN = 60;

export interface TaggedItems {
  starts: Map<Flow, ListItemStart>;
  /** The item each piece belongs to. */
  owners: Map<Flow, string>;
}

interface Start {
  piece: FlowText;
  tagged: TaggedItem;
}

/** Returns the tagged items. `seen` are the items found by their bullets and numbers. */
export function taggedItemsOf(
  flow: readonly Flow[],
  drafts: readonly PageDraft[],
  trust: TagTrust,
  headings: ReadonlySet<Flow>,
  seen: ReadonlyMap<Flow, ListItemStart>,
): TaggedItems {
  const starts = new Map(seen);
  const owners = new Map<Flow, string>();
  if (!trust.lists) return { starts, owners };
  const firsts = new Map<string, Start>();
  const tagsOf = new Map(drafts.map(draft => [draft.number, draft.tags.items]));
  for (const piece of flow) {
    if (piece.kind !== 'text' || piece.zone !== 'body' || piece.role !== 'text' || headings.has(piece))
      continue;
    const tagged = firstTagged(piece.block, tagsOf.get(piece.page));
    if (tagged === undefined) continue;
    const owner = `${piece.page} ${tagged.item}`;
    owners.set(piece, owner);
    if (!firsts.has(owner)) firsts.set(owner, { piece, tagged });
  }
  for (const list of Map.groupBy(firsts.values(), ({ piece, tagged }) => `${piece.page} ${tagged.list}`))
    addStarts(list[0], list[1], starts);
  return { starts, owners };
}

function firstTagged(block: Block, items: ReadonlyMap<number, TaggedItem> | undefined) {
  return items?.get(block.lines[0]?.items[0]?.markedContent ?? -1);
}

function addStarts(list: string, items: readonly Start[], starts: Map<Flow, ListItemStart>): void {
  const words = median(items.map(({ piece }) => piece.block.words));
  const areItems = items.length >= UNMARKED_ITEMS_MIN && words <= UNMARKED_WORDS_MEDIAN;
  for (const { piece, tagged } of items) {
    const { depth } = tagged;
    const seen = starts.get(piece);
    const item = seen?.item ?? itemOf(piece.block) ?? (areItems ? unmarked(piece.block, list) : null);
    const marker = seen?.marker ?? item?.markers[0];
    if (item && marker) starts.set(piece, { item, marker, depth });
  }
}

/** Returns an item that only its tag shows: it continues its own list, as bullets of one form do. */
function unmarked({ lines, left }: Block, list: string): Item {
  const marker: Marker = { text: '', series: 'bullet', form: `tagged ${list}`, value: 0 };
  return { markers: [marker], rest: lines[0]?.text ?? '', left, textLeft: left };
}

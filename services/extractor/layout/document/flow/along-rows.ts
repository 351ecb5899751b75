/**
 * Orders the choices of an exam, which stand in columns but count along their rows: `(A)` and `(B)` over `(C)` and
 * `(D)`. Columns of a list count downwards; positions alone do not distinguish the two, but the count does.
 */
import { byRow } from '../../one-page/order/cut.ts';
import type { Flow, FlowText } from '../../page/flow.ts';
import { itemOf, type Marker } from '../lists/marker.ts';

/** Two in a row are in order either way; there are no more choices than letters. */
const CHOICES_MIN = 3;
const CHOICES_MAX = 26;

interface Choice {
  flow: FlowText;
  marker: Marker;
}

/**
 * Returns the pieces of a page in reading order, with items that count along rows from the first one in the order of
 * their count.
 */
export function alongRows(flow: readonly Flow[]): Flow[] {
  const ordered = [...flow];
  for (let at = 0; at < ordered.length; at++) {
    const choices = choicesFrom(ordered, at);
    if (choices.length < CHOICES_MIN || doCount(choices)) continue;
    const inRows = choices.toSorted((one, other) => byRow(one.flow.block, other.flow.block));
    if (doCount(inRows)) ordered.splice(at, choices.length, ...inRows.map(choice => choice.flow));
  }
  return ordered;
}

/** Returns the items of one form that follow each other from a first one on. */
function choicesFrom(flow: readonly Flow[], from: number): Choice[] {
  const first = markersOf(flow[from]).find(({ value }) => value === 1);
  if (first === undefined) return [];
  const choices: Choice[] = [];
  for (const piece of flow.slice(from, from + CHOICES_MAX + 1)) {
    const marker = markersOf(piece).find(
      ({ series, form }) => series === first.series && form === first.form,
    );
    if (marker === undefined) break;
    if (choices.length === CHOICES_MAX) return [];
    choices.push({ flow: piece as FlowText, marker });
  }
  return choices;
}

function markersOf(piece: Flow | undefined): readonly Marker[] {
  if (piece?.kind !== 'text' || piece.role !== 'text') return [];
  return itemOf(piece.block)?.markers.filter(({ series }) => series !== 'bullet') ?? [];
}

const doCount = (choices: readonly Choice[]): boolean =>
  choices.every(({ marker }, at) => marker.value === at + 1);

/** Handles what stands beside the text: comments, heads and feet. */
import type { FlowItem } from '../../story/flow.ts';

/** Adds the author to a comment. */
export const signed = (item: FlowItem, author: string): FlowItem =>
  author.trim() === '' || item.kind !== 'paragraph'
    ? item
    : { ...item, text: `${author.trim()}: ${item.text}` };

/** Removes repetitions: the same heads and feet are on left, right and first pages. */
export function onceEach(flow: readonly FlowItem[]): FlowItem[] {
  return [...new Map(flow.map(item => [JSON.stringify(item), item])).values()];
}

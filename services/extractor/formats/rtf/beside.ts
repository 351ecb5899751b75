/** What stands beside the text: comments, heads and feet. */
import type { FlowItem } from '../../story/flow.ts';

/** A comment says who made it. */
export const signed = (item: FlowItem, author: string): FlowItem =>
  author.trim() === '' || item.kind !== 'paragraph'
    ? item
    : { ...item, text: `${author.trim()}: ${item.text}` };

/** The same heads and feet stand on left, right and first pages. */
export function onceEach(flow: readonly FlowItem[]): FlowItem[] {
  return [...new Map(flow.map(item => [JSON.stringify(item), item])).values()];
}

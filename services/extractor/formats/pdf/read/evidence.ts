/** What the author's program says of headings: the outline (ISO 32000-1, 12.3.3) and the structure tree (14.7). */
import type { PDFDocumentProxy, PDFPageProxy } from 'pdfjs-dist/legacy/build/pdf.mjs';

/** Entries beyond which an outline is an index. */
const OUTLINE_ENTRIES_MAX = 20_000;
/** Nodes of one page's structure tree that are looked at. */
const TREE_NODES_MAX = 100_000;

/** Titles of the outline, as `comparable` writes them, with their depth from 1. */
export async function outlineOf(document: PDFDocumentProxy): Promise<Map<string, number>> {
  const titles = new Map<string, number>();
  // A broken outline is no evidence; the pages are read all the same.
  const roots = (await document.getOutline().catch(() => null)) ?? [];
  const open = roots.map(node => ({ node, depth: 1 }));
  for (let taken = 0; open.length > 0 && taken < OUTLINE_ENTRIES_MAX; taken++) {
    const { node, depth } = open.shift() as (typeof open)[number];
    const title = comparable(node.title ?? '');
    if (title !== '' && !titles.has(title)) titles.set(title, depth);
    for (const item of node.items ?? []) open.push({ node: item, depth: depth + 1 });
  }
  return titles;
}

/** Letters and digits alone: outlines drop or add numbers' points, spaces and quotes. */
export function comparable(text: string): string {
  return text
    .normalize('NFKC')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]/gu, '');
}

interface TreeNode {
  role?: string;
  children?: TreeNode[];
  type?: string;
  id?: string;
}

const HEADING_ROLE = /^(?:H([1-6])?|Title)$/;

/** Marked-content identifiers of the page's headings, each with its level. */
export async function taggedHeadingsOf(page: PDFPageProxy): Promise<Map<number, number>> {
  const headings = new Map<number, number>();
  const root = (await page.getStructTree().catch(() => null)) as TreeNode | null;
  const open: { node: TreeNode; level: number }[] = root === null ? [] : [{ node: root, level: 0 }];
  for (let taken = 0; open.length > 0 && taken < TREE_NODES_MAX; taken++) {
    const { node, level } = open.pop() as (typeof open)[number];
    const role = HEADING_ROLE.exec(node.role ?? '');
    const within = role === null ? level : Number(role[1] ?? 1);
    const identifier = /_mc(\d+)$/.exec(node.id ?? '')?.[1];
    if (within > 0 && identifier !== undefined) headings.set(Number(identifier), within);
    for (const child of node.children ?? []) open.push({ node: child, level: within });
  }
  return headings;
}

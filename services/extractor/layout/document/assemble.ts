/** Turns pages in reading order into the document's blocks. */
import type { Block as DocumentBlock } from '../../../../schemas/document.ts';
import type { PageDraft } from '../page/draft.ts';
import { factsOf } from './facts/facts.ts';
import { flowOf } from './flow/page-flow.ts';
import { AuthorsWord } from './headings/author.ts';
import { headingsOf } from './headings/headings.ts';
import { levelsOf } from './headings/levels.ts';
import { heldByItems } from './lists/held.ts';
import { listItemsOf } from './lists/series.ts';
import { Assembler } from './paragraphs/assembler.ts';
import { beginWithIndents } from './paragraphs/continuation.ts';
import { isTyped } from './paragraphs/typewritten.ts';
import { DescribedFigures } from './tagged/figures.ts';
import { taggedItemsOf } from './tagged/list-items.ts';

/** Assembles the blocks. `outline` contains the file's own titles with their depth, as `comparable` writes them. */
export function assemble(
  drafts: readonly PageDraft[],
  outline: ReadonlyMap<string, number> = new Map(),
): DocumentBlock[] {
  const facts = factsOf(drafts, outline);
  const flow = drafts.flatMap(draft => flowOf(draft, facts));
  const author = new AuthorsWord(facts, drafts);
  const headings = headingsOf(flow, facts, drafts, author);
  const typed = isTyped(flow);
  const items = listItemsOf(flow, headings, typed);
  const tagged = taggedItemsOf(flow, drafts, facts.trust, headings, items);
  const assembler = new Assembler({
    headings: levelsOf(
      flow.filter(piece => headings.has(piece)),
      piece => author.level(piece),
    ),
    items: tagged.starts,
    owners: new Map([...tagged.owners, ...heldByItems(flow, tagged.starts, headings)]),
    compounds: facts.compounds,
    bodySize: facts.bodySize,
    indents: beginWithIndents(flow),
    typed,
  });
  const figures = new DescribedFigures(drafts);
  for (const piece of flow) {
    for (const image of figures.before(piece)) assembler.addImage(image);
    assembler.add(piece);
  }
  for (const image of figures.rest()) assembler.addImage(image);
  return assembler.finish();
}

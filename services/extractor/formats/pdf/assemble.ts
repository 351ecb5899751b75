/** From pages in reading order to the document's blocks. */
import type { Block as DocumentBlock } from '../../../../schemas/document.ts';
import { Assembler } from './assembly/assembler.ts';
import { AuthorsWord } from './headings/author.ts';
import { headingsOf } from './headings/headings.ts';
import { levelsOf } from './headings/levels.ts';
import { listItemsOf } from './lists/series.ts';
import type { PageDraft } from './pages/draft.ts';
import { factsOf } from './pages/facts.ts';
import { flowOf } from './pages/flow.ts';

/** `outline`: the file's own titles with their depth, as `comparable` writes them. */
export function assemble(
  drafts: readonly PageDraft[],
  outline: ReadonlyMap<string, number> = new Map(),
): DocumentBlock[] {
  const facts = factsOf(drafts, outline);
  const flow = drafts.flatMap(draft => flowOf(draft, facts));
  const author = new AuthorsWord(facts, drafts);
  const headings = headingsOf(flow, facts, drafts, author);
  const items = listItemsOf(flow, headings);
  const assembler = new Assembler({
    headings: levelsOf(
      flow.filter(piece => headings.has(piece)),
      piece => author.level(piece),
    ),
    items,
    compounds: facts.compounds,
  });
  for (const piece of flow) assembler.add(piece);
  return assembler.finish();
}
